package io.pto4j.ir;

/**
 * The binary operators on scalars; {@link #nodeName} is the node's name on the wire. Source: PyPTO
 * IR hierarchy, BinaryExpr.
 */
public enum BinaryOp {
  ADD("Add", "+"),
  SUB("Sub", "-"),
  MUL("Mul", "*"),
  FLOOR_DIV("FloorDiv", "//"),
  FLOOR_MOD("FloorMod", "%"),
  FLOAT_DIV("FloatDiv", "/"),
  MIN("Min", "min"),
  MAX("Max", "max"),
  POW("Pow", "**"),
  EQ("Eq", "=="),
  NE("Ne", "!="),
  LT("Lt", "<"),
  LE("Le", "<="),
  GT("Gt", ">"),
  GE("Ge", ">="),
  AND("And", "and"),
  OR("Or", "or"),
  XOR("Xor", "xor"),
  BIT_AND("BitAnd", "&"),
  BIT_OR("BitOr", "|"),
  BIT_XOR("BitXor", "^"),
  SHIFT_LEFT("BitShiftLeft", "<<"),
  SHIFT_RIGHT("BitShiftRight", ">>");

  private final String nodeName;
  private final String symbol;

  BinaryOp(String nodeName, String symbol) {
    this.nodeName = nodeName;
    this.symbol = symbol;
  }

  public String nodeName() {
    return nodeName;
  }

  /** The operator in the text form; MIN and MAX are written as functions. */
  public String symbol() {
    return symbol;
  }

  public boolean isComparison() {
    return compareTo(EQ) >= 0 && compareTo(GE) <= 0;
  }

  public boolean isLogical() {
    return this == AND || this == OR || this == XOR;
  }

  /** Defined on integers only. */
  public boolean isBitwise() {
    return compareTo(BIT_AND) >= 0;
  }
}
