package io.pto4j.sim.exec;

import io.pto4j.sim.isa.Conversions;
import io.pto4j.sim.isa.Elementwise;
import io.pto4j.sim.isa.Expansions;
import io.pto4j.sim.isa.Matmul;
import io.pto4j.sim.isa.Moves;
import io.pto4j.sim.isa.Reductions;
import io.pto4j.sim.isa.Scratch;
import io.pto4j.sim.isa.Selections;
import io.pto4j.sim.isa.Transfers;
import io.pto4j.sim.machine.AccessLog;
import io.pto4j.sim.machine.Core;
import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.GmView;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.timing.Cost;
import io.pto4j.sim.timing.CostTable;
import io.pto4j.sim.timing.Pipe;
import io.pto4j.sim.timing.PipeClock;
import java.util.List;

/**
 * The state of a kernel on a core: its slots, its clock and its instructions. May run many times,
 * one after another.
 */
final class Frame {
  private static final long MAX_ITERATIONS = 1L << 31;

  final long[] ints;
  final double[] floats;
  final GmBuffer[] buffers;
  final long[] offsets;
  final GmView[] views;
  final Tile[] tiles;
  final Core core;
  final CostTable costs;
  final PipeClock clock = new PipeClock();
  final Elementwise elementwise;
  final Expansions expansions;
  final Reductions reductions;
  final Conversions conversions;
  final Moves moves;
  final Transfers transfers;
  final Matmul matmul;
  final Selections selections;
  AccessLog accesses = new AccessLog();
  private Step current = new Step(_ -> {}, "entry");
  private long iterations;

  Frame(KernelProgram program, Core core, CostTable costs, Scratch scratch) {
    this.ints = program.intTemplate();
    this.floats = program.floatTemplate();
    this.buffers = new GmBuffer[program.pointers()];
    this.offsets = new long[program.pointers()];
    this.views =
        program.views().stream()
            .map(v -> new GmView(v.element(), v.layout(), v.shape().length))
            .toArray(GmView[]::new);
    this.tiles = program.tiles().stream().map(Tile::copy).toArray(Tile[]::new);
    this.core = core;
    this.costs = costs;
    this.elementwise = new Elementwise(scratch);
    this.expansions = new Expansions(scratch);
    this.reductions = new Reductions(scratch);
    this.conversions = new Conversions(scratch);
    this.moves = new Moves(scratch);
    this.transfers = new Transfers(scratch);
    this.matmul = new Matmul(scratch);
    this.selections = new Selections(scratch);
  }

  /** Binds arguments to slots and starts the clock again. */
  void start(List<Value> parameters, List<Argument> arguments, AccessLog log) {
    accesses = log;
    for (int i = 0; i < parameters.size(); i++) {
      int slot = parameters.get(i).slot();
      switch (arguments.get(i)) {
        case Argument.Pointer(GmBuffer buffer, long offset) -> {
          buffers[slot] = buffer;
          offsets[slot] = offset;
        }
        case Argument.Int(long value) -> ints[slot] = value;
        case Argument.Real(double value) -> floats[slot] = value;
      }
    }
    clock.reset();
    iterations = 0;
  }

  void run(Steps steps) {
    for (Step step : steps.array()) {
      current = step;
      step.body().run(this);
    }
  }

  /** An error with the place of the running step. */
  SimulationException located(RuntimeException error) {
    SimulationException cause =
        error instanceof SimulationException s
            ? s
            : new SimulationException(String.valueOf(error.getMessage()));
    return cause.at(current.place());
  }

  /** Counts a loop iteration; a loop that never ends is stopped. */
  void iterate() {
    if (++iterations > MAX_ITERATIONS) {
      throw new SimulationException("more than " + MAX_ITERATIONS + " loop iterations");
    }
  }

  void reads(Tile tile) {
    reads(tile, tile.validRows(), tile.validCols());
  }

  void reads(Tile tile, int rows, int cols) {
    clock.reads(tile.memory(), tile.address(), tile.address() + tile.span(rows, cols));
  }

  void writes(Tile tile) {
    writes(tile, tile.validRows(), tile.validCols());
  }

  void writes(Tile tile, int rows, int cols) {
    clock.writes(tile.memory(), tile.address(), tile.address() + tile.span(rows, cols));
  }

  void issueVector(String intrinsic, long repeats) {
    clock.issue(Pipe.V, costs.vector(intrinsic, repeats));
  }

  void issue(Pipe pipe, Cost cost) {
    clock.issue(pipe, cost);
  }

  /** Repeats of 256 bytes that a vector instruction over the valid region takes. */
  static long repeats(Tile tile, int elementBytes) {
    int lanes = 256 / elementBytes;
    int rows = tile.validRows();
    int cols = tile.validCols();
    if (tile.denseOrder(rows, cols) != 0) {
      return ceil(rows * cols, lanes);
    }
    return (long) rows * ceil(cols, lanes);
  }

  static int ceil(int value, int unit) {
    return (value + unit - 1) / unit;
  }
}
