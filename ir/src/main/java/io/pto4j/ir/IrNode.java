package io.pto4j.ir;

/**
 * Any node with a place in the source. Types are not nodes: they have no place and no identity of
 * their own.
 */
public sealed interface IrNode permits Expr, Stmt, Function, Program {
  Span span();
}
