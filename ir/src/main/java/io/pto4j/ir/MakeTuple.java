package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** A tuple of values. Source: PyPTO IR hierarchy, MakeTuple. */
public record MakeTuple(@Ignore Span span, Type type, ImmutableList<Expr> elements)
    implements Expr {
  public MakeTuple {
    ConstructionRule.requireValues(elements, "an element of a tuple", span);
    ConstructionRule.MAKE_TUPLE_TYPE.require(
        type instanceof TupleType(ImmutableList<Type> types)
            && !TypeConflict.between(types, elementTypes(elements)),
        span);
  }

  public static MakeTuple of(ImmutableList<? extends Expr> elements, Span span) {
    ImmutableList<Expr> all = ImmutableList.copyOf(elements);
    ConstructionRule.requireValues(all, "an element of a tuple", span);
    return new MakeTuple(span, new TupleType(elementTypes(all)), all);
  }

  private static ImmutableList<Type> elementTypes(ImmutableList<Expr> elements) {
    return elements.stream().map(Expr::type).collect(ImmutableList.toImmutableList());
  }
}
