package io.pto4j.ir;

/** The type of a memory reference. Source: PyPTO IR types, MemRefType. */
public enum MemRefType implements Type {
  INSTANCE
}
