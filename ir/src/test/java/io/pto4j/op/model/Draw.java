package io.pto4j.op.model;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Random operands: mostly such that they fit, and often enough such that they do not. */
final class Draw {
  /** Integers of whole bytes. */
  static final ImmutableSet<DataType> INTEGERS =
      ImmutableSet.of(
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.UINT8,
          DataType.UINT16,
          DataType.UINT32,
          DataType.UINT64);

  /** Elements of whole bytes that bits may be read as. */
  static final ImmutableSet<DataType> BYTES =
      plus(INTEGERS, DataType.FP16, DataType.BF16, DataType.FP32);

  /** Two of these elements share a byte. */
  static final ImmutableSet<DataType> NIBBLES =
      ImmutableSet.of(DataType.INT4, DataType.UINT4, DataType.FP4);

  /** The element types that operands have. */
  static final ImmutableSet<DataType> DTYPES =
      ImmutableSet.<DataType>builder().addAll(BYTES).add(DataType.BOOL).addAll(NIBBLES).build();

  static final ImmutableSet<DataType> FLOATS = ImmutableSet.of(DataType.FP16, DataType.FP32);

  /** Integers of 16 and 32 bits and the floats that the vector unit computes with. */
  static final ImmutableSet<DataType> VECTOR = plus(FLOATS, DataType.INT16, DataType.INT32);

  /** What can be added in global memory. */
  static final ImmutableSet<DataType> ADDABLE = plus(VECTOR, DataType.INT8, DataType.BF16);

  /** Integers of up to 32 bits and floats. */
  static final ImmutableSet<DataType> UP_TO_32_BITS =
      plus(ADDABLE, DataType.UINT8, DataType.UINT16, DataType.UINT32);

  /** Whether a window of such elements may begin there: not surely in the middle of a byte. */
  static boolean isAtByte(DataType dtype, List<? extends Expr> offset) {
    return !NIBBLES.contains(dtype)
        || offset.isEmpty()
        || !(offset.getLast() instanceof ConstInt c)
        || c.value() % 2 == 0;
  }

  private static ImmutableSet<DataType> plus(Set<DataType> types, DataType... more) {
    return ImmutableSet.<DataType>builder().addAll(types).add(more).build();
  }

  private final Random random;
  private int names;

  Draw(long seed) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    random.nextLong();
  }

  /** True once in {@code n} times. */
  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  /** A number from {@code from} to {@code to}, both included. */
  int between(int from, int to) {
    return from + random.nextInt(to - from + 1);
  }

  <T> T any(Iterable<T> choices) {
    List<T> all = ImmutableList.copyOf(choices);
    return all.get(random.nextInt(all.size()));
  }

  @SafeVarargs
  final <T> T any(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** Mostly {@code usual}, otherwise one of the others. */
  <T> T mostly(T usual, Iterable<T> others) {
    return oneIn(4) ? any(others) : usual;
  }

  DataType dtype() {
    return any(DTYPES);
  }

  /** Mostly one of those that are legal, sometimes any. */
  DataType dtype(ImmutableSet<DataType> legal) {
    return oneIn(4) ? dtype() : any(legal);
  }

  long extent() {
    return any(1L, 2L, 3L, 8L, 16L, 32L, 64L);
  }

  long[] shape(int rank) {
    return IntStream.range(0, rank).mapToLong(_ -> extent()).toArray();
  }

  /** A shape of one to four dimensions. */
  long[] shape() {
    return shape(between(1, 4));
  }

  /** The same shape, or one that differs in an extent or in the rank. */
  long[] nearly(long[] shape) {
    if (!oneIn(4)) {
      return shape.clone();
    }
    if (oneIn(3)) {
      return shape(between(1, 4));
    }
    long[] other = shape.clone();
    other[random.nextInt(other.length)] = extent();
    return other;
  }

  void shuffle(List<?> list) {
    Collections.shuffle(list, random);
  }

  Var value(Type type) {
    return new Var("v" + names++, type, Span.unknown());
  }

  Var scalar(DataType dtype) {
    return value(ScalarType.of(dtype));
  }

  Var index() {
    return scalar(DataType.INDEX);
  }

  Var tensor(DataType dtype, long... shape) {
    return value(TensorType.of(dtype, shape));
  }

  Var window(DataType dtype, long... shape) {
    return value(DistributedTensorType.of(dtype, shape));
  }

  Var tile(DataType dtype, MemorySpace space, long... shape) {
    return value(TileType.of(dtype, space, shape));
  }

  Var vec(DataType dtype, long... shape) {
    return tile(dtype, MemorySpace.VEC, shape);
  }

  /** Extents no larger than those of {@code shape}, all of them in half of the cases. */
  long[] valid(long[] shape) {
    return oneIn(2)
        ? shape.clone()
        : Arrays.stream(shape).map(extent -> 1 + random.nextInt((int) extent)).toArray();
  }

  /** A tile in Vec of which only {@code valid} is valid. */
  Var partial(DataType dtype, long[] shape, long[] valid) {
    return value(partialType(dtype, shape, valid));
  }

  /** What {@link #partial} has; plain where all of it is valid. */
  static TileType partialType(DataType dtype, long[] shape, long[] valid) {
    TileType whole = TileType.of(dtype, MemorySpace.VEC, shape);
    return Arrays.equals(shape, valid)
        ? whole
        : whole.withTileView(
            TileView.implicit(whole.shape(), Optional.of(MemorySpace.VEC))
                .withValidShape(dims(valid)));
  }

  /** A tensor of which only {@code valid} is valid; plain where all of it is. */
  Var partialTensor(DataType dtype, long[] shape, long[] valid) {
    return value(partialTensorType(dtype, shape, valid));
  }

  static TensorType partialTensorType(DataType dtype, long[] shape, long[] valid) {
    TensorType whole = TensorType.of(dtype, shape);
    return Arrays.equals(shape, valid)
        ? whole
        : whole.withTensorView(TensorView.packed().withValidShape(dims(valid)));
  }

  static ImmutableList<Expr> dims(long... extents) {
    return Arrays.stream(extents).mapToObj(ConstInt::index).collect(toImmutableList());
  }

  static MakeTuple tuple(long... elements) {
    return tuple(dims(elements));
  }

  static MakeTuple tuple(List<? extends Expr> elements) {
    return MakeTuple.of(ImmutableList.copyOf(elements), Span.unknown());
  }

  /** A tuple of as many index variables. */
  MakeTuple indices(int n) {
    List<Expr> elements = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      elements.add(index());
    }
    return tuple(elements);
  }
}
