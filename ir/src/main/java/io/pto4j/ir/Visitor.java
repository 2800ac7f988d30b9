package io.pto4j.ir;

/** A traversal that changes nothing; a subclass says what to look at. */
public abstract class Visitor extends Traversal {
  @Override
  public Var def(Var var) {
    type(var.type());
    if (var instanceof IterArg arg) {
      expr(arg.initValue());
    }
    return var;
  }
}
