package io.pto4j.interp;

import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The on-chip memories of one run of a kernel. A tile is what the bytes at its place hold, so tiles
 * that share a place overwrite each other. Elements lie in row-major order, whatever the layout.
 */
final class TileMemory {
  /** More than any on-chip memory has. */
  private static final long BYTES = 1L << 21;

  private static final byte NEVER_WRITTEN = (byte) 0xFF;

  private final TilePlaces places;
  private final Map<Object, MemorySegment> memories;

  TileMemory(TilePlaces places) {
    this.places = places;
    this.memories = places == TilePlaces.ADDRESSES ? new HashMap<>() : new IdentityHashMap<>();
  }

  /**
   * The value of a variable that gets the result of an operator: a fresh result is written to the
   * place of the tile.
   */
  Value assigned(Var var, Value value, ToLongFunction<Expr> evaluate) {
    if (!(value instanceof TensorValue tensor) || tensor.isOverMemory()) {
      return bound(var, value, evaluate);
    }
    Value place = bound(var, value, evaluate);
    if (place instanceof TensorValue target && target != tensor) {
      tensor.copyTo(target);
    }
    return place;
  }

  /**
   * The value of a variable that becomes another name of a value, such as a carried one: what the
   * place of its tile holds. Windows and what has no place stay as they are.
   */
  Value bound(Var var, Value value, ToLongFunction<Expr> evaluate) {
    if (places == TilePlaces.NONE
        || !(value instanceof TensorValue tensor)
        || !(var.type() instanceof TileType tile)
        || tile.memref().isEmpty()
        || (tensor.isOverMemory() && !tensor.isPacked())) {
      return value;
    }
    MemRef ref = tile.memref().get();
    long offset =
        ref.byteOffset() instanceof ConstInt c ? c.value() : evaluate.applyAsLong(ref.byteOffset());
    long bytes = tensor.dtype().storageBytes(Shapes.count(tensor.shape()));
    if (offset < 0 || offset + bytes > BYTES) {
      throw new IllegalArgumentException(
          "tile '%s' lies at %d, outside of every memory".formatted(var.nameHint(), offset));
    }
    MemorySegment memory = memories.computeIfAbsent(key(tile, ref), _ -> unwritten());
    return TensorValue.over(tensor.dtype(), memory.asSlice(offset, bytes), tensor.shape())
        .withValid(tensor.valid());
  }

  private Object key(TileType tile, MemRef ref) {
    return places == TilePlaces.ADDRESSES ? tile.memorySpace().orElseThrow() : ref.base();
  }

  private static MemorySegment unwritten() {
    return Arena.ofAuto().allocate(BYTES).fill(NEVER_WRITTEN);
  }
}
