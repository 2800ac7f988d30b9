package io.pto4j.pass;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.interp.Differences;
import io.pto4j.interp.Interpreter;
import io.pto4j.interp.Observer;
import io.pto4j.interp.RandomInputs;
import io.pto4j.interp.TilePlaces;
import io.pto4j.interp.Value;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.op.Isa;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Runs the program before and after every pass on the same random inputs and compares, bit by bit,
 * what the functions that a host can call have written and returned. Inputs that show a difference
 * are made as simple as they can be, and the statement is looked for whose value differs first.
 *
 * <p>As soon as calls say which tensors a task reads and writes, tasks also run in random orders
 * that this allows. A program in which an order is missing from the start is not the pass's fault.
 *
 * <p>Inputs on which the program before the pass cannot be run say nothing and are left out.
 */
public final class TranslationValidation implements Instrument {
  /** Enough to come to the end for a few parameters, and little enough for a slow program. */
  private static final int MAX_SIMPLIFICATIONS = 200;

  /** Random orders of tasks that are tried after a pass. */
  private static final int ORDERS = 2;

  /** Random orders in which a program must agree before a pass is blamed for another result. */
  private static final int ORDERS_BEFORE = 16;

  private final int runs;
  private final Isa isa;
  private TilePlaces places = TilePlaces.NONE;
  private boolean ordered;
  private int compared;
  private boolean changed;
  private Optional<IrException> obstacle = Optional.empty();
  private Known known = new Known(Optional.empty(), new HashMap<>());

  /**
   * @param runs inputs for each function after each pass
   * @param target the machine that is compiled for
   */
  public TranslationValidation(int runs, Target target) {
    this.runs = runs;
    this.isa = target.isa();
  }

  /** How many runs have been compared. */
  public int compared() {
    return compared;
  }

  /**
   * @throws IrException with the reason, when passes changed the program and no run could be
   *     compared
   */
  public void requireCompared() {
    if (changed && compared == 0) {
      throw new IrException(
          "the passes cannot be validated: "
              + obstacle.map(Throwable::getMessage).orElse("there is no function to run"),
          "compile without validation",
          obstacle.map(IrException::span).orElse(Span.unknown()));
    }
  }

  /**
   * @throws CompilerBugException naming the pass, the function, the first value that differs and
   *     where it comes from, and simple inputs that show it
   */
  @Override
  public void afterPass(Pass pass, Program before, Program after) {
    TilePlaces placesBefore = places;
    places = placesAfter(pass);
    ordered |= pass.produced().contains(Property.CALL_DIRECTIONS_RESOLVED);
    if (after == before) {
      return;
    }
    changed = true;
    State old = new State(before, placesBefore, isa);
    Known results = new Known(Optional.of(new State(after, places, isa)), new HashMap<>());
    for (Function function : entries(before)) {
      if (after.function(function.name()).isPresent()) {
        for (int seed = 0; seed < runs; seed++) {
          new Comparison(pass, function, seed, old, results.state().orElseThrow()).check(results);
        }
      }
    }
    known = results;
  }

  /**
   * As soon as tiles have places that mean something they are kept there. What the first memory
   * references say does not: values that control flow carries are still in buffers of their own.
   */
  private TilePlaces placesAfter(Pass pass) {
    if (pass.produced().contains(Property.ALLOCATED_MEMORY_ADDR)) {
      return TilePlaces.ADDRESSES;
    }
    return places == TilePlaces.NONE && pass.required().contains(Property.HAS_MEM_REFS)
        ? TilePlaces.BUFFERS
        : places;
  }

  /** What a host calls; the kernels, when nothing else is there to call them. */
  private static ImmutableList<Function> entries(Program program) {
    ImmutableList<Function> called =
        program.functions().values().stream()
            .filter(f -> f.funcType().isOrchestration() || f.funcType() == FunctionType.OPAQUE)
            .collect(toImmutableList());
    return called.isEmpty()
        ? program.functions().values().stream()
            .filter(f -> f.funcType().isInCore())
            .collect(toImmutableList())
        : called;
  }

  /** A program, where its tiles are and the machine. */
  private record State(Program program, TilePlaces places, Isa isa) {
    boolean is(State other) {
      return program == other.program && places == other.places;
    }

    Run run(String entry, RandomInputs inputs) {
      return run(entry, inputs, (_, _, _) -> {});
    }

    Run run(String entry, RandomInputs inputs, Observer observer) {
      return run(new Interpreter(program, places, observer), entry, inputs);
    }

    Run runInRandomOrder(String entry, RandomInputs inputs, long order) {
      return run(Interpreter.inRandomOrder(program, order), entry, inputs);
    }

    private Run run(Interpreter interpreter, String entry, RandomInputs inputs) {
      ImmutableList<Value> arguments = inputs.values();
      return new Run(arguments, interpreter.on(isa).call(entry, arguments));
    }
  }

  private record Inputs(String entry, long seed) {}

  /** Results of a state, which is the one before the next pass that does something. */
  private record Known(Optional<State> state, Map<Inputs, Run> runs) {
    Optional<Run> get(State wanted, Inputs inputs) {
      return state.filter(wanted::is).map(_ -> runs.get(inputs));
    }
  }

  /** One function before and after a pass. */
  private final class Comparison {
    private final Pass pass;
    private final Function entry;
    private final long seed;
    private final State before;
    private final State after;

    Comparison(Pass pass, Function entry, long seed, State before, State after) {
      this.pass = pass;
      this.entry = entry;
      this.seed = seed;
      this.before = before;
      this.after = after;
    }

