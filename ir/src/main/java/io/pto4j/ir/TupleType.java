package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** Several values in one. Source: PyPTO IR types, TupleType. */
public record TupleType(ImmutableList<Type> types) implements Type {
  public TupleType {
    for (Type type : types) {
      ConstructionRule.TUPLE_TYPE.require(type != VoidType.INSTANCE, Span.unknown());
    }
  }
}
