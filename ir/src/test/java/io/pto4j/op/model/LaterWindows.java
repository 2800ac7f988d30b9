package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Windows of matrices of which a part is valid, at offsets that are known at run time only: what is
 * left of the valid part there, but no more than the window.
 *
 * @param offset where the window begins; along an axis it may be a constant
 * @param asked the valid extents that are asked for
 */
record LaterWindows(
    DataType dtype,
    List<Long> shape,
    List<Long> valid,
    List<Expr> offset,
    List<Long> window,
    Optional<List<Long>> asked,
    boolean clamped) {

  static LaterWindows of(Draw draw, boolean mayClamp) {
    List<Long> shape = new ArrayList<>();
    List<Long> valid = new ArrayList<>();
    List<Expr> offset = new ArrayList<>();
    List<Long> window = new ArrayList<>();
    List<Long> asked = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      long extent = draw.any(8L, 16L, 32L);
      long size = draw.any(extent, extent / 2, 2L);
      shape.add(extent);
      valid.add(draw.oneIn(3) ? extent : (long) draw.between(0, (int) extent));
      offset.add(draw.oneIn(4) ? ConstInt.index(0) : draw.index());
      window.add(size);
      asked.add(draw.oneIn(2) ? size : (long) draw.between(0, (int) size));
    }
    return new LaterWindows(
        draw.any(DataType.FP32, DataType.INT16, DataType.INT4),
        shape,
        valid,
        offset,
        window,
        draw.oneIn(2) ? Optional.of(asked) : Optional.empty(),
        mayClamp && draw.oneIn(3));
  }

  /** What is certain of a valid extent wins over what is asked for, and that over the rest. */
  private Expr extent(int axis) {
    Expr whole = ConstInt.index(window.get(axis));
    Expr there = clamped || !valid.get(axis).equals(shape.get(axis)) ? left(axis) : whole;
    if (asked.isEmpty()) {
      return there;
    }
    long wanted = asked.get().get(axis);
    boolean narrower =
        there instanceof ConstInt c ? c.value() <= wanted : wanted == window.get(axis);
    return narrower ? there : ConstInt.index(wanted);
  }

  /** How much of the window lies in the valid part. */
  private Expr left(int axis) {
    long most = window.get(axis);
    long until = valid.get(axis);
    if (offset.get(axis) instanceof ConstInt) {
      return ConstInt.index(Math.min(until, most));
    }
    Expr rest =
        binary(
            BinaryOp.MAX,
            binary(BinaryOp.SUB, ConstInt.index(until), offset.get(axis)),
            ConstInt.index(0));
    return binary(BinaryOp.MIN, rest, ConstInt.index(most));
  }

  private static Expr binary(BinaryOp op, Expr left, Expr right) {
    return Exprs.binary(op, left, right, Span.unknown());
  }

  private ImmutableList<Expr> extents() {
    return ImmutableList.of(extent(0), extent(1));
  }

  private static long[] array(List<Long> extents) {
    return extents.stream().mapToLong(Long::longValue).toArray();
  }

  private Attempt attempt(Expr... first) {
    ImmutableList.Builder<Expr> args = ImmutableList.<Expr>builder().add(first);
    asked.ifPresent(extents -> args.add(Draw.tuple(array(extents))));
    return Attempt.of(args.build())
        .with(clamped ? Attrs.of("clamp", AttrValue.of(true)) : Attrs.empty());
  }

  private TileType tile(Optional<MemorySpace> space, ImmutableList<Expr> region) {
    TileView view = Tiles.ND.withValidShape(region);
    return new TileType(
        dtype, Draw.dims(array(window)), Optional.empty(), Optional.of(view), space);
  }

  private LaterWindows asking(Optional<List<Long>> extents) {
    return new LaterWindows(dtype, shape, valid, offset, window, extents, clamped);
  }

  static Attempt tileSlice(Draw draw) {
    LaterWindows w = of(draw, false);
    return w.attempt(
            draw.partial(w.dtype, array(w.shape), array(w.valid)),
            Draw.tuple(array(w.window)),
            Draw.tuple(w.offset))
        .gives(w.tile(Optional.of(MemorySpace.VEC), w.extents()));
  }

  static Attempt extract(Draw draw) {
    LaterWindows w = of(draw, false).asking(Optional.empty());
    return w.attempt(
            draw.partial(w.dtype, array(w.shape), array(w.valid)),
            w.offset.get(0),
            w.offset.get(1),
            Draw.tuple(array(w.window)))
        .gives(w.tile(Optional.of(MemorySpace.VEC), w.extents()));
  }

  static Attempt tensorSlice(Draw draw) {
    LaterWindows w = of(draw, true);
    return w.attempt(
            draw.partialTensor(w.dtype, array(w.shape), array(w.valid)),
            Draw.tuple(array(w.window)),
            Draw.tuple(w.offset))
        .gives(TensorArg.fresh(w.dtype, Draw.dims(array(w.window)), w.extents()));
  }

  /** A load always says what it asks for. */
  static Attempt load(Draw draw) {
    LaterWindows drawn = of(draw, true);
    LaterWindows w = drawn.asking(drawn.asked.or(() -> Optional.of(drawn.window)));
    Attempt attempt =
        w.attempt(
            draw.partialTensor(w.dtype, array(w.shape), array(w.valid)),
            Draw.tuple(w.offset),
            Draw.tuple(array(w.window)));
    return attempt
        .with(attempt.kwargs().with("target_memory", AttrValue.of(MemorySpace.VEC)))
        .gives(w.tile(Optional.of(MemorySpace.VEC), w.extents()));
  }

  /** What is asked for is met with what is valid there, also where that shows later. */
  static Attempt remoteLoad(Draw draw) {
    LaterWindows w = of(draw, false);
    TensorView view =
        new TensorView(
            ImmutableList.of(), TensorLayout.ND, Draw.dims(array(w.valid)), PadValue.NULL);
    Expr source =
        draw.value(DistributedTensorType.of(w.dtype, array(w.shape)).withTensorView(view));
    return w.attempt(
            source, draw.scalar(DataType.INT32), Draw.tuple(w.offset), Draw.tuple(array(w.window)))
        .gives(w.tile(Optional.empty(), w.asked.isPresent() ? w.met() : w.extents()));
  }

  private ImmutableList<Expr> met() {
    if (valid.equals(shape)) {
      return Draw.dims(array(asked.orElseThrow()));
    }
    return ImmutableList.of(met(0), met(1));
  }

  private Expr met(int axis) {
    long wanted = asked.orElseThrow().get(axis);
    Expr there = left(axis);
    if (there instanceof ConstInt c) {
      return ConstInt.index(Math.min(wanted, c.value()));
    }
    if (wanted == window.get(axis)) {
      return there;
    }
    return wanted == 0 ? ConstInt.index(0) : binary(BinaryOp.MIN, ConstInt.index(wanted), there);
  }

  /** A tensor whose extents are partly symbols, in a shape that has symbols, too. */
  static Attempt reshape(Draw draw) {
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    ImmutableList<Extent> shape = TensorDraws.shape(draw, draw.between(1, 3), symbols);
    TensorArg input = TensorArg.partial(draw, DataType.FP32, shape);
    List<Extent> target = new ArrayList<>(shape);
    if (draw.oneIn(2)) {
      target.removeIf(extent -> extent.is(1));
      target.add(draw.between(0, target.size()), Extent.ONE);
    } else if (draw.oneIn(2)) {
      target.set(draw.between(0, target.size() - 1), draw.any(symbols));
    }
    boolean symbolic = target.stream().anyMatch(extent -> !extent.isConstant());
    if (!symbolic) {
      target.add(draw.any(symbols));
    }
    return Attempt.of(input.value(), Draw.tuple(Extent.exprs(target)))
        .when(
            reshaped(input, target).isPresent(),
            () -> TensorArg.fresh(DataType.FP32, target, reshaped(input, target).orElseThrow()));
  }

  /** Only axes of extent 1 may come and go where a part is valid. */
  private static Optional<List<Extent>> reshaped(TensorArg input, List<Extent> target) {
    if (input.whollyValid()) {
      return Optional.of(target);
    }
    if (input.valid().stream().anyMatch(extent -> extent.is(0))) {
      return Optional.of(target.stream().map(_ -> Extent.of(0)).toList());
    }
    List<Extent> rest = new ArrayList<>();
    List<Extent> carried = new ArrayList<>();
    for (int i = 0; i < input.rank(); i++) {
      if (!input.shape().get(i).is(1)) {
        rest.add(input.shape().get(i));
        carried.add(input.valid().get(i));
      }
    }
    if (!rest.equals(target.stream().filter(extent -> !extent.is(1)).toList())) {
      return Optional.empty();
    }
    return Optional.of(
        target.stream().map(extent -> extent.is(1) ? Extent.ONE : carried.removeFirst()).toList());
  }

  /** Tiles have constant shapes. */
  static Attempt tileReshape(Draw draw) {
    long[] shape = draw.shape(2);
    return Attempt.of(
            draw.vec(DataType.FP32, shape),
            Draw.tuple(Tiles.with(shape, draw.between(0, 1), draw.index())))
        .isRefused();
  }
}
