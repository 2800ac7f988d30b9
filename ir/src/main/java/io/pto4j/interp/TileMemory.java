package io.pto4j.interp;

import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The on-chip memories of one run of a kernel. A tile is what the bytes at its place hold, so tiles
 * that share a place overwrite each other. Elements lie in row-major order, whatever the layout.
 */
final class TileMemory {
  private static final byte NEVER_WRITTEN = (byte) 0xFF;

  private final TilePlaces places;
  private final Map<Object, MemorySegment> memories;

  /**
   * @param function whose tiles the memories have room for
   */
  TileMemory(TilePlaces places, Function function) {
    this.places = places;
    this.memories = places == TilePlaces.ADDRESSES ? new HashMap<>() : new IdentityHashMap<>();
    if (places != TilePlaces.NONE) {
      reserve(function);
    }
  }

  private void reserve(Function function) {
    Map<Object, Long> ends = new IdentityHashMap<>();
    Walk.stmts(
        function.body(),
        s ->
            Walk.definedBy(s)
                .forEach(v -> placed(v).ifPresent(t -> ends.merge(key(t), end(t), Math::max))));
    ends.forEach((key, end) -> memories.put(key, unwritten(end)));
  }

  private static Optional<TileType> placed(Var var) {
    return var.type() instanceof TileType tile && tile.memref().isPresent()
        ? Optional.of(tile)
        : Optional.empty();
  }

  /** A place that is known at run time only lies in the buffer of another tile. */
  private static long end(TileType tile) {
    MemRef ref = tile.memref().orElseThrow();
    return ref.byteOffset() instanceof ConstInt c ? c.value() + ref.size() : 0;
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
        || placed(var).isEmpty()
        || (tensor.isOverMemory() && !tensor.isPacked())) {
      return value;
    }
    TileType tile = (TileType) var.type();
    MemRef ref = tile.memref().get();
    long offset =
        ref.byteOffset() instanceof ConstInt c ? c.value() : evaluate.applyAsLong(ref.byteOffset());
    long bytes = tensor.dtype().storageBytes(Shapes.count(tensor.shape()));
    MemorySegment memory = memories.get(key(tile));
    if (offset < 0 || offset + bytes > memory.byteSize()) {
      throw new IllegalArgumentException(
          "tile '%s' of %d bytes at %d lies outside of what is reserved for it"
              .formatted(var.nameHint(), bytes, offset));
    }
    return TensorValue.over(tensor.dtype(), memory.asSlice(offset, bytes), tensor.shape())
        .withValid(tensor.valid());
  }

  private Object key(TileType tile) {
    return places == TilePlaces.ADDRESSES
        ? tile.memorySpace().orElseThrow()
        : tile.memref().orElseThrow().base();
  }

  private static MemorySegment unwritten(long bytes) {
    byte[] memory = new byte[Math.toIntExact(bytes)];
    Arrays.fill(memory, NEVER_WRITTEN);
    return MemorySegment.ofArray(memory);
  }
}
