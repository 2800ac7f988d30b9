package io.pto4j.dsl;

import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.AttrDefault;
import io.pto4j.dsl.meta.Op;
import io.pto4j.dsl.meta.Operand;

/** Creation of tiles and tensors, and movement between memories. Called through {@link Pl}. */
public abstract sealed class PlMemory extends PlCube permits PlViews {

  PlMemory() {}

  /**
   * A tile of undefined elements in {@link MemorySpace#Vec}. Operator {@code tile.create}.
   *
   * @param dtype element type
   * @param shape constant extents, outermost dimension first
   * @throws IllegalArgumentException if an extent is not positive
   */
  @Op("tile.create")
  @AttrDefault(attr = "target_memory", value = "MemorySpace.Vec")
  public static <U extends DType<?>> Tile<U> createTile(@Attr("dtype") U dtype, long... shape) {
    return Eager.tile(
        "tile.create",
        Eager.attributes("dtype", dtype, "target_memory", MemorySpace.Vec),
        Tuples.of(shape));
  }

  /**
   * A tile of undefined elements in a given memory. Operator {@code tile.create}.
   *
   * @param dtype element type
   * @param shape constant extents, outermost dimension first
   * @param memory memory of the tile
   * @throws IllegalArgumentException if an extent is not positive
   */
  @Op("tile.create")
  public static <U extends DType<?>> Tile<U> createTile(
      @Attr("dtype") U dtype, Extents shape, @Attr("target_memory") MemorySpace memory) {
    return Eager.tile(
        "tile.create", Eager.attributes("dtype", dtype, "target_memory", memory), shape);
  }

  /**
   * A scratch tensor in global memory, of undefined elements; orchestrators only. Operator {@code
   * tensor.create}.
   *
   * <p>Inside a scope at {@link Level#CORE_GROUP} it is a tile.
   *
   * @param dtype element type
   * @param shape extents, outermost dimension first
   * @throws IllegalArgumentException if an extent is negative
   */
  @Op("tensor.create")
  @AttrDefault(attr = "layout", value = "TensorLayout.ND")
  public static <U extends DType<?>> Tensor<U> createTensor(@Attr("dtype") U dtype, long... shape) {
    return Eager.tensor(
        "tensor.create",
        Eager.attributes("dtype", dtype, "layout", TensorLayout.ND),
        Tuples.of(shape));
  }

  /**
   * A scratch tensor in global memory, filled with one value; orchestrators only. Operator {@code
   * tensor.create}.
   *
   * @param dtype element type
   * @param shape extents, outermost dimension first
   * @param value the value of every element
   * @throws IllegalArgumentException if an extent is negative or the value does not fit the element
   *     type
   */
  @Op("tensor.create")
  @AttrDefault(attr = "layout", value = "TensorLayout.ND")
  public static <U extends DType<?>> Tensor<U> createTensor(
      @Attr("dtype") U dtype, Extents shape, @Attr("init_value") double value) {
    return Eager.tensor(
        "tensor.create",
        Eager.attributes("dtype", dtype, "layout", TensorLayout.ND, "init_value", value),
        shape);
  }

