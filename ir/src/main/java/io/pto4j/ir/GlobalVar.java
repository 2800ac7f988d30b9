package io.pto4j.ir;

import com.google.errorprone.annotations.Immutable;

/** The name of a function of the program. */
@Immutable
public record GlobalVar(String name) implements Op {}
