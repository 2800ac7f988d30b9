package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tiles that are made, and places. Sources: PTO ISA, TCI, TTRI and TRANDOM; PyPTO operators. */
final class TileGeneratorModels {
  private static final int FRACTAL = 512;
  private static final ImmutableSet<DataType> COUNTERS =
      ImmutableSet.of(DataType.INT16, DataType.INT32, DataType.UINT16, DataType.UINT32);
  private static final ImmutableSet<DataType> RANDOM =
      ImmutableSet.of(DataType.INT32, DataType.UINT32);
  private static final ImmutableSet<MemorySpace> NO_TILES =
      ImmutableSet.of(
          MemorySpace.DDR,
          MemorySpace.SCALAR_LOCAL,
          MemorySpace.LEFT_SCALE,
          MemorySpace.RIGHT_SCALE);
  private static final ImmutableSet<MemorySpace> COMPACT =
      ImmutableSet.of(MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.ACC);

  private static final ImmutableSet<String> DTYPE = ImmutableSet.of("dtype");

  private TileGeneratorModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return new Careless()
        .put(create(), 1, DTYPE, "tile.create")
        .put(full(), 2, DTYPE, "tile.full")
        .put(counting(), 2, DTYPE, "tile.ci")
        .put(triangle(), 2, DTYPE, "tile.tri")
        .put(random(), 7, DTYPE, "tile.random")
        .put(alloc(), 2, "tile.alloc")
        .put(
            _ -> Attempt.of().gives(ScalarType.of(DataType.INDEX)),
            0,
            "tile.get_block_idx",
            "tile.get_block_num",
            "tile.get_subblock_idx")
        .build();
  }

  /** The extents of a new tile: mostly constants above 0, and as many as wanted. */
  private static List<Expr> extents(Draw draw, int least, int most) {
    List<Expr> extents = new ArrayList<>(Draw.dims(draw.shape(draw.between(least, most))));
    if (draw.oneIn(10)) {
      extents.set(
          draw.between(0, extents.size() - 1),
          draw.any(draw.index(), ConstInt.index(0), ConstInt.index(-1)));
    }
    return extents;
  }

  private static boolean areConstant(List<Expr> extents) {
    return !extents.isEmpty()
        && extents.stream().allMatch(e -> e instanceof ConstInt c && c.value() > 0);
  }

  /** The tuple, or sometimes a variable that holds it, whose elements are no constants. */
  private static Expr tuple(Draw draw, List<Expr> elements) {
    MakeTuple tuple = Draw.tuple(elements);
    return draw.oneIn(15) ? draw.value(tuple.type()) : tuple;
  }

  private static TileType made(
      DataType dtype, List<Expr> shape, TileView view, Optional<MemorySpace> space) {
    return new TileType(
        dtype, ImmutableList.copyOf(shape), Optional.empty(), Optional.of(view), space);
  }

  /** A tile in Vec in the usual order of its shape. */
  private static TileType usual(DataType dtype, List<Expr> shape, List<Expr> valid) {
    Optional<MemorySpace> vec = Optional.of(MemorySpace.VEC);
    return made(
        dtype,
        shape,
        TileView.implicit(ImmutableList.copyOf(shape), vec).withValidShape(valid),
        vec);
  }

  /**
   * {@code create(shape)}: in any memory of tiles but those of scales; two orders of its own in
   * Mat, and boxes that follow the valid rows in the memories of the matrix unit.
   */
  private static RuleModel create() {
    return draw -> {
      List<Expr> shape = draw.oneIn(40) ? ImmutableList.of() : extents(draw, 1, 3);
      Expr tuple = tuple(draw, shape);
      DataType dtype = draw.dtype();
      Optional<MemorySpace> space =
          draw.oneIn(4)
              ? Optional.empty()
              : Optional.of(draw.oneIn(3) ? MemorySpace.MAT : draw.any(MemorySpace.values()));
      Attrs kwargs = Attrs.of("dtype", AttrValue.of(dtype));
      kwargs = space.isPresent() ? kwargs.with("target_memory", AttrValue.of(space.get())) : kwargs;
      for (String flag : ImmutableList.of("transpose", "flat_layout", "compact")) {
        kwargs = draw.oneIn(2) ? kwargs : kwargs.with(flag, AttrValue.of(draw.oneIn(3)));
      }
      Attrs asked = kwargs;
      return Attempt.of(tuple)
          .with(asked)
          .when(
              tuple instanceof MakeTuple && areConstant(shape) && mayLie(shape, space, asked),
              () -> made(dtype, shape, order(shape, space, asked), space));
    };
  }

  private static boolean mayLie(List<Expr> shape, Optional<MemorySpace> space, Attrs asked) {
    boolean turned = asked.getBool("transpose", false);
    boolean flat = asked.getBool("flat_layout", false);
    boolean mat = space.equals(Optional.of(MemorySpace.MAT));
    return space.filter(NO_TILES::contains).isEmpty()
        && (!turned || (mat && shape.size() == 2 && !flat))
        && (!flat || mat)
        && (!asked.getBool("compact", false) || space.filter(COMPACT::contains).isPresent());
  }

  private static TileView order(List<Expr> shape, Optional<MemorySpace> space, Attrs asked) {
    if (asked.getBool("transpose", false)) {
      return TileView.of(TileLayout.ROW_MAJOR, TileLayout.COL_MAJOR, FRACTAL);
    }
    return asked.getBool("flat_layout", false)
        ? TileView.of(TileLayout.ROW_MAJOR, TileLayout.NONE_BOX, FRACTAL)
        : TileView.implicit(ImmutableList.copyOf(shape), space)
            .withCompact(asked.getBool("compact", false) ? CompactMode.NORMAL : CompactMode.NULL);
  }

  /** {@code full(shape, value)}: a number that the elements can be, or a scalar of their type. */
  private static RuleModel full() {
    return draw -> {
      List<Expr> shape = draw.oneIn(40) ? ImmutableList.of() : extents(draw, 1, 3);
      Expr tuple = tuple(draw, shape);
      DataType dtype = draw.dtype();
      Expr value =
          draw.oneIn(4)
              ? ConstFloat.of(draw.any(0.0, 2.0, 300.0, 0.5, 1e30), DataType.FP32)
              : Scalars.beside(draw, dtype);
      return Attempt.of(tuple, value)
          .with(Attrs.of("dtype", AttrValue.of(dtype)))
          .when(
              tuple instanceof MakeTuple && areConstant(shape) && canBe(value, dtype),
              () -> usual(dtype, shape, shape));
    };
  }

  private static boolean canBe(Expr value, DataType dtype) {
    Optional<Long> literal = Scalars.literal(value);
    if (literal.isPresent()) {
      return isOf(literal.get(), dtype);
    }
    return switch (value) {
      case ConstInt c -> isOf(c.value(), dtype);
      case ConstFloat c ->
          dtype.isFloat()
              || (c.value() == Math.rint(c.value())
                  && Math.abs(c.value()) < 1e9
                  && isOf((long) c.value(), dtype));
      default -> ((ScalarType) value.type()).dtype() == dtype;
    };
  }

  private static boolean isOf(long value, DataType dtype) {
    return dtype == DataType.BOOL
        ? value == 0 || value == 1
        : dtype.isFloat() || Scalars.fits(value, dtype);
  }

  /** {@code ci(start, shape)}: one row of at least two elements. */
  private static RuleModel counting() {
    return draw -> {
      DataType dtype = draw.dtype(COUNTERS);
      Expr start = draw.oneIn(2) ? draw.scalar(dtype) : Scalars.beside(draw, dtype);
      List<Expr> shape = extents(draw, 1, 3);
      if (!draw.oneIn(4)) {
        for (int i = 0; i < shape.size() - 1; i++) {
          shape.set(i, ConstInt.index(1));
        }
      }
      Expr tuple = tuple(draw, shape);
      Attrs kwargs = Attrs.of("dtype", AttrValue.of(dtype));
      boolean oneRow =
          shape.subList(0, shape.size() - 1).stream().allMatch(Sizes::isOne)
              && !Sizes.isOne(Sizes.last(shape));
      return Attempt.of(start, tuple)
          .with(draw.oneIn(2) ? kwargs : kwargs.with("descending", AttrValue.of(draw.oneIn(2))))
          .when(
              COUNTERS.contains(dtype)
                  && tuple instanceof MakeTuple
                  && areConstant(shape)
                  && oneRow
                  && isStart(start, dtype),
              () -> usual(dtype, shape, shape));
    };
  }

  /** Whether counting may start there: a constant of the counters' range, or of their type. */
  private static boolean isStart(Expr start, DataType dtype) {
    return start instanceof ConstInt c
        ? Scalars.fits(c.value(), dtype)
        : Scalars.type(start, dtype).equals(Optional.of(dtype));
  }

  /** {@code tri(diagonal, shape[, valid_shape])}. */
  private static RuleModel triangle() {
    return draw -> {
      Expr diagonal =
          draw.oneIn(2) ? draw.scalar(DataType.INT32) : Scalars.beside(draw, DataType.INT32);
      DataType dtype = draw.dtype(Draw.UP_TO_32_BITS);
      Attrs kwargs = Attrs.of("dtype", AttrValue.of(dtype));
      return matrix(
          draw,
          ImmutableList.of(diagonal),
          draw.oneIn(2) ? kwargs : kwargs.with("upper", AttrValue.of(draw.oneIn(2))),
          dtype,
          Draw.UP_TO_32_BITS.contains(dtype));
    };
  }

  /** {@code random(key0, key1, counter0, ..., counter3, shape[, valid_shape])}. */
  private static RuleModel random() {
    return draw -> {
      ImmutableList.Builder<Expr> seeds = ImmutableList.builder();
      for (int i = 0; i < 6; i++) {
        seeds.add(
            draw.oneIn(12) ? Scalars.beside(draw, DataType.INT32) : draw.scalar(DataType.INT32));
      }
      DataType dtype = draw.dtype(RANDOM);
      int rounds = draw.oneIn(6) ? draw.any(0, 8, 11) : draw.any(7, 10);
      boolean given = draw.oneIn(2);
      Attrs kwargs = Attrs.of("dtype", AttrValue.of(dtype));
      return matrix(
          draw,
          seeds.build(),
          given ? kwargs.with("rounds", AttrValue.of(rounds)) : kwargs,
          dtype,
          RANDOM.contains(dtype) && (!given || rounds == 7 || rounds == 10));
    };
  }

  /** A matrix of constant extents, of which a constant part may be valid, from INT32 scalars. */
  private static Attempt matrix(
      Draw draw, ImmutableList<Expr> seeds, Attrs kwargs, DataType dtype, boolean legal) {
    List<Expr> shape = draw.oneIn(8) ? extents(draw, 1, 3) : extents(draw, 2, 2);
    Expr tuple = tuple(draw, shape);
    ImmutableList.Builder<Expr> args = ImmutableList.<Expr>builder().addAll(seeds).add(tuple);
    List<Expr> valid = shape;
    if (draw.oneIn(2)) {
      valid = part(draw, shape);
      args.add(tuple(draw, valid));
    }
    ImmutableList<Expr> all = args.build();
    boolean written = all.stream().skip(seeds.size()).allMatch(MakeTuple.class::isInstance);
    List<Expr> region = valid.isEmpty() ? shape : valid;
    boolean fits =
        seeds.stream().allMatch(TileGeneratorModels::isWord)
            && written
            && shape.size() == 2
            && areConstant(shape)
            && region.size() == 2
            && areConstant(region)
            && !Sizes.less(shape.get(0), region.get(0))
            && !Sizes.less(shape.get(1), region.get(1));
    return Attempt.of(all).with(kwargs).when(legal && fits, () -> usual(dtype, shape, region));
  }

  private static boolean isWord(Expr seed) {
    return Scalars.type(seed, DataType.INT32).equals(Optional.of(DataType.INT32));
  }

  /** Constants of 1 and more, mostly no larger than the extents; none stands for all of them. */
  private static List<Expr> part(Draw draw, List<Expr> shape) {
    if (draw.oneIn(8)) {
      return draw.oneIn(2) ? ImmutableList.of() : extents(draw, 1, 3);
    }
    return shape.stream()
        .map(
            e ->
                e instanceof ConstInt c && c.value() > 0
                    ? (Expr) ConstInt.index(draw.between(1, (int) c.value()))
                    : e)
        .toList();
  }

  /** {@code alloc(memory_space, size)}: the number of a memory, and bytes. */
  private static RuleModel alloc() {
    return draw -> {
      Expr space =
          draw.oneIn(8)
              ? draw.index()
              : ConstInt.index(draw.oneIn(8) ? draw.any(-1, 10, 99) : draw.between(0, 9));
      Expr size = draw.oneIn(8) ? draw.index() : ConstInt.index(draw.any(-4L, 0L, 512L, 1L << 20));
      boolean legal =
          space instanceof ConstInt s
              && s.value() >= 0
              && s.value() <= 9
              && size instanceof ConstInt c
              && c.value() >= 0;
      return Attempt.of(space, size)
          .with(draw.oneIn(2) ? Attrs.empty() : Attrs.of("pinned", AttrValue.of(draw.oneIn(2))))
          .when(legal, () -> PtrType.INSTANCE);
    };
  }
}