  /**
   * A tensor whose elements are one constant. Operator {@code tensor.full}.
   *
   * @param dtype element type
   * @param value a constant
   * @param shape extents
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.full")
  public static <U extends DType<?>> Tensor<U> full(
      @Attr("dtype") U dtype, @Operand(1) double value, @Operand(0) long... shape) {
    return Eager.tensor("tensor.full", Eager.attributes("dtype", dtype), Tuples.of(shape), value);
  }

  /**
   * A tile in {@link MemorySpace#Vec} whose elements are one constant. Operator {@code tile.full}.
   *
   * @param dtype element type
   * @param value a constant
   * @param shape constant extents
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.full")
  public static <U extends DType<?>> Tile<U> fullTile(
      @Attr("dtype") U dtype, @Operand(1) double value, @Operand(0) long... shape) {
    return Eager.tile("tile.full", Eager.attributes("dtype", dtype), Tuples.of(shape), value);
  }

  /**
   * Consecutive integers along the last axis. Operator {@code tensor.ci}.
   *
   * @param dtype INT16, INT32, UINT16 or UINT32
   * @param start first value
   * @param shape extents; all but the last are 1
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.ci")
  @AttrDefault(attr = "descending", value = "false")
  public static <U extends IntType<?>> Tensor<U> arange(
      @Attr("dtype") U dtype, long start, long... shape) {
    return Eager.tensor(
        "tensor.ci",
        Eager.attributes("dtype", dtype, "descending", false),
        start,
        Tuples.of(shape));
  }

  /**
   * Consecutive integers along the last axis, as a tile. Operator {@code tile.ci}.
   *
   * @param dtype INT16, INT32, UINT16 or UINT32
   * @param start first value
   * @param shape constant extents; all but the last are 1
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.ci")
  @AttrDefault(attr = "descending", value = "false")
  public static <U extends IntType<?>> Tile<U> arangeTile(
      @Attr("dtype") U dtype, long start, long... shape) {
    return Eager.tile(
        "tile.ci", Eager.attributes("dtype", dtype, "descending", false), start, Tuples.of(shape));
  }

  /**
   * Loads a window of a tensor into a tile, in {@link MemorySpace#Vec}. Operator {@code tile.load}.
   *
   * @param tensor source
   * @param offsets where the window begins, {@link Pl#at}
   * @param shape constant extents of the tile, {@link Pl#shape}
   * @return tile of that shape
   * @throws IllegalArgumentException if the window leaves the tensor
   */
  @Op("tile.load")
  @AttrDefault(attr = "target_memory", value = "MemorySpace.Vec")
  public static <T extends DType<?>> Tile<T> load(
      Tensor<T> tensor, Offsets offsets, @Operand({2, 3}) Extents shape) {
    return Eager.tile(
        "tile.load",
        Eager.attributes("target_memory", MemorySpace.Vec),
        tensor,
        offsets,
        shape,
        shape);
  }

  /**
   * Loads a window of a tensor into a tile, in a given memory. Operator {@code tile.load}.
   *
   * @param tensor source
   * @param offsets where the window begins, {@link Pl#at}
   * @param shape constant extents of the tile, {@link Pl#shape}
   * @param memory {@link MemorySpace#Vec} or {@link MemorySpace#Mat}
   * @return tile of that shape
   * @throws IllegalArgumentException if the window leaves the tensor
   */
  @Op("tile.load")
  public static <T extends DType<?>> Tile<T> load(
      Tensor<T> tensor,
      Offsets offsets,
      @Operand({2, 3}) Extents shape,
      @Attr("target_memory") MemorySpace memory) {
    return Eager.tile(
        "tile.load", Eager.attributes("target_memory", memory), tensor, offsets, shape, shape);
  }

  /**
   * Loads a window of a tensor into a tile, only a part of which is valid, in {@link
   * MemorySpace#Vec}. Operator {@code tile.load}.
   *
   * @param tensor source
   * @param offsets where the window begins, {@link Pl#at}
   * @param shape constant extents of the tile, {@link Pl#shape}
   * @param valid extents to read; the other elements of the tile are undefined
   * @return tile of that shape
   * @throws IllegalArgumentException if the window leaves the tensor
   */
  @Op("tile.load")
  @AttrDefault(attr = "target_memory", value = "MemorySpace.Vec")
  public static <T extends DType<?>> Tile<T> load(
      Tensor<T> tensor, Offsets offsets, Extents shape, Extents valid) {
    return Eager.tile(
        "tile.load",
        Eager.attributes("target_memory", MemorySpace.Vec),
        tensor,
        offsets,
        shape,
        valid);
  }

