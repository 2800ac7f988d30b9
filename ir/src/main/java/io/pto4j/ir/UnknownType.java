package io.pto4j.ir;

/** The type of a call whose type is not deduced. Source: PyPTO IR types, UnknownType. */
public enum UnknownType implements Type {
  INSTANCE
}
