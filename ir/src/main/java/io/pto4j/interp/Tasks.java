package io.pto4j.interp;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.analysis.Lineage;
import io.pto4j.interp.Evaluation.Launch;
import io.pto4j.interp.TaskQueue.Access;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** The tasks that one function launches: at once, or when the queue comes to them. */
record Tasks(Evaluation evaluation, Optional<TaskQueue> queue) {
  private static final Value ONE_OF_MANY = Value.of(0);

  /** Operators that give another view of a tensor, or room for one, without looking at elements. */
  private static final ImmutableSet<String> WITHOUT_ELEMENTS =
      ImmutableSet.of("tensor.create", "tensor.slice", "tensor.dim");

  /** What a launch gives. */
  record Started(ImmutableList<Value> results, Value id) {}

  /**
   * Launches a task.
   *
   * @param dependencies ids of tasks, or arrays of them
   * @param predicate whether it does anything, asked when it may start
   */
  Started launch(Launch launch, ImmutableList<Value> dependencies, BooleanSupplier predicate) {
    if (queue.isEmpty()) {
      ImmutableList<Value> results =
          predicate.getAsBoolean() ? evaluation.run(launch) : requireUntouched(launch);
      return new Started(results, ONE_OF_MANY);
    }
    Optional<ImmutableList<Value>> results = untouched(launch);
    if (results.isEmpty()) {
      // what it returns is known only when it has run
      queue.get().finish();
      ImmutableList<Value> computed =
          predicate.getAsBoolean() ? evaluation.run(launch) : requireUntouched(launch);
      return new Started(computed, submit(ImmutableList.of(), ImmutableList.of(), () -> {}));
    }
    return new Started(
        results.get(),
        submit(
            accesses(launch),
            dependencies,
            () -> {
              if (predicate.getAsBoolean()) {
                evaluation.run(launch);
              }
            }));
  }

  /** A task that does nothing but wait for others. */
  Value dummy(ImmutableList<Value> dependencies) {
    return queue.isEmpty() ? ONE_OF_MANY : submit(ImmutableList.of(), dependencies, () -> {});
  }

  private Value submit(List<Access> accesses, ImmutableList<Value> dependencies, Runnable body) {
    Set<Integer> ids = new TreeSet<>();
    dependencies.forEach(dependency -> collect(dependency, ids));
    return Value.of(queue.orElseThrow().submit(accesses, ids, body));
  }

  private static void collect(Value dependency, Set<Integer> ids) {
    switch (dependency) {
      case Value.OfInt(long id) when id >= 0 -> ids.add(Math.toIntExact(id));
      case Value.OfInt _ -> {
        // the id of no task
      }
      case Value.OfTuple(ImmutableList<Value> elements) -> elements.forEach(e -> collect(e, ids));
      case Value.OfFloat _, TensorValue _ -> throw new IrException(dependency + " is not a task");
    }
  }

  /** Waits for what an operator outside of tasks looks at. */
  void await(String operator, ImmutableList<Value> operands) {
    if (queue.isEmpty() || WITHOUT_ELEMENTS.contains(operator)) {
      return;
    }
    if (!operator.equals("tensor.read")) {
      queue.get().finish();
    } else if (operands.getFirst() instanceof TensorValue tensor) {
      queue.get().await(tensor);
    }
  }

  private static List<Access> accesses(Launch launch) {
    Optional<ImmutableList<ArgDirection>> derived =
        launch.attributes().getDirections("arg_directions");
    List<Access> accesses = new ArrayList<>();
    for (int i = 0; i < launch.arguments().size(); i++) {
      if (launch.arguments().get(i) instanceof TensorValue tensor) {
        ArgDirection direction =
            derived.isPresent() ? derived.get().get(i) : declared(launch.callee(), i);
        accesses.add(new Access(tensor, direction));
      }
    }
    return accesses;
  }

  /** Before the compiler has found out which writes are the first ones, none are. */
  private static ArgDirection declared(Function callee, int param) {
    return switch (callee.direction(param)) {
      case IN -> ArgDirection.INPUT;
      case OUT, INOUT -> ArgDirection.INOUT;
    };
  }

  private static ImmutableList<Value> requireUntouched(Launch launch) {
    return untouched(launch)
        .orElseThrow(
            () ->
                new IrException(
                    "task '%s' does not run, and returns more than its parameters"
                        .formatted(launch.callee().name())));
  }

  /**
   * The arguments that the function gives back, whether it runs or not; empty if it returns
   * something else.
   */
  private static Optional<ImmutableList<Value>> untouched(Launch launch) {
    Function callee = launch.callee();
    Lineage lineage = Lineage.of(callee.body(), callee.params());
    List<Optional<Var>> returned = new ArrayList<>();
    Walk.stmts(
        callee.body(),
        s -> {
          if (s instanceof ReturnStmt r) {
            for (Expr value : r.value()) {
              returned.add(lineage.root(value));
            }
          }
        });
    return returned.stream().anyMatch(Optional::isEmpty)
        ? Optional.empty()
        : Optional.of(
            returned.stream()
                .map(param -> launch.arguments().get(callee.params().indexOf(param.get())))
                .collect(toImmutableList()));
  }
}
