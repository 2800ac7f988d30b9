/**
 * The immutable intermediate representation: nodes are records in sealed families ({@link
 * io.pto4j.ir.Expr}, {@link io.pto4j.ir.Stmt}, {@link io.pto4j.ir.Type}, {@link
 * io.pto4j.ir.Function}, {@link io.pto4j.ir.Program}).
 *
 * <p>The identity of a node is its reference. The generated {@code equals} and {@code hashCode} of
 * node records are never used: they are deep and exponential on shared graphs.
 */
package io.pto4j.ir;
