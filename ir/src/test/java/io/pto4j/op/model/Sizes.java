package io.pto4j.op.model;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.Span;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tiles whose extents may be known at run time only, and what is certain about such extents. All
 * operands of one call draw from the same few variables, so that extents may be the same ones.
 */
final class Sizes {
  private static final int FRACTAL = 512;
  private static final ConstInt ZERO = ConstInt.index(0);

  private final Draw draw;
  private final Var n;
  private final Var m;

  Sizes(Draw draw) {
    this.draw = draw;
    this.n = draw.index();
    this.m = draw.index();
  }

  private Expr atRunTime() {
    return draw.any(n, m, plus(n, 1));
  }

  private Expr extent() {
    return draw.oneIn(8) ? draw.any(n, m) : ConstInt.index(draw.extent());
  }

  /** A shape of at least {@code from} and at most {@code to} dimensions, mostly of two. */
  ImmutableList<Expr> shape(int from, int to) {
    int rank = draw.oneIn(2) ? Math.clamp(2, from, to) : draw.between(from, to);
    ImmutableList.Builder<Expr> shape = ImmutableList.builder();
    for (int i = 0; i < rank; i++) {
      shape.add(extent());
    }
    return shape.build();
  }

  /** The same shape, or one that differs in an extent or in the rank. */
  ImmutableList<Expr> nearly(ImmutableList<Expr> shape) {
    if (!draw.oneIn(6)) {
      return shape;
    }
    List<Expr> other = new ArrayList<>(shape);
    switch (draw.between(0, 3)) {
      case 0 -> other.addFirst(ConstInt.index(1));
      case 1 -> other.removeFirst();
      default -> other.set(draw.between(0, other.size() - 1), extent());
    }
    return other.isEmpty() ? shape : ImmutableList.copyOf(other);
  }

  /** Extents that may be valid of {@code shape}: all in half of the cases. */
  ImmutableList<Expr> valid(ImmutableList<Expr> shape) {
    return draw.oneIn(2)
        ? shape
        : shape.stream()
            .map(
                extent ->
                    draw.oneIn(4) && !isOne(extent)
                        ? atRunTime()
                        : extent instanceof ConstInt c && draw.oneIn(2) ? part(c.value()) : extent)
            .collect(toImmutableList());
  }

  private Expr part(long extent) {
    return ConstInt.index(draw.oneIn(12) ? 0 : draw.between(1, (int) extent));
  }

  /** A tile of any valid region, memory and view; most are in Vec and in the usual order. */
  Var tile(DataType dtype, ImmutableList<Expr> shape) {
    return tile(dtype, shape, valid(shape));
  }

