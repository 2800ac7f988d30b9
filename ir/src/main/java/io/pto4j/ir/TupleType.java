package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** Several values in one. Source: PyPTO IR types, TupleType. */
public record TupleType(ImmutableList<Type> types) implements Type {
  private static final int MAX_MEMBERS = 10_000;

  /** So deep that every such type can be written to a file and read back. */
  static final int MAX_DEPTH = 99;

  public TupleType {
    for (Type type : types) {
      ConstructionRule.TUPLE_TYPE.require(type != VoidType.INSTANCE, Span.unknown());
    }
    ConstructionRule.TUPLE_SIZE.require(members(types) <= MAX_MEMBERS, Span.unknown());
    ConstructionRule.TUPLE_DEPTH.require(depth(types) <= MAX_DEPTH, Span.unknown());
  }

  /**
   * The members and those of tuples among them, each as often as it occurs; tuples within tuples
   * have been counted, so the count ends soon after the limit.
   */
  private static int members(ImmutableList<Type> types) {
    int members = types.size();
    for (Type type : types) {
      if (members > MAX_MEMBERS) {
        return members;
      }
      if (type instanceof TupleType(ImmutableList<Type> inner)) {
        members += members(inner);
      }
    }
    return members;
  }

  private static int depth(ImmutableList<Type> types) {
    int inner = 0;
    for (Type type : types) {
      inner = Math.max(inner, type instanceof TupleType(ImmutableList<Type> t) ? depth(t) : 0);
    }
    return inner + 1;
  }
}
