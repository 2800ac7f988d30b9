package io.pto4j.ir;

import java.util.Optional;

/**
 * The memory of a tensor or tile: {@code size} bytes at {@code byteOffset} in the allocation {@code
 * base}.
 *
 * <p>Two references belong to the same allocation when their base is the same object. A pinned
 * reference is declared by the author; {@code slotCount} equal slots may follow each other, {@code
 * slotIndex} selecting one. Source: PyPTO IR types, MemRef.
 */
public final class MemRef extends Var {
  private final Var base;
  private final Expr byteOffset;
  private final long size;
  private final boolean pinned;
  private final long slotCount;
  private final Optional<Expr> slotIndex;

  public MemRef(
      Var base,
      Expr byteOffset,
      long size,
      boolean pinned,
      long slotCount,
      Optional<Expr> slotIndex,
      Span span) {
    super(base.nameHint(), MemRefType.INSTANCE, span);
    ConstructionRule.MEMREF_BASE.require(base.type() == PtrType.INSTANCE, span);
    ConstructionRule.requireValue(byteOffset, "the offset of a memory reference", span);
    ConstructionRule.MEMREF_SIZE.require(size >= 0, size);
    ConstructionRule.MEMREF_SLOTS.require(slotCount > 0, slotCount);
    slotIndex.ifPresent(index -> checkSlot(index, slotCount, span));
    this.base = base;
    this.byteOffset = byteOffset;
    this.size = size;
    this.pinned = pinned;
    this.slotCount = slotCount;
    this.slotIndex = slotIndex;
  }

  private static void checkSlot(Expr index, long slots, Span span) {
    ConstructionRule.requireValue(index, "the slot index of a memory reference", span);
    if (index instanceof ConstInt c && (c.value() < 0 || c.value() >= slots)) {
      throw ConstructionRule.MEMREF_SLOT_INDEX.broken(
          "slot " + c.value() + " is outside 0.." + (slots - 1), span);
    }
  }

  public static MemRef of(Var base, long byteOffset, long size) {
    return of(base, ConstInt.of(byteOffset, DataType.INT64), size);
  }

  public static MemRef of(Var base, Expr byteOffset, long size) {
    return new MemRef(base, byteOffset, size, false, 1, Optional.empty(), Span.unknown());
  }

  public Var base() {
    return base;
  }

  public Expr byteOffset() {
    return byteOffset;
  }

  /** Bytes; 0 for a pinned reference until it is allocated. */
  public long size() {
    return size;
  }

  public boolean isPinned() {
    return pinned;
  }

  public long slotCount() {
    return slotCount;
  }

  public Optional<Expr> slotIndex() {
    return slotIndex;
  }

  public MemRef withByteOffset(Expr offset) {
    return offset == byteOffset
        ? this
        : new MemRef(base, offset, size, pinned, slotCount, slotIndex, span());
  }

  public MemRef withBase(Var newBase) {
    return newBase == base
        ? this
        : new MemRef(newBase, byteOffset, size, pinned, slotCount, slotIndex, span());
  }
}
