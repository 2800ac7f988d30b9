package io.pto4j.ir;

/**
 * The unary operators on scalars; {@link #nodeName} is the node's name on the wire. Source: PyPTO
 * IR hierarchy, UnaryExpr.
 */
public enum UnaryOp {
  ABS("Abs"),
  NEG("Neg"),
  NOT("Not"),
  BIT_NOT("BitNot"),
  CAST("Cast");

  private final String nodeName;

  UnaryOp(String nodeName) {
    this.nodeName = nodeName;
  }

  public String nodeName() {
    return nodeName;
  }
}
