package io.pto4j.interp;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Recursion;
import io.pto4j.op.Isa;
import io.pto4j.op.NativeCasts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Runs programs in any state of the IR: the reference for what they mean. Statements run one after
 * the other, tasks when they are submitted, the blocks of a launch in the order of their numbers.
 * Layouts, addresses, memory spaces, cores and dependencies have no influence.
 *
 * <p>On request, tasks run in a random order that their dependencies allow, and blocks in any
 * order: a program whose results change so lacks a dependency.
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
  private final Optional<TaskQueue> tasks;
  private final Observer observer;
  private final NativeCasts casts;
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
    this(program, places, (_, _, _) -> {});
  }

  /**
   * @param observer told of every assignment
   */
  public Interpreter(Program program, TilePlaces places, Observer observer) {
    this(program, places, Optional.empty(), observer, Isa.standard().casts());
  }

  private Interpreter(
      Program program,
      TilePlaces places,
      Optional<TaskQueue> tasks,
      Observer observer,
      NativeCasts casts) {
    this.program = program;
    this.places = places;
    this.tasks = tasks;
    this.observer = observer;
    this.casts = casts;
  }

  /**
   * This interpreter, converting elements in the steps that a machine takes.
   *
   * @param isa the instructions of the machine
   */
  public Interpreter on(Isa isa) {
    return new Interpreter(program, places, tasks, observer, isa.casts());
  }

  /**
   * An interpreter for one call, in which tasks run in a random order.
   *
   * @param seed of the order
   */
  public static Interpreter inRandomOrder(Program program, long seed) {
    return new Interpreter(
        program,
        TilePlaces.NONE,
        Optional.of(new TaskQueue(scrambled(seed))),
        (_, _, _) -> {},
        Isa.standard().casts());
  }

  /** Neighbouring seeds of {@link Random} begin with the same choices. */
  private static Random scrambled(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }

  Observer observer() {
    return observer;
  }

  /** Where tasks wait; empty when they run at once. */
  Optional<TaskQueue> tasks() {
    return tasks;
  }

  TilePlaces places() {
    return places;
  }

  /** The conversions that the machine does at once. */
  NativeCasts casts() {
    return casts;
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
    ImmutableList<Value> returned = call(callee, ImmutableList.copyOf(arguments), Block.ONLY);
    tasks.ifPresent(TaskQueue::finish);
    return returned;
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

  /** The blocks of a launch in the order in which they run. */
  List<Block> blocks(long count) {
    List<Block> blocks = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      blocks.add(new Block(i, count));
    }
    tasks.ifPresent(queue -> Collections.shuffle(blocks, queue.random()));
    return blocks;
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
