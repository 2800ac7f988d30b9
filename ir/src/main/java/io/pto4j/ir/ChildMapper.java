package io.pto4j.ir;

/** What happens to each kind of child when {@link Children} rebuilds a node. */
public interface ChildMapper {
  /** A used expression; for a variable, its use. */
  Expr expr(Expr expr);

  Stmt stmt(Stmt stmt);

  /**
   * A defined variable: a parameter, an assigned or loop variable, an {@link IterArg} or a return
   * variable.
   */
  Var def(Var var);

  Type type(Type type);

  /** The allocation that a distributed tensor is cut from; all tensors of one keep sharing it. */
  default WindowBuffer windowBuffer(WindowBuffer window) {
    return Children.map(window, this);
  }
}
