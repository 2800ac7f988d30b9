package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** Text of another language, run as it is. Source: PyPTO IR hierarchy, InlineStmt. */
public record InlineStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    String body,
    InlineLanguage language)
    implements Stmt {}
