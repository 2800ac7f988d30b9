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

/** Tensor operators that look at the elements or bytes of a tensor in another shape. */
final class TensorReshapeModels {
  private TensorReshapeModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.of(
        "tensor.reshape",
            checked(draw -> draw.oneIn(4) ? LaterWindows.reshape(draw) : reshape(draw), 2),
        "tensor.view", checked(TensorReshapeModels::view, 1),
        "tensor.reinterpret_view", checked(TensorReshapeModels::reinterpret, 1, "dtype"));
  }

  /** Shapes of 64 elements, so that one often becomes another, or of fewer. */
  private static ImmutableList<Extent> shape(Draw draw) {
    List<Long> extents = new ArrayList<>();
    long left = draw.oneIn(12) ? 32 : 64;
    for (int i = draw.between(0, 2); i > 0; i--) {
      long extent = draw.any(1L, 2L, 4L, 8L);
      if (left % extent == 0) {
        extents.add(extent);
        left /= extent;
      }
    }
    extents.add(left);
    if (draw.oneIn(3)) {
      extents.add(draw.between(0, extents.size()), 1L);
    }
    return extents.stream().map(Extent::of).collect(ImmutableList.toImmutableList());
  }

  /** The same extents with others of 1. */
  private static ImmutableList<Extent> units(Draw draw, List<Extent> shape) {
    List<Extent> result = new ArrayList<>(shape);
    result.removeIf(extent -> extent.is(1) && draw.oneIn(2));
    result.add(draw.between(0, result.size()), Extent.ONE);
    return ImmutableList.copyOf(result);
  }

  /** Valid extents that are often the first of all elements. */
  private static ImmutableList<Extent> valid(Draw draw, List<Extent> shape) {
    if (draw.oneIn(2)) {
      return TensorArg.valid(draw, shape);
    }
    List<Extent> valid = new ArrayList<>(shape);
    int free = draw.between(0, shape.size() - 1);
    for (int i = 0; i < free; i++) {
      valid.set(i, Extent.ONE);
    }
    valid.set(free, Extent.of(draw.between(1, (int) shape.get(free).add())));
    return ImmutableList.copyOf(valid);
  }

  private static long count(List<Extent> extents) {
    return extents.stream().mapToLong(Extent::add).reduce(1, (a, b) -> a * b);
  }

  private static boolean isPrefix(List<Extent> shape, List<Extent> valid) {
    int free = 0;
    while (free < shape.size() && valid.get(free).is(1)) {
      free++;
    }
    for (int i = free + 1; i < shape.size(); i++) {
      if (!valid.get(i).equals(shape.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Where the elements that are valid in one shape are in another; empty if in no box. */
  private static Optional<List<Extent>> region(
      List<Extent> shape, List<Extent> valid, List<Extent> to, boolean rows) {
    if (valid.equals(shape)) {
      return Optional.of(to);
    }
    if (valid.stream().anyMatch(extent -> extent.is(0))) {
      return Optional.of(Collections.nCopies(to.size(), Extent.of(0)));
    }
    List<Extent> rest = new ArrayList<>();
    List<Extent> carried = new ArrayList<>();
    for (int i = 0; i < shape.size(); i++) {
      if (!shape.get(i).is(1)) {
        rest.add(shape.get(i));
        carried.add(valid.get(i));
      }
    }
    if (rest.equals(to.stream().filter(extent -> !extent.is(1)).toList())) {
      List<Extent> result = new ArrayList<>();
      for (Extent extent : to) {
        result.add(extent.is(1) ? Extent.ONE : carried.removeFirst());
      }
      return Optional.of(result);
    }
    return rows && isPrefix(shape, valid) ? first(to, count(valid)) : Optional.empty();
  }

  /** The box of the first elements of a shape. */
  private static Optional<List<Extent>> first(List<Extent> shape, long elements) {
    for (int i = 0; i < shape.size(); i++) {
      long each = count(shape.subList(i + 1, shape.size()));
      if (elements % each == 0 && elements / each <= shape.get(i).add()) {
        List<Extent> box = new ArrayList<>(Collections.nCopies(i, Extent.ONE));
        box.add(Extent.of(elements / each));
        box.addAll(shape.subList(i + 1, shape.size()));
        return Optional.of(box);
      }
    }
    return Optional.empty();
  }

  private static TensorArg source(Draw draw, DataType dtype) {
    ImmutableList<Extent> shape = shape(draw);
    TensorLayout layout =
        draw.oneIn(12)
            ? TensorLayout.MX_A_ZZ
            : draw.oneIn(4) && shape.size() > 1 ? TensorLayout.DN : TensorLayout.ND;
    List<Extent> stride = ImmutableList.of();
    if (layout != TensorLayout.MX_A_ZZ && draw.oneIn(4)) {
      stride = new ArrayList<>(TensorViewModels.packed(shape, layout));
      if (draw.oneIn(3) && layout == TensorLayout.ND && shape.size() > 1) {
        stride.replaceAll(each -> each.is(1) ? each : Extent.of(each.add() * 2));
      }
    }
    return TensorArg.of(
        draw,
        draw.oneIn(6),
        dtype,
        shape,
        valid(draw, shape),
        stride,
        layout,
        draw.oneIn(4) ? draw.any(PadValue.values()) : PadValue.NULL);
  }

  private static boolean isPacked(TensorArg tensor) {
    return tensor.stride().isEmpty()
        || tensor.stride().equals(TensorViewModels.packed(tensor.shape(), tensor.layout()));
  }

  private static ImmutableList<Extent> target(Draw draw, List<Extent> shape) {
    if (draw.oneIn(20)) {
      return draw.oneIn(2) ? ImmutableList.of() : Extent.all(-8, -8);
    }
    return draw.oneIn(4)
        ? units(draw, shape)
        : draw.oneIn(6) ? ImmutableList.copyOf(shape) : shape(draw);
  }

  /** The third operand narrows what is derived. */
  private static Attempt reshape(Draw draw) {
    DataType dtype = draw.dtype();
    TensorArg input = source(draw, dtype);
    ImmutableList<Extent> to = target(draw, input.shape());
    boolean sized = !to.isEmpty() && count(to) == count(input.shape()) && to.getFirst().add() > 0;
    boolean rows = input.layout() == TensorLayout.ND && isPacked(input);
    Optional<List<Extent>> derived =
        sized ? region(input.shape(), input.valid(), to, rows) : Optional.empty();
    Optional<List<Extent>> valid = derived;
    List<Expr> args = new ArrayList<>();
    Collections.addAll(args, input.value(), Draw.tuple(Extent.exprs(to)));
    if (draw.oneIn(3) && !to.isEmpty()) {
      List<Extent> restated = TensorArg.valid(draw, derived.orElse(to));
      if (draw.oneIn(4)) {
        restated =
            TensorDraws.with(restated, 0, Extent.of(draw.any(-1L, restated.get(0).add() + 1)));
      }
      args.add(Draw.tuple(Extent.exprs(restated)));
      valid =
          derived.isPresent() && fits(restated, derived.get())
              ? Optional.of(restated)
              : Optional.empty();
    }
    List<Extent> outcome = valid.orElse(ImmutableList.of());
    return Attempt.of(args)
        .when(
            valid.isPresent() && !input.window() && !TensorViewModels.isForScales(input),
            () ->
                TensorArg.type(
                    false,
                    dtype,
                    Extent.exprs(to),
                    TensorView.packed()
                        .withValidShape(Extent.exprs(outcome))
                        .withPad(input.pad())));
  }

  private static boolean fits(List<Extent> valid, List<Extent> room) {
    for (int i = 0; i < valid.size(); i++) {
      if (valid.get(i).surelyLess(Extent.of(0)) || room.get(i).surelyLess(valid.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The same memory, with its strides. */
  private static Attempt view(Draw draw) {
    DataType dtype = draw.dtype();
    TensorArg input = source(draw, dtype);
    Attrs kwargs = Attrs.empty();
    TensorLayout layout = input.layout();
    if (draw.oneIn(2)) {
      layout = draw.oneIn(12) ? TensorLayout.NZ : draw.any(TensorLayout.ND, TensorLayout.DN);
      kwargs = kwargs.with("layout", new AttrValue.OfTensorLayout(layout));
    }
    boolean legal = layout != TensorLayout.NZ && !TensorViewModels.isForScales(input);
    List<Expr> args = new ArrayList<>();
    args.add(input.value());
    boolean mentioned = draw.oneIn(2);
    boolean reshaped = mentioned && !draw.oneIn(6);
    if (mentioned) {
      ImmutableList<Extent> to = reshaped ? target(draw, input.shape()) : ImmutableList.of();
      args.add(Draw.tuple(Extent.exprs(to)));
      reshaped = !to.isEmpty();
      if (reshaped) {
        return reshapedView(draw, input, to, layout, args, kwargs, legal);
      }
    }
    Attempt attempt = Attempt.of(args).with(kwargs);
    if (!legal || kwargs.isEmpty() || (layout != input.layout() && input.rank() < 2)) {
      return attempt;
    }
    List<Extent> stride =
        input.stride().isEmpty()
            ? TensorViewModels.packed(input.shape(), input.layout())
            : input.stride();
    boolean turned = layout != input.layout();
    return attempt.gives(
        TensorArg.type(
            input.window(),
            dtype,
            Extent.exprs(turned(input.shape(), turned)),
            new TensorView(
                Extent.exprs(turned(stride, turned)),
                layout,
                Extent.exprs(turned(input.valid(), turned)),
                input.pad())));
  }

  private static List<Extent> turned(List<Extent> extents, boolean turned) {
    List<Extent> result = new ArrayList<>(extents);
    if (turned) {
      Collections.swap(result, result.size() - 2, result.size() - 1);
    }
    return result;
  }

  private static Attempt reshapedView(
      Draw draw,
      TensorArg input,
      List<Extent> to,
      TensorLayout layout,
      List<Expr> args,
      Attrs kwargs,
      boolean legal) {
    boolean positive = to.getFirst().add() > 0;
    boolean sized = positive && count(to) == count(input.shape());
    boolean rows = input.layout() == TensorLayout.ND && layout == TensorLayout.ND;
    boolean unchanged = layout == input.layout() && to.equals(input.shape());
    Optional<List<Extent>> derived =
        sized && (rows || unchanged || input.whollyValid())
            ? region(input.shape(), input.valid(), to, rows)
            : Optional.empty();
    if (draw.oneIn(3) && positive) {
      List<Extent> wanted = derived.isPresent() && !draw.oneIn(3) ? derived.get() : valid(draw, to);
      boolean stated = !draw.oneIn(6);
      args.add(Draw.tuple(stated ? Extent.exprs(wanted) : ImmutableList.of()));
      if (stated) {
        boolean same =
            input.whollyValid()
                ? wanted.equals(to)
                : rows
                    && isPrefix(input.shape(), input.valid())
                    && isPrefix(to, wanted)
                    && count(input.valid()) == count(wanted);
        derived = same ? Optional.of(wanted) : Optional.empty();
      }
    }
    Optional<List<Extent>> valid = derived;
    return Attempt.of(args)
        .with(kwargs)
        .when(
            legal
                && sized
                && isPacked(input)
                && (layout != TensorLayout.DN || to.size() > 1)
                && valid.isPresent(),
            () ->
                TensorArg.type(
                    input.window(),
                    input.dtype(),
                    Extent.exprs(to),
                    new TensorView(
                        Extent.exprs(TensorViewModels.packed(to, layout)),
                        layout,
                        Extent.exprs(valid.get()),
                        input.pad())));
  }

  /** The bytes of packed rows or columns as other elements. */
  private static Attempt reinterpret(Draw draw) {
    DataType from = draw.dtype();
    DataType to = draw.oneIn(12) ? from : draw.dtype();
    TensorArg data = source(draw, from);
    int axis = data.rank() - (data.layout() == TensorLayout.DN ? 2 : 1);
    List<Expr> args = new ArrayList<>();
    args.add(data.value());
    boolean legal =
        from != to
            && Draw.BYTES.contains(from)
            && Draw.BYTES.contains(to)
            && !data.window()
            && !TensorViewModels.isForScales(data)
            && isPacked(data);
    Optional<List<Extent>> natural = scaled(data.shape(), axis, from, to);
    Optional<List<Extent>> valid = scaled(data.valid(), axis, from, to);
    Optional<List<Extent>> result = natural;
    if (draw.oneIn(2)) {
      List<Extent> wanted = natural.isPresent() && draw.oneIn(2) ? natural.get() : shape(draw);
      boolean index = !draw.oneIn(12);
      List<Expr> extents = new ArrayList<>(Extent.exprs(wanted));
      if (!index) {
        extents.set(0, ConstInt.of(wanted.get(0).add(), DataType.INT32));
      }
      legal &= index;
      args.add(Draw.tuple(extents));
      result = Optional.of(wanted);
      if (!natural.equals(result)) {
        boolean bytes = count(data.shape()) * from.bytes() == count(wanted) * to.bytes();
        valid = bytes && data.whollyValid() ? result : Optional.empty();
      }
    }
    List<Extent> shape = result.orElse(ImmutableList.of());
    List<Extent> region = valid.orElse(ImmutableList.of());
    return Attempt.of(args)
        .with(Attrs.of("dtype", AttrValue.of(to)))
        .when(
            legal
                && result.isPresent()
                && valid.isPresent()
                && (data.layout() != TensorLayout.DN || shape.size() > 1),
            () ->
                TensorArg.type(
                    false,
                    to,
                    Extent.exprs(shape),
                    new TensorView(
                        data.stride().isEmpty()
                            ? ImmutableList.of()
                            : Extent.exprs(TensorViewModels.packed(shape, data.layout())),
                        data.layout(),
                        Extent.exprs(region),
                        data.pad() == PadValue.ZERO ? PadValue.ZERO : PadValue.NULL)));
  }

  private static Optional<List<Extent>> scaled(
      List<Extent> extents, int axis, DataType from, DataType to) {
    long bytes = extents.get(axis).add() * from.bytes();
    return bytes % to.bytes() == 0
        ? Optional.of(TensorDraws.with(extents, axis, Extent.of(bytes / to.bytes())))
        : Optional.empty();
  }
}
