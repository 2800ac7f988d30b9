package io.pto4j.ir;

/**
 * A value carried by a loop: {@code initValue} on entry, then what the body yields. Source: PyPTO
 * IR hierarchy, IterArg.
 */
public final class IterArg extends Var {
  private final Expr initValue;

  public IterArg(String nameHint, Type type, Expr initValue, Span span) {
    super(nameHint, type, span);
    ConstructionRule.requireValue(initValue, "the initial value of a carried value", span);
    this.initValue = initValue;
  }

  public Expr initValue() {
    return initValue;
  }
}
