package io.pto4j.op.model;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Tile operators that work element by element. Sources: PTO ISA; PyPTO tile operators. */
final class TileArithmeticModels {
  private static final ImmutableSet<DataType> HALF_WORDS =
      ImmutableSet.of(DataType.INT16, DataType.UINT16);

  private TileArithmeticModels() {}

  static ImmutableMap<String, RuleModel> all() {
    Careless models = new Careless();
    putTiles(models);
    putScalars(models);
    putUnary(models);
    return models.build();
  }

  private static void putTiles(Careless models) {
    models
        .put(
            tiles(Draw.DTYPES, 2, 0, TileArithmeticModels::common),
            2,
            "tile.add",
            "tile.sub",
            "tile.mul",
            "tile.maximum",
            "tile.minimum",
            "tile.fmod")
        .put(
            tiles(Draw.DTYPES, 2, 0, TileArithmeticModels::larger),
            2,
            "tile.part_add",
            "tile.part_mul",
            "tile.part_max",
            "tile.part_min")
        .put(precise(tiles(Draw.VECTOR, 2, 0, TileArithmeticModels::only)), 2, "tile.div")
        .put(
            tiles(Draw.INTEGERS, 2, 0, TileArithmeticModels::common),
            2,
            "tile.and",
            "tile.or",
            "tile.shl",
            "tile.shr")
        .put(tiles(Draw.INTEGERS, 2, 1, TileArithmeticModels::common), 3, "tile.xor")
        .put(tiles(Draw.DTYPES, 2, 1, TileArithmeticModels::common), 3, "tile.rem")
        .put(tiles(Draw.DTYPES, 3, 0, TileArithmeticModels::common), 3, "tile.addc", "tile.subc")
        .put(prelu(), 3, "tile.prelu");
  }

  private static void putScalars(Careless models) {
    models
        .put(
            scalar(Draw.DTYPES, 0),
            2,
            "tile.adds",
            "tile.muls",
            "tile.divs",
            "tile.fmods",
            "tile.maximums",
            "tile.minimums",
            "tile.expands")
        .put(scalar(Draw.ADDABLE, 0), 2, "tile.subs")
        .put(scalar(Draw.DTYPES, 1), 3, "tile.rems")
        .put(slope(), 2, "tile.lrelu")
        .put(bits(0, false), 2, "tile.ands", "tile.ors")
        .put(bits(1, false), 3, "tile.xors")
        .put(bits(0, true), 2, "tile.shls", "tile.shrs")
        .put(scalarBetween(), 3, "tile.addsc", "tile.subsc");
  }

  private static void putUnary(Careless models) {
    models
        .put(unary(Draw.DTYPES), 1, "tile.neg", "tile.abs", "tile.relu")
        .put(unary(Draw.FLOATS), 1, "tile.exp", "tile.sqrt")
        .put(precise(unary(Draw.FLOATS)), 1, "tile.log", "tile.recip")
        .put(unary(HALF_WORDS), 1, "tile.not")
        .put(unary(ImmutableSet.of(DataType.FP32)), 1, "tile.sin", "tile.cos")
        .put(rootWithScratch(), 1, "tile.rsqrt")
        .put(cast(), 1, ImmutableSet.of("target_type", "mode"), "tile.cast");
  }

  /** Where the result of two operands of one shape is valid; none when they do not go together. */
  private interface Region {
    Optional<ImmutableList<Expr>> of(
        ImmutableList<Expr> shape, ImmutableList<Expr> a, ImmutableList<Expr> b);
  }

  private static Optional<ImmutableList<Expr>> common(
      ImmutableList<Expr> shape, ImmutableList<Expr> a, ImmutableList<Expr> b) {
    return Optional.of(Sizes.intersection(shape, a, b));
  }

  private static Optional<ImmutableList<Expr>> only(
      ImmutableList<Expr> shape, ImmutableList<Expr> a, ImmutableList<Expr> b) {
    return Sizes.same(a, b) ? common(shape, a, b) : Optional.empty();
  }

  private static Optional<ImmutableList<Expr>> larger(
      ImmutableList<Expr> shape, ImmutableList<Expr> a, ImmutableList<Expr> b) {
    if (contains(shape, a, b)) {
      return Optional.of(a);
    }
    return contains(shape, b, a) ? Optional.of(b) : Optional.empty();
  }

