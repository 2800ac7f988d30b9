package io.pto4j.ir;

/**
 * The type of a call that certainly has no result. Such a call stands in an {@link EvalStmt}; it is
 * neither bound nor used as a value. Source: PyPTO IR types, VoidType.
 */
public enum VoidType implements Type {
  INSTANCE
}