    void check(Known results) {
      RandomInputs inputs = RandomInputs.of(entry, seed);
      Inputs key = new Inputs(entry.name(), seed);
      Optional<Run> expected = known.get(before, key);
      if (expected.isEmpty()) {
        expected = expected(inputs);
      }
      if (expected.isEmpty()) {
        return;
      }
      Outcome outcome = outcome(expected.get(), inputs);
      compared++;
      if (outcome.fault().isPresent()) {
        report(inputs);
      }
      outcome.run().ifPresent(run -> results.runs().put(key, run));
    }

    private Optional<Run> expected(RandomInputs inputs) {
      try {
        return Optional.of(before.run(entry.name(), inputs));
      } catch (IrException e) {
        obstacle = Optional.of(e);
        return Optional.empty();
      }
    }

    private Outcome outcome(Run expected, RandomInputs inputs) {
      Run actual;
      try {
        actual = after.run(entry.name(), inputs);
      } catch (IrException e) {
        return new Outcome(
            Optional.empty(),
            Optional.of(
                "%s breaks '%s', which can no longer be run (inputs of seed %d): %s: %s"
                    .formatted(pass.name(), entry.name(), seed, e.span(), e.getMessage())));
      }
      return new Outcome(
          Optional.of(actual),
          expected
              .difference(actual, entry)
              .map(
                  difference ->
                      "%s changes what '%s' computes (inputs of seed %d): %s"
                          .formatted(pass.name(), entry.name(), seed, difference))
              .or(() -> lostOrder(expected, inputs)));
    }

    /** A result that depends on the order of tasks, and did not before. */
    private Optional<String> lostOrder(Run expected, RandomInputs inputs) {
      if (!ordered || !entry.funcType().isOrchestration()) {
        return Optional.empty();
      }
      for (long order = 0; order < ORDERS; order++) {
        Optional<String> difference = inOrder(after, order, expected, inputs);
        if (difference.isPresent() && agreesInEveryOrder(expected, inputs)) {
          return Optional.of(
              "%s loses an order between tasks of '%s' (inputs of seed %d): in another order, %s"
                  .formatted(pass.name(), entry.name(), seed, difference.get()));
        }
      }
      return Optional.empty();
    }

    private boolean agreesInEveryOrder(Run expected, RandomInputs inputs) {
      return LongStream.range(0, ORDERS_BEFORE)
          .allMatch(order -> inOrder(before, order, expected, inputs).isEmpty());
    }

    private Optional<String> inOrder(State state, long order, Run expected, RandomInputs inputs) {
      try {
        return expected.difference(state.runInRandomOrder(entry.name(), inputs, order), entry);
      } catch (IrException e) {
        return Optional.of(e.getMessage());
      }
    }

    private Optional<String> fault(RandomInputs inputs) {
      return expected(inputs).flatMap(run -> outcome(run, inputs).fault());
    }

    private void report(RandomInputs failing) {
      RandomInputs inputs = simplest(failing);
      throw new CompilerBugException(
          fault(inputs).orElseThrow()
              + origin(inputs).map(text -> "\n  first where " + text).orElse("")
              + "\n  with "
              + inputs.describe(AutoName::base));
    }

    /** Goes to simpler inputs as long as there are some that show a fault. */
    private RandomInputs simplest(RandomInputs failing) {
      RandomInputs simplest = failing;
      int tried = 0;
      boolean found = true;
      while (found && tried < MAX_SIMPLIFICATIONS) {
        found = false;
        for (RandomInputs simpler : simplest.simpler().toList()) {
          tried++;
          if (fault(simpler).isPresent()) {
            simplest = simpler;
            found = true;
            break;
          }
        }
      }
      return simplest;
    }

    /** The assignment that gives another value first. */
    private Optional<String> origin(RandomInputs inputs) {
      Trace old = Trace.ofAll();
      Trace changed = Trace.ofAll();
      trace(before, inputs, old);
      trace(after, inputs, changed);
      return old.firstDifference(changed).map(step -> describe(step, changed, inputs));
    }

    private String describe(Trace.Step step, Trace changed, RandomInputs inputs) {
      Trace old = Trace.of(step);
      Trace now = Trace.of(step);
      trace(before, inputs, old);
      trace(after, inputs, now);
      String where =
          "'%s' in '%s' at %s".formatted(step.name(), changed.function(step), step.span());
      return Differences.first(
              where + (step.run() == 0 ? "" : ", run " + (step.run() + 1)) + ", ",
              old.value().orElseThrow(),
              now.value().orElseThrow())
          .orElse(where);
    }

    private void trace(State state, RandomInputs inputs, Trace trace) {
      try {
        Run _ = state.run(entry.name(), inputs, trace);
      } catch (IrException _) {
        // what came before it is there
      }
    }
  }

  /** A run after the pass, and what is wrong with it. */
  private record Outcome(Optional<Run> run, Optional<String> fault) {}

  /** The arguments after a run, and what was returned. */
  private record Run(ImmutableList<Value> arguments, ImmutableList<Value> returned) {
    Optional<String> difference(Run other, Function entry) {
      for (int i = 0; i < arguments.size(); i++) {
        String name = "'" + AutoName.base(entry.params().get(i).nameHint()) + "'";
        Optional<String> found = Differences.first(name, arguments.get(i), other.arguments.get(i));
        if (found.isPresent()) {
          return found;
        }
      }
      if (returned.size() != other.returned.size()) {
        return Optional.of(
            "it returns %d values before and %d after"
                .formatted(returned.size(), other.returned.size()));
      }
      for (int i = 0; i < returned.size(); i++) {
        Optional<String> found =
            Differences.first("result " + i, returned.get(i), other.returned.get(i));
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }
  }
}
