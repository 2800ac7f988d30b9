package io.pto4j.ir;

/**
 * One element of a tuple; on the wire {@code TupleGetItemExpr}. Source: PyPTO IR hierarchy,
 * TupleGetItemExpr.
 */
public record TupleGetItem(@Ignore Span span, Type type, Expr tuple, int index) implements Expr {
  public TupleGetItem {
    ConstructionRule.TUPLE_ELEMENT_TYPE.require(
        !TypeConflict.between(type, elementType(tuple, index, span)), span);
  }

  public static TupleGetItem of(Expr tuple, int index, Span span) {
    return new TupleGetItem(span, elementType(tuple, index, span), tuple, index);
  }

  private static Type elementType(Expr tuple, int index, Span span) {
    if (!(tuple.type() instanceof TupleType(var types))) {
      throw ConstructionRule.TUPLE_OPERAND.broken("", span);
    }
    if (index < 0 || index >= types.size()) {
      throw ConstructionRule.TUPLE_INDEX.broken(
          "tuple index " + index + " is outside 0.." + (types.size() - 1), span);
    }
    return types.get(index);
  }
}
