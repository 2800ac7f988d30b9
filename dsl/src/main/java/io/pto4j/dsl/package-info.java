/**
 * The kernel language: what a kernel author writes. {@link io.pto4j.dsl.Pl} has the operators and
 * constructs, {@link io.pto4j.dsl.Tensor} and {@link io.pto4j.dsl.Tile} the data, {@link
 * io.pto4j.dsl.Program} and its relatives the annotations.
 *
 * <p>The same methods also run as plain Java, through the {@link io.pto4j.runtime.EagerEngine}
 * found on the class path.
 */
package io.pto4j.dsl;
