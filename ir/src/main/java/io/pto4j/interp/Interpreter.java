package io.pto4j.interp;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Recursion;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs programs in any state of the IR: the reference for what they mean. Statements run one after
 * the other, tasks when they are submitted, the blocks of a launch in the order of their numbers.
 * Layouts, addresses, memory spaces, cores and dependencies have no influence.
 *
 * <p>Tensors are passed by reference: a function that stores into a parameter changes the caller's
 * tensor. Source: PyPTO IR hierarchy.
 */
public final class Interpreter {
  /** More than any sensible program runs through in a test. */
  static final long MAX_ITERATIONS = 1L << 26;

  /** Calls, statements and expressions within each other. */
  private static final int MAX_DEPTH = 20_000;

  private final Program program;
  private final TilePlaces places;
  private final Recursion recursion = new Recursion(MAX_DEPTH);
  private long iterations;

  /** Every tile has elements of its own. */
  public Interpreter(Program program) {
    this(program, TilePlaces.NONE);
  }

  /**
   * @param places where tiles are kept; a wrong plan of memory shows when they share it
   */
  public Interpreter(Program program, TilePlaces places) {
    this.program = program;
    this.places = places;
  }

  TilePlaces places() {
    return places;
  }

  /**
   * Calls a function.
   *
   * @return what it returns
   * @throws IrException when the function is not there or the arguments do not fit it; with the
   *     place of the statement, when one cannot be executed: it reads an element without a value or
   *     outside of a tensor, divides by zero, runs without end, or has no meaning on one chip
   */
  public ImmutableList<Value> call(String function, List<? extends Value> arguments) {
    iterations = 0;
    Function callee =
        program
            .function(function)
            .orElseThrow(
                () ->
                    new IrException(
                        "program '" + program.name() + "' has no function '" + function + "'",
                        "its functions are " + String.join(", ", program.functions().keySet())));
    return call(callee, ImmutableList.copyOf(arguments), Block.ONLY);
  }

  ImmutableList<Value> call(Function callee, ImmutableList<Value> arguments, Block block) {
    if (arguments.size() != callee.params().size()) {
      throw new IrException(
          "function '%s' takes %d arguments, but %d were given"
              .formatted(callee.name(), callee.params().size(), arguments.size()));
    }
    return new Frame(this, callee, block).run(arguments);
  }

  Function function(String name) {
    return program
        .function(name)
        .orElseThrow(() -> new IrException("there is no function '" + name + "'"));
  }

  /** Runs a part of a program that may hold further parts or call functions. */
  <T> T descend(Supplier<T> part) {
    return recursion.descend(part);
  }

  /** Counts the runs of loop bodies. */
  void countIteration() {
    if (++iterations > MAX_ITERATIONS) {
      throw new IrException(
          "more than " + MAX_ITERATIONS + " iterations", "is there a loop that never ends?");
    }
  }

  /**
   * The place of a run among those launched together.
   *
   * @param index its number, from 0
   * @param count how many there are
   */
  record Block(long index, long count) {
    static final Block ONLY = new Block(0, 1);
  }
}
