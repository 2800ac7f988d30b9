package io.pto4j.pass;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.interp.Differences;
import io.pto4j.interp.Interpreter;
import io.pto4j.interp.RandomInputs;
import io.pto4j.interp.TilePlaces;
import io.pto4j.interp.Value;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import java.util.Optional;

/**
 * Runs the program before and after every pass on the same random inputs and compares, bit by bit,
 * what the functions that a host can call have written and returned.
 *
 * <p>Inputs on which the program before the pass cannot be run say nothing and are left out.
 */
public final class TranslationValidation implements Instrument {
  private final int runs;
  private TilePlaces places = TilePlaces.NONE;
  private int compared;
  private boolean changed;
  private Optional<IrException> obstacle = Optional.empty();

  /**
   * @param runs inputs for each function after each pass
   */
  public TranslationValidation(int runs) {
    this.runs = runs;
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
   * @throws CompilerBugException naming the pass, the function and the first value that differs
   */
  @Override
  public void afterPass(Pass pass, Program before, Program after) {
    TilePlaces placesBefore = places;
    places = placesAfter(pass);
    if (after == before) {
      return;
    }
    changed = true;
    for (Function function : entries(before)) {
      if (after.function(function.name()).isPresent()) {
        for (int seed = 0; seed < runs; seed++) {
          compare(pass, function, seed, new State(before, placesBefore), new State(after, places));
        }
      }
    }
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

  private void compare(Pass pass, Function entry, long seed, State before, State after) {
    Optional<Run> expected = run(before, entry, seed);
    if (expected.isEmpty()) {
      return;
    }
    Run actual;
    try {
      actual = Run.of(after, entry, seed);
    } catch (IrException e) {
      throw new CompilerBugException(
          "%s breaks '%s', which can no longer be run (inputs of seed %d): %s: %s"
              .formatted(pass.name(), entry.name(), seed, e.span(), e.getMessage()));
    }
    compared++;
    expected
        .get()
        .difference(actual, entry)
        .ifPresent(
            difference -> {
              throw new CompilerBugException(
                  "%s changes what '%s' computes (inputs of seed %d): %s"
                      .formatted(pass.name(), entry.name(), seed, difference));
            });
  }

  /** A program and where its tiles are. */
  private record State(Program program, TilePlaces places) {}

  private Optional<Run> run(State state, Function entry, long seed) {
    try {
      return Optional.of(Run.of(state, entry, seed));
    } catch (IrException e) {
      obstacle = Optional.of(e);
      return Optional.empty();
    }
  }

  /** The arguments after a run, and what was returned. */
  private record Run(ImmutableList<Value> arguments, ImmutableList<Value> returned) {
    static Run of(State state, Function entry, long seed) {
      ImmutableList<Value> arguments = RandomInputs.of(entry, seed);
      return new Run(
          arguments,
          new Interpreter(state.program(), state.places()).call(entry.name(), arguments));
    }

    Optional<String> difference(Run other, Function entry) {
      for (int i = 0; i < arguments.size(); i++) {
        String name = "'" + entry.params().get(i).nameHint() + "'";
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
