package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Models that sometimes make a mistake that has nothing to do with the rule. */
final class Careless {
  private final ImmutableMap.Builder<String, RuleModel> models = ImmutableMap.builder();

  /**
   * Adds one model for several operators.
   *
   * @param operands how many operands must be there
   * @param required the keyword arguments that must be there
   */
  Careless put(RuleModel model, int operands, ImmutableSet<String> required, String... operators) {
    for (String operator : operators) {
      models.put(
          operator,
          draw ->
              draw.oneIn(12)
                  ? spoiled(draw, model.draw(draw), operands, required).isRefused()
                  : model.draw(draw));
    }
    return this;
  }

  /** Adds a model of operators without keyword arguments that must be there. */
  Careless put(RuleModel model, int operands, String... operators) {
    return put(model, operands, ImmutableSet.of(), operators);
  }

  ImmutableMap<String, RuleModel> build() {
    return models.buildOrThrow();
  }

  private static Attempt spoiled(
      Draw draw, Attempt attempt, int operands, ImmutableSet<String> required) {
    return switch (draw.between(0, 3)) {
      case 0 -> withoutSomething(draw, attempt, operands, required);
      case 1 -> withKwargs(attempt, attempt.kwargs().with("speed", AttrValue.of(1)));
      case 2 -> withWrongKwarg(draw, attempt);
      default -> withWrongOperand(draw, attempt);
    };
  }

  private static Attempt withoutSomething(
      Draw draw, Attempt attempt, int operands, ImmutableSet<String> required) {
    if (!required.isEmpty() && (operands == 0 || draw.oneIn(2))) {
      String name = draw.any(required);
      return withKwargs(attempt, attempt.kwargs().without(name));
    }
    return operands == 0
        ? withKwargs(attempt, Attrs.of("speed", AttrValue.of(1)))
        : Attempt.of(attempt.args().subList(0, operands - 1)).with(attempt.kwargs());
  }

  private static Attempt withWrongKwarg(Draw draw, Attempt attempt) {
    Attrs kwargs = attempt.kwargs();
    return kwargs.isEmpty()
        ? withKwargs(attempt, Attrs.of("speed", AttrValue.of(1)))
        : withKwargs(
            attempt, kwargs.with(draw.any(kwargs.entries().keySet()), AttrValue.of("fast")));
  }

  private static Attempt withKwargs(Attempt attempt, Attrs kwargs) {
    return attempt.with(kwargs);
  }

  private static Attempt withWrongOperand(Draw draw, Attempt attempt) {
    if (attempt.args().isEmpty()) {
      return Attempt.of(ConstInt.index(0));
    }
    List<Expr> args = new ArrayList<>(attempt.args());
    int wrong = draw.between(0, args.size() - 1);
    args.set(
        wrong,
        switch (args.get(wrong).type()) {
          case ShapedType t ->
              draw.value(new TensorType(t.dtype(), t.shape(), Optional.empty(), Optional.empty()));
          case ScalarType _ -> draw.vec(DataType.FP32, 16, 16);
          default -> draw.index();
        });
    return Attempt.of(ImmutableList.copyOf(args)).with(attempt.kwargs());
  }
}
