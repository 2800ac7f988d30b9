package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/**
 * Goes on with the next iteration of the innermost loop. Source: PyPTO IR hierarchy, ContinueStmt.
 */
public record ContinueStmt(@Ignore Span span, @Ignore ImmutableList<String> leadingComments)
    implements Stmt {}
