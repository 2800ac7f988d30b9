package io.pto4j.text;

import io.pto4j.ir.Expr;

/** Writes the statements of a template where it is called. */
@FunctionalInterface
interface Inliner {
  /** The value of the call. */
  Expr expand(Py.Call call, Py.FunctionDef template);
}
