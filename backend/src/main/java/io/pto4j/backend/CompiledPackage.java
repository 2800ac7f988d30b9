package io.pto4j.backend;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.Program;
import io.pto4j.verify.Diagnostic;

/**
 * The artifacts of a program.
 *
 * @param finalProgram the program after the last pass, from which they were emitted
 * @param files contents by path, relative to the package's directory, with {@code /} between names
 * @param diagnostics warnings about the program and hints about performance
 */
public record CompiledPackage(
    Program finalProgram,
    ImmutableSortedMap<String, byte[]> files,
    ImmutableList<Diagnostic> diagnostics) {}
