package io.pto4j.pass;

import io.pto4j.interp.Differences;
import io.pto4j.interp.Observer;
import io.pto4j.interp.TensorValue;
import io.pto4j.interp.Value;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Function;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Span;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the assignments of a run gave, to find where two runs part. Passes rename variables and move
 * statements into other functions, but a statement keeps its place in the source and a variable the
 * start of its name.
 */
final class Trace implements Observer {
  private final Optional<Step> wanted;
  private final Map<Step, Long> digests = new LinkedHashMap<>();
  private final Map<Step, String> functions = new HashMap<>();
  private final Map<Step, Integer> runs = new HashMap<>();
  private Optional<Value> found = Optional.empty();

  /**
   * An assignment in a run.
   *
   * @param run how often it had been reached before
   */
  record Step(String name, Span span, int run) {}

  private Trace(Optional<Step> wanted) {
    this.wanted = wanted;
  }

  /** Remembers enough of every value to tell it from others. */
  static Trace ofAll() {
    return new Trace(Optional.empty());
  }

  /** Keeps the value of one step. */
  static Trace of(Step step) {
    return new Trace(Optional.of(step));
  }

  @Override
  public void assigned(Function function, AssignStmt stmt, Value value) {
    if (isAllocation(stmt)) {
      return;
    }
    Step first = new Step(AutoName.base(stmt.var().nameHint()), stmt.span(), 0);
    Step step = new Step(first.name(), first.span(), runs.merge(first, 1, Integer::sum) - 1);
    if (wanted.isEmpty()) {
      digests.put(step, Differences.digest(value));
      functions.put(step, function.name());
    } else if (wanted.get().equals(step)) {
      found = Optional.of(value instanceof TensorValue tensor ? tensor.snapshot() : value);
    }
  }

  /** What was in the memory of a new tile before is nobody's value. */
  private static boolean isAllocation(AssignStmt stmt) {
    return stmt.value() instanceof Call call
        && call.op() instanceof Operator(String name)
        && Operators.find(name).filter(op -> op.result() == OpDef.Result.ALLOCATION).isPresent();
  }

  /** The first step, in the order of this run, that gives another value in the other one. */
  Optional<Step> firstDifference(Trace after) {
    return digests.keySet().stream()
        .filter(step -> step.span().isKnown() && after.digests.containsKey(step))
        .filter(step -> !digests.get(step).equals(after.digests.get(step)))
        .findFirst();
  }

  /** The function in which a step is. */
  String function(Step step) {
    return functions.get(step);
  }

  Optional<Value> value() {
    return found;
  }
}
