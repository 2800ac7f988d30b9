package io.pto4j.op.model;

import static io.pto4j.op.model.TensorDraws.checked;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Tensor operators that look at a part of a tensor, or at it with its axes exchanged. */
final class TensorViewModels {
  private TensorViewModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.of(
        "tensor.slice",
            checked(draw -> draw.oneIn(5) ? LaterWindows.tensorSlice(draw) : slice(draw), 3),
        "tensor.transpose", checked(TensorViewModels::transpose, 3));
  }

  /** A tensor in any of the layouts that are not for scales, or now and then in one that is. */
  static TensorArg laidOut(Draw draw, DataType dtype, List<Extent> shape, List<Extent> stride) {
    return TensorArg.of(
        draw,
        draw.oneIn(6),
        dtype,
        shape,
        TensorArg.valid(draw, shape),
        stride,
        draw.oneIn(12) ? TensorLayout.MX_A_ZZ : draw.oneIn(4) ? TensorLayout.DN : TensorLayout.ND,
        draw.oneIn(4) ? draw.any(PadValue.values()) : PadValue.NULL);
  }

  static boolean isForScales(TensorArg tensor) {
    return tensor.layout() == TensorLayout.MX_A_ZZ;
  }

  /** The window of a call of {@code tensor.slice}, axis by axis. */
  private static final class Window {
    final List<Extent> shape = new ArrayList<>();
    final List<Extent> offset = new ArrayList<>();
    final List<Extent> wanted = new ArrayList<>();

    static Window draw(Draw draw, TensorArg source) {
      Window window = new Window();
      for (int i = 0; i < source.rank(); i++) {
        int extent = (int) source.shape().get(i).add();
        int first = draw.oneIn(12) ? draw.any(-1, extent + 1) : draw.between(0, extent);
        int size =
            draw.oneIn(12)
                ? draw.any(0, extent + 1)
                : draw.oneIn(3) ? 1 : draw.between(1, Math.max(1, extent - Math.max(0, first)));
        window.offset.add(Extent.of(draw.oneIn(3) ? 0 : first));
        window.shape.add(Extent.of(size));
        window.wanted.add(
            Extent.of(
                draw.oneIn(20) ? draw.any(-1, size + 1) : draw.between(0, Math.max(0, size))));
      }
      return window;
    }

    /** What of the source is there; the smallest of what is asked for and that. */
    Optional<List<Extent>> valid(TensorArg source, boolean requested, boolean clamped) {
      List<Extent> result = new ArrayList<>();
      for (int i = 0; i < shape.size(); i++) {
        Extent at = offset.get(i);
        long size = shape.get(i).add();
        long reach = requested ? wanted.get(i).add() : size;
        if (at.surelyLess(Extent.of(0))) {
          return Optional.empty();
        }
        if (!at.isConstant()) {
          result.add(Extent.of(reach));
          continue;
        }
        if (!clamped && at.add() + reach > source.shape().get(i).add()) {
          return Optional.empty();
        }
        long there = Math.max(0, source.valid().get(i).add() - at.add());
        boolean cut = clamped || !source.whollyValid();
        long available = cut ? Math.min(there, size) : size;
        result.add(Extent.of(requested ? Math.min(reach, available) : available));
      }
      return Optional.of(result);
    }

    boolean isLegal(boolean requested) {
      for (int i = 0; i < shape.size(); i++) {
        if (shape.get(i).add() < 1
            || (requested
                && (wanted.get(i).add() < 0 || wanted.get(i).add() > shape.get(i).add()))) {
          return false;
        }
      }
      return true;
    }
  }

  private static Attempt slice(Draw draw) {
    DataType dtype = draw.dtype();
    int rank = draw.between(1, 4);
    TensorArg source = laidOut(draw, dtype, Extent.all(draw.shape(rank)), ImmutableList.of());
    Window window = Window.draw(draw, source);
    boolean other = draw.oneIn(12);
    if (other) {
      window.offset.add(Extent.of(0));
    }
    boolean mentioned = draw.oneIn(2);
    boolean requested = mentioned && draw.oneIn(2);
    boolean clamped = draw.oneIn(4);
    Attrs kwargs =
        clamped || draw.oneIn(4) ? Attrs.of("clamp", AttrValue.of(clamped)) : Attrs.empty();
    PadValue pad = source.pad();
    if (draw.oneIn(4)) {
      pad = draw.any(PadValue.values());
      kwargs = kwargs.with("pad_value", new AttrValue.OfPadValue(pad));
    }
    if (source.whollyValid() && !clamped && draw.oneIn(4)) {
      window.offset.set(0, Extent.of(draw.index()));
    }
    List<Expr> args = new ArrayList<>();
    Collections.addAll(
        args,
        source.value(),
        Draw.tuple(Extent.exprs(window.shape)),
        Draw.tuple(Extent.exprs(window.offset)));
    if (mentioned) {
      args.add(Draw.tuple(requested ? Extent.exprs(window.wanted) : ImmutableList.of()));
    }
    List<Integer> dropped = new ArrayList<>();
    if (mentioned && draw.oneIn(2)) {
      for (int i = 0; i < rank; i++) {
        if (draw.oneIn(12) || (window.shape.get(i).is(1) && draw.oneIn(2))) {
          dropped.add(i);
        }
      }
      if (draw.oneIn(12)) {
        dropped.add(draw.between(-1, rank));
      }
      args.add(Draw.tuple(dropped.stream().mapToLong(Integer::longValue).toArray()));
    }
    Attempt attempt = Attempt.of(args).with(kwargs);
    if (isForScales(source) || !window.isLegal(requested)) {
      return attempt;
    }
    Optional<List<Extent>> valid =
        other
            ? Optional.of(requested ? window.wanted : window.shape)
            : window.valid(source, requested, clamped);
    PadValue outside = pad;
    return attempt.when(
        valid.isPresent()
            && Draw.isAtByte(dtype, Extent.exprs(window.offset))
            && mayDrop(dropped, window.shape, valid.get()),
        () ->
            TensorArg.type(
                source.window(),
                dtype,
                without(window.shape, dropped),
                TensorView.packed()
                    .withValidShape(without(valid.get(), dropped))
                    .withPad(outside)));
  }

  /** Axes of extent 1 that are there; one axis remains. */
  private static boolean mayDrop(List<Integer> dropped, List<Extent> shape, List<Extent> valid) {
    for (int axis : dropped) {
      if (axis < 0
          || axis >= shape.size()
          || !shape.get(axis).is(1)
          || !valid.get(axis).is(1)
          || Collections.frequency(dropped, axis) > 1) {
        return false;
      }
    }
    return dropped.size() < shape.size();
  }

  private static ImmutableList<Expr> without(List<Extent> extents, List<Integer> dropped) {
    ImmutableList.Builder<Expr> kept = ImmutableList.builder();
    for (int i = 0; i < extents.size(); i++) {
      if (!dropped.contains(i)) {
        kept.add(extents.get(i).expr());
      }
    }
    return kept.build();
  }

  /** By the strides: columns become rows where the last two axes are exchanged. */
  private static Attempt transpose(Draw draw) {
    DataType dtype = draw.dtype();
    int rank = draw.oneIn(12) ? 1 : draw.between(2, 4);
    ImmutableList<Extent> shape = Extent.all(draw.shape(rank));
    boolean strided = draw.oneIn(4);
    TensorArg input =
        laidOut(draw, dtype, shape, strided ? padded(draw, rank) : ImmutableList.of());
    int first = draw.oneIn(12) ? draw.between(-5, 4) : draw.between(-rank, rank - 1);
    int second = draw.oneIn(12) ? draw.between(-5, 4) : draw.between(-rank, rank - 1);
    boolean constant = !draw.oneIn(12);
    int i = first < 0 ? first + rank : first;
    int j = second < 0 ? second + rank : second;
    boolean axes = constant && i >= 0 && i < rank && j >= 0 && j < rank && i != j && rank > 1;
    List<Expr> args = new ArrayList<>();
    Collections.addAll(
        args,
        input.value(),
        constant ? ConstInt.index(first) : draw.index(),
        ConstInt.index(second));
    List<Extent> result = axes ? swapped(shape, i, j) : shape;
    List<Extent> valid = axes ? swapped(input.valid(), i, j) : shape;
    boolean fits = true;
    if (draw.oneIn(4)) {
      valid = TensorArg.valid(draw, result);
      if (draw.oneIn(4)) {
        valid =
            TensorDraws.with(valid, 0, draw.any(Extent.of(-1), Extent.of(result.get(0).add() + 1)));
        fits = false;
      }
      args.add(Draw.tuple(Extent.exprs(valid)));
    }
    List<Extent> outcome = valid;
    return Attempt.of(args)
        .when(
            axes && fits && !input.window() && !isForScales(input),
            () -> TensorArg.type(false, dtype, Extent.exprs(result), turned(input, i, j, outcome)));
  }

  private static TensorView turned(TensorArg input, int i, int j, List<Extent> valid) {
    boolean trailing = i + j == 2 * input.rank() - 3;
    boolean columns = (input.layout() == TensorLayout.DN) != trailing;
    List<Extent> own =
        input.stride().isEmpty() ? packed(input.shape(), input.layout()) : input.stride();
    List<Extent> stride = swapped(own, i, j);
    boolean plain =
        !columns && stride.equals(packed(swapped(input.shape(), i, j), TensorLayout.ND));
    return new TensorView(
        plain ? ImmutableList.of() : Extent.exprs(stride),
        columns ? TensorLayout.DN : TensorLayout.ND,
        Extent.exprs(valid),
        input.pad());
  }

  /** How far apart the elements of packed rows or columns are. */
  static List<Extent> packed(List<Extent> shape, TensorLayout layout) {
    List<Extent> order = new ArrayList<>(shape);
    int last = shape.size() - 1;
    boolean columns = layout == TensorLayout.DN && last > 0;
    if (columns) {
      Collections.swap(order, last - 1, last);
    }
    List<Extent> stride = new ArrayList<>(order);
    long distance = 1;
    for (int i = last; i >= 0; i--) {
      stride.set(i, Extent.of(distance));
      distance *= order.get(i).add();
    }
    if (columns) {
      Collections.swap(stride, last - 1, last);
    }
    return stride;
  }

  private static List<Extent> padded(Draw draw, int rank) {
    List<Extent> stride = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      stride.add(Extent.of(i == rank - 1 ? 1 : (64L * draw.between(1, 3)) << (rank - i)));
    }
    return stride;
  }

  private static List<Extent> swapped(List<Extent> extents, int i, int j) {
    List<Extent> swapped = new ArrayList<>(extents);
    Collections.swap(swapped, i, j);
    return swapped;
  }
}
