package io.pto4j.ir;

/** The type of the base of an allocation. Source: PyPTO IR types, PtrType. */
public enum PtrType implements Type {
  INSTANCE
}
