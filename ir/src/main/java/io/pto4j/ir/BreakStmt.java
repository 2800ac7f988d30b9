package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** Leaves the innermost loop. Source: PyPTO IR hierarchy, BreakStmt. */
public record BreakStmt(@Ignore Span span, @Ignore ImmutableList<String> leadingComments)
    implements Stmt {}
