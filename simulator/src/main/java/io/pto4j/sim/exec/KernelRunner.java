package io.pto4j.sim.exec;

import io.pto4j.sim.isa.Scratch;
import io.pto4j.sim.machine.AccessLog;
import io.pto4j.sim.machine.Core;
import io.pto4j.sim.machine.MachineModel;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.timing.CostTable;
import io.pto4j.sim.timing.Pipe;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Runs kernels on one set of on-chip memories, one kernel at a time. */
public final class KernelRunner {
  private final Core core;
  private final CostTable costs;
  private final Scratch scratch = new Scratch();
  private final IdentityHashMap<KernelProgram, Frame> frames = new IdentityHashMap<>();

  /**
   * What a run took.
   *
   * @param cycles from the first instruction to the end of the last
   * @param busy cycles each pipe was at work
   */
  public record Run(long cycles, Map<Pipe, Long> busy) {}

  /** A runner with memories of its own. */
  public KernelRunner(MachineModel model, CostTable costs) {
    this.core = new Core(model);
    this.costs = costs;
  }

  /**
   * Runs a kernel.
   *
   * @param log takes what it touches in global memory
   * @throws SimulationException when it reads what is undefined or outside, or breaks another rule
   *     of the machine
   */
  public Run run(KernelProgram program, List<Argument> arguments, AccessLog log) {
    check(program, arguments);
    core.reset();
    Frame frame = frames.computeIfAbsent(program, p -> new Frame(p, core, costs, scratch));
    frame.start(program.parameters(), arguments, log);
    try {
      frame.run(program.steps());
    } catch (SimulationException | ArithmeticException | UnsupportedOperationException e) {
      throw frame.located(e);
    }
    Map<Pipe, Long> busy = new EnumMap<>(Pipe.class);
    for (Pipe pipe : Pipe.values()) {
      busy.put(pipe, frame.clock.busy(pipe));
    }
    return new Run(frame.clock.total(), busy);
  }

  private static void check(KernelProgram program, List<Argument> arguments) {
    if (arguments.size() != program.parameterCount()) {
      throw new SimulationException(
          "kernel "
              + program.name()
              + " takes "
              + program.parameterCount()
              + " arguments, not "
              + arguments.size());
    }
    for (int i = 0; i < arguments.size(); i++) {
      boolean fits =
          switch (arguments.get(i)) {
            case Argument.Pointer _ -> program.isPointer(i);
            case Argument.Int _ -> !program.isPointer(i) && !program.element(i).isFloat();
            case Argument.Real _ -> !program.isPointer(i) && program.element(i).isFloat();
          };
      if (!fits) {
        throw new SimulationException(
            "argument "
                + i
                + " of kernel "
                + program.name()
                + " is a "
                + (program.isPointer(i) ? "pointer to " : "")
                + program.element(i).text());
      }
    }
  }
}
