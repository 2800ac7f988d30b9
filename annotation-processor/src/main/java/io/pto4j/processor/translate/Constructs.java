package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.dsl.meta.Form;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ScalarType;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.Place;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Calls of methods that are constructs of the language. */
final class Constructs {
  private final Body body;
  private final Windows windows;

  Constructs(Body body) {
    this.body = body;
    this.windows = new Windows(body);
  }

  Value call(Form form, JExpr.Invoke call) {
    Place place = call.place();
    return switch (form) {
      case RANGE -> new Value.Loop(range(ForKind.SEQUENTIAL, call));
      case PARALLEL -> new Value.Loop(range(ForKind.PARALLEL, call));
      case UNROLL, PIPELINE, STAGES ->
          throw Mistake.at(
              place,
              "Pl." + call.method().getSimpleName() + " is not supported yet",
              "write a loop over Pl.range");
      case OFFSETS, EXTENTS ->
          new Value.Indices(body.scalars().indices(body.values(call.args()), place));
      case SPAN -> span(call);
      case ALL -> new Value.Slice(Optional.empty(), Optional.empty(), false);
      case ELEMENT -> new Value.Slice(Optional.of(index(call, 0)), Optional.of(one(place)), true);
      case SLICE -> windows.slice(receiver(call), body.values(call.args()), place);
      case SUB_TENSOR -> subTensor(call);
      case ASSIGN -> {
        ImmutableList<Value> both =
            body.values(ImmutableList.of(call.receiver().orElseThrow(), call.args().getFirst()));
        yield windows.assign(both.get(0), both.get(1), place);
      }
      case CONSTANT -> constant(call);
      case SCALAR_CAST -> cast(call);
      case SCALAR_MIN, SCALAR_MAX -> extremum(form, call);
      case AT, AUTO_SCOPE, MANUAL_SCOPE, NAMED, SPLIT, CROSS_CORE_SLOT, NO_DEP ->
          new Scopes(body).option(form, call);
      case DEPS, WHEN, ALLOW_EARLY_RESOLVE, DUMPS, SUBMIT, RESULT, TASK_ID, NO_TASK ->
          new Launches(body).call(form, call);
      case DYNAMIC ->
          throw Mistake.at(
              place,
              "Pl.dynamic declares a dimension and cannot be called in a kernel",
              "write static final Dim M = Pl.dynamic(\"M\") in the class");
    };
  }

  private Value receiver(JExpr.Invoke call) {
    return body.expressions().value(call.receiver().orElseThrow());
  }

  private Expr index(JExpr.Invoke call, int arg) {
    JExpr expr = call.args().get(arg);
    return body.scalars().index(body.expressions().value(expr), expr.place());
  }

  private static Expr one(Place place) {
    return number(1, place);
  }

  private static Expr number(long value, Place place) {
    return new ConstInt(place.span(), ScalarType.of(DataType.INDEX), value);
  }

  private LoopSpec range(ForKind kind, JExpr.Invoke call) {
    Place place = call.place();
    ImmutableList<Expr> bounds = body.scalars().indices(body.values(call.args()), place);
    Expr step = bounds.size() > 2 ? bounds.get(2) : one(place);
    if (step instanceof ConstInt c && c.value() <= 0) {
      throw Mistake.at(
          call.args().get(2).place(),
          "the step of a loop must be positive, not " + c.value(),
          "count upwards, and compute the descending index from it");
    }
    return new LoopSpec(
        kind,
        bounds.size() > 1 ? bounds.get(0) : number(0, place),
        bounds.get(bounds.size() > 1 ? 1 : 0),
        step,
        OptionalInt.empty());
  }

  private Value span(JExpr.Invoke call) {
    Place place = call.place();
    ImmutableList<Expr> bounds = body.scalars().indices(body.values(call.args()), place);
    Expr from = bounds.get(0);
    Expr to = bounds.get(1);
    Expr extent =
        Linear.difference(to, from)
            .<Expr>map(constant -> number(constant, place))
            .orElseGet(() -> Exprs.binary(BinaryOp.SUB, to, from, place.span()));
    if (extent instanceof ConstInt c && c.value() <= 0) {
      throw Mistake.at(
          place, "the slice has the extent " + c.value(), "the end is behind the start");
    }
    return new Value.Slice(Optional.of(from), Optional.of(extent), false);
  }

  private Value subTensor(JExpr.Invoke call) {
    Place place = call.place();
    ImmutableList.Builder<JExpr> all = ImmutableList.builder();
    all.add(call.receiver().orElseThrow()).addAll(call.args());
    ImmutableList<Value> values = body.values(all.build());
    ImmutableList.Builder<Value> slices = ImmutableList.builder();
    for (Value position : values.subList(1, values.size())) {
      slices.add(
          new Value.Slice(
              Optional.of(body.scalars().index(position, place)), Optional.of(one(place)), true));
    }
    return windows.slice(values.getFirst(), slices.build(), place);
  }

  private Value constant(JExpr.Invoke call) {
    List<Value> values = body.values(call.args());
    if (values.get(0) instanceof Value.Literal && values.get(1) instanceof Value.ElementType e) {
      return new Value.Of(body.scalars().as(values.get(0), e.dtype(), call.place()));
    }
    throw Mistake.at(
        call.place(), "Pl.constant takes a constant and an element type", "use Pl.cast to convert");
  }

  private Value cast(JExpr.Invoke call) {
    List<Value> values = body.values(call.args());
    if (!(values.get(1) instanceof Value.ElementType(DataType dtype))) {
      throw Mistake.at(call.place(), "Pl.cast needs the element type as a constant", "");
    }
    return new Value.Of(
        values.get(0) instanceof Value.Literal
            ? body.scalars().as(values.get(0), dtype, call.place())
            : body.scalars().cast(body.expr(values.get(0), call.place()), dtype, call.place()));
  }

  private Value extremum(Form form, JExpr.Invoke call) {
    List<Value> values = body.values(call.args());
    Place place = call.place();
    return new Value.Of(
        form == Form.SCALAR_MIN
            ? body.scalars().minimum(values.get(0), values.get(1), place)
            : body.scalars().maximum(values.get(0), values.get(1), place));
  }
}
