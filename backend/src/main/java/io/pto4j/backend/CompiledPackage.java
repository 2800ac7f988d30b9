package io.pto4j.backend;

import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.Program;

/**
 * The artifacts of a program.
 *
 * @param finalProgram the program after the last pass, from which they were emitted
 * @param files contents by path, relative to the package's directory, with {@code /} between names
 */
public record CompiledPackage(Program finalProgram, ImmutableSortedMap<String, byte[]> files) {}
