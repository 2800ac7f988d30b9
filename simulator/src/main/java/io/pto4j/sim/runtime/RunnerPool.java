package io.pto4j.sim.runtime;

import io.pto4j.sim.exec.Argument;
import io.pto4j.sim.exec.KernelProgram;
import io.pto4j.sim.exec.KernelRunner;
import io.pto4j.sim.machine.AccessLog;
import io.pto4j.sim.machine.MachineModel;
import io.pto4j.sim.timing.CostTable;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/** On-chip memories for as many kernels as run at one time. */
final class RunnerPool {
  private final MachineModel model;
  private final CostTable costs;
  private final Deque<KernelRunner> idle = new ConcurrentLinkedDeque<>();

  RunnerPool(MachineModel model, CostTable costs) {
    this.model = model;
    this.costs = costs;
  }

  /** Runs a kernel; see {@link KernelRunner#run}. */
  KernelRunner.Run run(KernelProgram program, List<Argument> arguments, AccessLog log) {
    KernelRunner last = idle.poll();
    KernelRunner runner = last == null ? new KernelRunner(model, costs) : last;
    try {
      return runner.run(program, arguments, log);
    } finally {
      idle.push(runner);
    }
  }
}