  Var tile(DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {
    Optional<MemorySpace> space = draw.oneIn(8) ? anySpace() : Optional.of(MemorySpace.VEC);
    TileView view = TileView.implicit(shape, space).withValidShape(valid);
    if (draw.oneIn(6)) {
      view =
          view.withBlayout(draw.any(TileLayout.ROW_MAJOR, TileLayout.COL_MAJOR))
              .withSlayout(draw.any(TileLayout.values()))
              .withFractal(draw.any(32, FRACTAL, 1024));
    }
    if (draw.oneIn(6)) {
      view = view.withPad(draw.any(PadValue.values()));
    }
    if (draw.oneIn(12)) {
      view = view.withCompact(CompactMode.NORMAL);
    }
    if (draw.oneIn(12)) {
      view = view.withStartOffset(ConstInt.index(32)).withStride(shape);
    }
    return draw.value(new TileType(dtype, shape, Optional.empty(), Optional.of(view), space));
  }

  private Optional<MemorySpace> anySpace() {
    return draw.oneIn(4) ? Optional.empty() : Optional.of(draw.any(MemorySpace.values()));
  }

  static TileType type(Var tile) {
    return (TileType) tile.type();
  }

  static ImmutableList<Expr> shape(Var tile) {
    return type(tile).shape();
  }

  static ImmutableList<Expr> valid(Var tile) {
    return type(tile).validShape();
  }

  /** A result in Vec with the order of elements, padding and compaction of an operand. */
  static TileType like(
      Var operand, DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {
    TileView view = type(operand).effectiveView();
    return result(
        dtype,
        shape,
        TileView.of(view.blayout(), view.slayout(), FRACTAL)
            .withPad(view.pad())
            .withCompact(view.compact()),
        valid);
  }

  /** The operand's own type as a result in Vec. */
  static TileType like(Var operand) {
    return like(operand, type(operand).dtype(), shape(operand), valid(operand));
  }

  /** A result in Vec without boxes. */
  static TileType unboxed(
      DataType dtype, ImmutableList<Expr> shape, TileLayout blayout, ImmutableList<Expr> valid) {
    return result(dtype, shape, TileView.of(blayout, TileLayout.NONE_BOX, FRACTAL), valid);
  }

  private static TileType result(
      DataType dtype, ImmutableList<Expr> shape, TileView view, ImmutableList<Expr> valid) {
    return new TileType(
        dtype,
        shape,
        Optional.empty(),
        Optional.of(view.withValidShape(valid)),
        Optional.of(MemorySpace.VEC));
  }

  static Expr plus(Expr extent, long more) {
    return Exprs.binary(BinaryOp.ADD, extent, ConstInt.index(more), Span.unknown());
  }

  static Expr last(List<Expr> extents) {
    return extents.getLast();
  }

  /** The extents with one of them replaced. */
  static ImmutableList<Expr> with(List<Expr> extents, int axis, Expr extent) {
    List<Expr> result = new ArrayList<>(extents);
    result.set(axis, extent);
    return ImmutableList.copyOf(result);
  }

  /** Whether two extents are certainly the same. */
  static boolean same(Expr a, Expr b) {
    return gap(a, b).equals(OptionalLong.of(0));
  }

  static boolean same(List<Expr> a, List<Expr> b) {
    boolean same = a.size() == b.size();
    for (int i = 0; same && i < a.size(); i++) {
      same = same(a.get(i), b.get(i));
    }
    return same;
  }

  /** Whether {@code a} is certainly less than {@code b}. */
  static boolean less(Expr a, Expr b) {
    return gap(a, b).orElse(0) > 0;
  }

  /** Whether {@code a} is certainly no more than {@code b}, which may be the least of several. */
  static boolean atMost(Expr a, Expr b) {
    return leaves(b).stream()
        .allMatch(y -> leaves(a).stream().anyMatch(x -> gap(x, y).orElse(-1) >= 0));
  }

  static boolean isOne(Expr extent) {
    return same(extent, ConstInt.index(1));
  }

  static boolean isZero(Expr extent) {
    return same(extent, ZERO);
  }

  /** The smaller one; both, where it is not certain which that is. */
  private static Expr min(Expr a, Expr b) {
    if (atMost(a, b)) {
      return a;
    }
    return atMost(b, a) ? b : Exprs.binary(BinaryOp.MIN, a, b, Span.unknown());
  }

  /** Where two regions of one shape are valid both; a valid extent never exceeds the shape's. */
  static ImmutableList<Expr> intersection(List<Expr> shape, List<Expr> a, List<Expr> b) {
    ImmutableList.Builder<Expr> both = ImmutableList.builder();
    for (int i = 0; i < shape.size(); i++) {
      Expr full = shape.get(i);
      both.add(
          same(a.get(i), full)
              ? b.get(i)
              : same(b.get(i), full) ? a.get(i) : min(a.get(i), b.get(i)));
    }
    return both.build();
  }

  private static List<Expr> leaves(Expr extent) {
    if (extent instanceof BinaryExpr b && b.op() == BinaryOp.MIN) {
      List<Expr> all = new ArrayList<>(leaves(b.left()));
      all.addAll(leaves(b.right()));
      return all;
    }
    return List.of(extent);
  }

  /** By how much {@code b} is more than {@code a}, if that is certain. */
  private static OptionalLong gap(Expr a, Expr b) {
    Expr x = base(a);
    Expr y = base(b);
    return x == y ? OptionalLong.of(constant(b) - constant(a)) : OptionalLong.empty();
  }

  /** An extent without the number that is added to it. */
  private static Expr base(Expr extent) {
    return switch (extent) {
      case ConstInt _ -> ZERO;
      case BinaryExpr b when b.op() == BinaryOp.ADD -> base(b.left());
      default -> extent;
    };
  }

  private static long constant(Expr extent) {
    return switch (extent) {
      case ConstInt c -> c.value();
      case BinaryExpr b when b.op() == BinaryOp.ADD -> constant(b.left()) + constant(b.right());
      default -> 0;
    };
  }
}