  /**
   * Loads a window of a tensor into a tile, only a part of which is valid, in a given memory.
   * Operator {@code tile.load}.
   *
   * @param tensor source
   * @param offsets where the window begins, {@link Pl#at}
   * @param shape constant extents of the tile, {@link Pl#shape}
   * @param valid extents to read; the other elements of the tile are undefined
   * @param memory {@link MemorySpace#Vec} or {@link MemorySpace#Mat}
   * @return tile of that shape
   * @throws IllegalArgumentException if the window leaves the tensor
   */
  @Op("tile.load")
  public static <T extends DType<?>> Tile<T> load(
      Tensor<T> tensor,
      Offsets offsets,
      Extents shape,
      Extents valid,
      @Attr("target_memory") MemorySpace memory) {
    return Eager.tile(
        "tile.load", Eager.attributes("target_memory", memory), tensor, offsets, shape, valid);
  }

  /**
   * Stores the valid region of a tile into a tensor. Operator {@code tile.store}.
   *
   * @param tile tile in {@link MemorySpace#Vec} or {@link MemorySpace#Acc}
   * @param offsets where the window begins, {@link Pl#at}
   * @param tensor destination, an {@link Out} or {@link InOut} parameter
   * @return the destination, updated
   * @throws IllegalArgumentException if the window leaves the tensor
   */
  @Op("tile.store")
  public static <T extends DType<?>> Tensor<T> store(
      Tile<T> tile, Offsets offsets, Tensor<T> tensor) {
    return Eager.tensor("tile.store", tile, offsets, tensor);
  }

  /**
   * Stores the valid region of a tile into a tensor, or adds it atomically. Operator {@code
   * tile.store}.
   *
   * @param tile tile in {@link MemorySpace#Vec} or {@link MemorySpace#Acc}
   * @param offsets where the window begins, {@link Pl#at}
   * @param tensor destination, an {@link Out} or {@link InOut} parameter
   * @param atomic whether to replace or to add
   * @return the destination, updated
   * @throws IllegalArgumentException if the window leaves the tensor
   */
  @Op("tile.store")
  public static <T extends DType<?>> Tensor<T> store(
      Tile<T> tile,
      Offsets offsets,
      Tensor<T> tensor,
      @Attr(value = "atomic", omitWhen = "AtomicType.NONE") AtomicType atomic) {
    return Eager.tensor(
        "tile.store", Eager.unless(AtomicType.NONE, "atomic", atomic), tile, offsets, tensor);
  }

  /**
   * Stores an FP32 accumulator into a tensor of a narrower element type, converting on the way.
   * Operator {@code tile.store}.
   *
   * @param tile tile in {@link MemorySpace#Acc}
   * @param offsets where the window begins, {@link Pl#at}
   * @param tensor destination, an {@link Out} or {@link InOut} parameter
   * @return the destination, updated
   * @throws IllegalArgumentException if the window leaves the tensor
   */
  @Op("tile.store")
  public static <U extends FloatType<?>> Tensor<U> storeNarrowed(
      Tile<FP32> tile, Offsets offsets, Tensor<U> tensor) {
    return Eager.tensor("tile.store", tile, offsets, tensor);
  }

  /**
   * Moves a tile to another on-chip memory, in the layout of that memory. Operator {@code
   * tile.move}.
   *
   * @param tile source
   * @param memory destination
   * @return tile of the same shape and element type
   * @throws IllegalArgumentException if the machine has no such move
   */
  @Op("tile.move")
  public static <T extends DType<?>> Tile<T> move(
      Tile<T> tile, @Attr("target_memory") MemorySpace memory) {
    return Eager.tile("tile.move", Eager.attributes("target_memory", memory), tile);
  }

  /**
   * Moves a tile to another on-chip memory, in a given layout. Operator {@code tile.move}.
   *
   * @param tile source
   * @param memory destination
   * @param blocks order of the blocks
   * @param inner order inside a block
   * @return tile of the same shape and element type
   * @throws IllegalArgumentException if the machine has no such move
   */
  @Op("tile.move")
  public static <T extends DType<?>> Tile<T> move(
      Tile<T> tile,
      @Attr("target_memory") MemorySpace memory,
      @Attr("blayout") TileLayout blocks,
      @Attr("slayout") TileLayout inner) {
    return Eager.tile(
        "tile.move",
        Eager.attributes("target_memory", memory, "blayout", blocks, "slayout", inner),
        tile);
  }
}
