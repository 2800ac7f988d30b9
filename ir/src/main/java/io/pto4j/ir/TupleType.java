package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** Several values in one. Source: PyPTO IR types, TupleType. */
public record TupleType(ImmutableList<Type> types) implements Type {}
