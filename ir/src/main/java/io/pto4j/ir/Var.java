package io.pto4j.ir;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A variable. The object is its own definition: every use refers to the same object, and the name
 * is only a hint.
 *
 * <p>Source: PyPTO IR hierarchy, Var.
 */
public sealed class Var implements Expr permits IterArg, MemRef, WindowBuffer {
  private static final AtomicLong NEXT_ID = new AtomicLong();

  private final Span span;
  private final Type type;
  private final String nameHint;
  private final long uniqueId = NEXT_ID.getAndIncrement();

  public Var(String nameHint, Type type, Span span) {
    ConstructionRule.VAR_TYPE.require(type != VoidType.INSTANCE, span);
    this.span = span;
    this.type = type;
    this.nameHint = nameHint;
  }

  @Override
  public final Span span() {
    return span;
  }

  @Override
  public final Type type() {
    return type;
  }

  public final String nameHint() {
    return nameHint;
  }

  /** Ascending in order of construction; unique in this process and never written to a file. */
  public final long uniqueId() {
    return uniqueId;
  }

  /** Puts variables that are made one after the other side by side in hashed collections. */
  @Override
  public final int hashCode() {
    return Long.hashCode(uniqueId);
  }

  @Override
  public final boolean equals(Object other) {
    return this == other;
  }

  @Override
  public final String toString() {
    return nameHint;
  }
}
