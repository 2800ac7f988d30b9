package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.processor.tree.Place;
import java.util.List;

/** Windows of tensors and tiles: reading and assigning them. */
final class Windows {
  private final Body body;

  Windows(Body body) {
    this.body = body;
  }

  /** The window that the slices take; axes without a slice are whole. */
  Value slice(Value source, List<Value> slices, Place place) {
    Expr base = body.expr(source, place);
    if (!(base.type() instanceof ShapedType type)) {
      throw Mistake.at(place, "only tensors and tiles have windows", "");
    }
    if (slices.size() > type.rank()) {
      throw Mistake.at(
          place,
          slices.size() + " slices for " + Types.describe(type) + " of rank " + type.rank(),
          "give one slice for each axis at most");
    }
    ImmutableList.Builder<Expr> shape = ImmutableList.builder();
    ImmutableList.Builder<Expr> offset = ImmutableList.builder();
    ImmutableList.Builder<Integer> dropped = ImmutableList.builder();
    for (int axis = 0; axis < type.rank(); axis++) {
      if (axis < slices.size() && slices.get(axis) instanceof Value.Slice slice) {
        shape.add(slice.extent().orElse(type.shape().get(axis)));
        offset.add(slice.from().orElse(zero(place.span())));
        if (slice.dropped()) {
          dropped.add(axis);
        }
      } else {
        shape.add(type.shape().get(axis));
        offset.add(zero(place.span()));
      }
    }
    return window(base, shape.build(), offset.build(), dropped.build(), place);
  }

  private static Value window(
      Expr source,
      ImmutableList<Expr> shape,
      ImmutableList<Expr> offset,
      ImmutableList<Integer> dropped,
      Place place) {
    Span span = place.span();
    ImmutableList.Builder<Expr> operands = ImmutableList.builder();
    operands.add(source, MakeTuple.of(shape, span), MakeTuple.of(offset, span));
    if (!dropped.isEmpty()) {
      operands.add(MakeTuple.of(ImmutableList.of(), span));
      operands.add(
          MakeTuple.of(
              dropped.stream()
                  .map(axis -> new ConstInt(span, ScalarType.of(DataType.INDEX), axis))
                  .collect(ImmutableList.toImmutableList()),
              span));
    }
    Expr slice =
        OperatorCalls.build(operator(source, "slice"), operands.build(), Attrs.empty(), place);
    return new Value.Window(source, shape, offset, dropped, slice);
  }

  private static String operator(Expr source, String name) {
    return (source.type() instanceof TensorType ? "tensor." : "tile.") + name;
  }

  private static Expr zero(Span span) {
    return new ConstInt(span, ScalarType.of(DataType.INDEX), 0);
  }

  /** Writes a value into a variable or into a window of one. */
  Value assign(Value target, Value source, Place place) {
    if (body.context() == Context.ORCHESTRATION) {
      throw Mistake.at(
          place,
          "assign cannot run on the control core",
          "put it into try (var _ = Pl.at(Level.CORE_GROUP))");
    }
    Expr value = body.expr(source, place);
    return switch (target) {
      case Value.Window window -> assignWindow(window, value, place);
      case Value.Of(Expr expr) when expr instanceof Var var && var.type() instanceof ShapedType t ->
          assemble(
              var,
              value,
              t.shape(),
              t.shape().stream()
                  .map(_ -> zero(place.span()))
                  .collect(ImmutableList.toImmutableList()),
              place);
      default ->
          throw Mistake.at(
              place,
              "assign writes a variable or a window of one",
              "give the tensor a name, then y.assign(v) or y.slice(...).assign(v)");
    };
  }

  private Value assignWindow(Value.Window window, Expr value, Place place) {
    if (!(window.source() instanceof Var target)) {
      throw Mistake.at(
          place,
          "assign to a window of a window is not possible",
          "slice the tensor itself, with offsets from its origin");
    }
    ImmutableList.Builder<Expr> kept = ImmutableList.builder();
    for (int axis = 0; axis < window.shape().size(); axis++) {
      if (!window.dropped().contains(axis)) {
        kept.add(window.shape().get(axis));
      }
    }
    checkShape(kept.build(), value, place);
    Expr full =
        window.dropped().isEmpty()
            ? value
            : OperatorCalls.build(
                operator(target, "reshape"),
                ImmutableList.of(value, MakeTuple.of(window.shape(), place.span())),
                Attrs.empty(),
                place);
    return assemble(target, full, window.shape(), window.offset(), place);
  }

  private Value assemble(
      Var target, Expr value, ImmutableList<Expr> shape, ImmutableList<Expr> offset, Place place) {
    checkShape(shape, value, place);
    Call call =
        OperatorCalls.build(
            operator(target, "assemble"),
            ImmutableList.of(target, value, MakeTuple.of(offset, place.span())),
            Attrs.empty(),
            place);
    body.markChange(call, place);
    return new OperatorCalls(body).update(target, call, place);
  }

  private static void checkShape(ImmutableList<Expr> shape, Expr value, Place place) {
    if (!(value.type() instanceof ShapedType type)) {
      throw Mistake.at(
          place, "assign takes a tensor or tile, not " + Types.describe(value.type()), "");
    }
    if (!mayBeEqual(shape, type.shape())) {
      throw Mistake.at(
          place,
          "the target of assign has the shape "
              + Types.shape(shape)
              + ", the value "
              + Types.shape(type.shape()),
          "slice the target to the shape of the value");
    }
  }

  /** Whether no constant extent contradicts that the shapes are equal. */
  static boolean mayBeEqual(List<Expr> a, List<Expr> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (a.get(i) instanceof ConstInt
          && b.get(i) instanceof ConstInt
          && !Dims.same(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }
}