  private static boolean contains(List<Expr> shape, List<Expr> outer, List<Expr> inner) {
    return IntStream.range(0, shape.size())
        .allMatch(
            i ->
                Sizes.same(outer.get(i), shape.get(i)) || Sizes.atMost(inner.get(i), outer.get(i)));
  }

  /** Tiles of one shape and element type, and scratch tiles of any. */
  private static RuleModel tiles(
      ImmutableSet<DataType> dtypes, int inputs, int scratch, Region region) {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype(dtypes);
      Var first = sizes.tile(dtype, sizes.shape(1, 4));
      List<Var> args = new ArrayList<>(List.of(first));
      Optional<ImmutableList<Expr>> valid =
          dtypes.contains(dtype) ? Optional.of(Sizes.valid(first)) : Optional.empty();
      for (int i = 1; i < inputs; i++) {
        Var next = another(draw, sizes, first);
        args.add(next);
        valid =
            valid
                .filter(_ -> isAlike(first, next))
                .flatMap(v -> region.of(Sizes.shape(first), v, Sizes.valid(next)));
      }
      for (int i = 0; i < scratch; i++) {
        args.add(sizes.tile(draw.dtype(), sizes.shape(1, 4)));
      }
      Attempt attempt = Attempt.of(args);
      return valid.isEmpty()
          ? attempt.isRefused()
          : attempt.gives(Sizes.like(first, dtype, Sizes.shape(first), valid.get()));
    };
  }

  /** Mostly a tile of the same shape and element type, often of the same region, too. */
  private static Var another(Draw draw, Sizes sizes, Var tile) {
    DataType dtype = draw.oneIn(8) ? draw.dtype() : Sizes.type(tile).dtype();
    ImmutableList<Expr> shape = sizes.nearly(Sizes.shape(tile));
    return draw.oneIn(3) && shape.equals(Sizes.shape(tile))
        ? sizes.tile(dtype, shape, Sizes.valid(tile))
        : sizes.tile(dtype, shape);
  }

  private static boolean isAlike(Var a, Var b) {
    return Sizes.type(a).dtype() == Sizes.type(b).dtype()
        && Sizes.same(Sizes.shape(a), Sizes.shape(b));
  }

  /** The model with {@code high_precision}, which FP16 and FP32 have. */
  private static RuleModel precise(RuleModel model) {
    return draw -> {
      Attempt attempt = model.draw(draw);
      if (draw.oneIn(2)) {
        return attempt;
      }
      boolean high = draw.oneIn(2);
      Attempt asked = attempt.with(Attrs.of("high_precision", AttrValue.of(high)));
      DataType dtype = ((TileType) attempt.args().get(0).type()).dtype();
      return high && !Draw.FLOATS.contains(dtype) ? asked.isRefused() : asked;
    };
  }

  /** {@code prelu(tile, slope, tmp)}: matrices, the first two valid in the same elements. */
  private static RuleModel prelu() {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype(Draw.FLOATS);
      Var tile = sizes.tile(dtype, draw.oneIn(6) ? sizes.shape(1, 3) : sizes.shape(2, 2));
      Var slope = another(draw, sizes, tile);
      Var tmp = sizes.tile(draw.dtype(), draw.oneIn(6) ? sizes.shape(1, 3) : sizes.shape(2, 2));
      return Attempt.of(tile, slope, tmp)
          .when(
              Draw.FLOATS.contains(dtype)
                  && isAlike(tile, slope)
                  && Sizes.shape(tile).size() == 2
                  && Sizes.shape(tmp).size() == 2
                  && Sizes.same(Sizes.valid(tile), Sizes.valid(slope)),
              () -> Sizes.like(tile));
    };
  }

  /** A tile and a scalar that its elements can meet without another type, and scratch tiles. */
  private static RuleModel scalar(ImmutableSet<DataType> dtypes, int scratch) {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype(dtypes);
      Var tile = sizes.tile(dtype, sizes.shape(1, 4));
      Expr scalar = Scalars.beside(draw, dtype);
      List<Expr> args = new ArrayList<>(List.of(tile, scalar));
      for (int i = 0; i < scratch; i++) {
        args.add(sizes.tile(draw.dtype(), sizes.shape(1, 4)));
      }
      return Attempt.of(args)
          .when(
              dtypes.contains(dtype)
                  && Scalars.isNoWider(scalar, dtype)
                  && dtypes.contains(Scalars.type(scalar, dtype).orElseThrow()),
              () -> Sizes.like(tile));
    };
  }

  /** The slope of {@code lrelu} is FP32 whatever the elements are. */
  private static RuleModel slope() {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype();
      Var tile = sizes.tile(dtype, sizes.shape(1, 4));
      Expr scalar = Scalars.beside(draw, DataType.FP32);
      return Attempt.of(tile, scalar)
          .when(Scalars.isNoWider(scalar, DataType.FP32), () -> Sizes.like(tile));
    };
  }

  /**
   * Integers and an integer scalar of any width but no index.
   *
   * @param shifts whether the scalar is a number of bits, less than an element has
   */
  private static RuleModel bits(int scratch, boolean shifts) {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype(Draw.INTEGERS);
      Var tile = sizes.tile(dtype, sizes.shape(1, 4));
      Expr scalar = Scalars.beside(draw, dtype);
      List<Expr> args = new ArrayList<>(List.of(tile, scalar));
      for (int i = 0; i < scratch; i++) {
        args.add(sizes.tile(draw.dtype(), sizes.shape(1, 4)));
      }
      boolean legal =
          Draw.INTEGERS.contains(dtype)
              && Scalars.type(scalar, dtype).filter(Draw.INTEGERS::contains).isPresent();
      Optional<Long> count =
          scalar instanceof ConstInt c ? Optional.of(c.value()) : Scalars.literal(scalar);
      boolean inRange =
          !shifts || count.isEmpty() || (count.get() >= 0 && count.get() < dtype.bits());
      return Attempt.of(args).when(legal && inRange, () -> Sizes.like(tile));
    };
  }

  /** A tile, a scalar and a tile. */
  private static RuleModel scalarBetween() {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype();
      Var tile = sizes.tile(dtype, sizes.shape(1, 4));
      Expr scalar = Scalars.beside(draw, dtype);
      Var third = another(draw, sizes, tile);
      return Attempt.of(tile, scalar, third)
          .when(
              Scalars.isNoWider(scalar, dtype) && isAlike(tile, third),
              () ->
                  Sizes.like(
                      tile,
                      dtype,
                      Sizes.shape(tile),
                      Sizes.intersection(
                          Sizes.shape(tile), Sizes.valid(tile), Sizes.valid(third))));
    };
  }

  private static RuleModel unary(ImmutableSet<DataType> dtypes) {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype(dtypes);
      Var tile = sizes.tile(dtype, sizes.shape(1, 4));
      return Attempt.of(tile).when(dtypes.contains(dtype), () -> Sizes.like(tile));
    };
  }

  /** {@code rsqrt(tile[, tmp])}: the scratch tile has shape and element type of the operand. */
  private static RuleModel rootWithScratch() {
    return draw -> {
      Attempt plain = unary(Draw.FLOATS).draw(draw);
      if (draw.oneIn(2)) {
        return plain;
      }
      Var tile = (Var) plain.args().get(0);
      Var tmp = another(draw, new Sizes(draw), tile);
      Attempt with =
          new Attempt(ImmutableList.of(tile, tmp), plain.kwargs(), plain.told(), plain.result());
      return isAlike(tile, tmp) ? with : with.isRefused();
    };
  }

  /** Any other element type, by name or number, in one of seven modes of rounding. */
  private static RuleModel cast() {
    ImmutableList<DataType> targets = Draw.DTYPES.stream().collect(toImmutableList());
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype();
      Var tile = sizes.tile(dtype, sizes.shape(1, 4));
      DataType target =
          draw.oneIn(6)
              ? draw.any(DataType.FP8E4M3FN, DataType.FP8E5M2, DataType.FP4, dtype)
              : draw.any(targets);
      int mode = draw.oneIn(8) ? draw.any(-1, 7, 100) : draw.between(0, 6);
      int number = draw.oneIn(8) ? 0x7F : target.code();
      boolean byNumber = draw.oneIn(4);
      boolean packs =
          target != DataType.FP4
              || !(Sizes.last(Sizes.shape(tile)) instanceof ConstInt c && c.value() % 2 != 0);
      return Attempt.of(tile)
          .with(
              Attrs.of(
                  ImmutableMap.of(
                      "target_type",
                      byNumber ? AttrValue.of(number) : AttrValue.of(target),
                      "mode",
                      AttrValue.of(mode))))
          .when(
              target != dtype
                  && packs
                  && mode >= 0
                  && mode <= 6
                  && (!byNumber || number == target.code()),
              () -> Sizes.like(tile, target, Sizes.shape(tile), Sizes.valid(tile)));
    };
  }
}
