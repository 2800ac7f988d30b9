package io.pto4j.ir;

import com.google.errorprone.annotations.Immutable;

/** The name of an operator of the operator table, such as {@code tile.add}. */
@Immutable
public record Operator(String name) implements Op {}
