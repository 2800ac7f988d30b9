package io.pto4j.sim.runtime;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.exec.KernelRunner;
import io.pto4j.sim.machine.AccessLog;
import io.pto4j.sim.machine.SimulationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Runs each task as soon as those it waits for have ended. A task that waits for one that failed
 * does not run.
 */
final class TaskExecutor {
  /**
   * What a task did.
   *
   * @param error why it failed
   */
  record Outcome(
      KernelRunner.Run run,
      ImmutableList<AccessLog.Range> accesses,
      Optional<SimulationException> error) {
    private static final KernelRunner.Run NO_RUN = new KernelRunner.Run(0, ImmutableMap.of());
    private static final Outcome NOTHING =
        new Outcome(NO_RUN, ImmutableList.of(), Optional.empty());
  }

  /** The kernel of a task, which notes what it touches. */
  interface Work {
    /**
     * Runs it.
     *
     * @throws SimulationException when it breaks a rule of the machine
     */
    KernelRunner.Run run(AccessLog log);
  }

  private final Executor executor;
  private final List<CompletableFuture<Outcome>> tasks = new ArrayList<>();
  private final Set<Integer> failed = ConcurrentHashMap.newKeySet();

  /** Runs the tasks on threads of {@code executor}, or on that of the caller. */
  TaskExecutor(Executor executor) {
    this.executor = executor;
  }

  /** Whether a task has failed already; nothing that is submitted later can mend that. */
  boolean hasFailed() {
    return !failed.isEmpty();
  }

  /** Starts the next task. */
  void start(Set<Integer> waits, Work work) {
    int id = tasks.size();
    tasks.add(after(waits).thenApplyAsync(_ -> run(id, waits, work), executor));
  }

  /** The next task does nothing but wait. */
  void skip(Set<Integer> waits) {
    tasks.add(after(waits).thenApply(_ -> Outcome.NOTHING));
  }

  private CompletableFuture<Void> after(Set<Integer> waits) {
    return CompletableFuture.allOf(
        waits.stream().map(tasks::get).toArray(CompletableFuture[]::new));
  }

  private Outcome run(int id, Set<Integer> waits, Work work) {
    if (waits.stream().anyMatch(failed::contains)) {
      failed.add(id);
      return Outcome.NOTHING;
    }
    AccessLog log = new AccessLog();
    try {
      return new Outcome(work.run(log), log.ranges(), Optional.empty());
    } catch (SimulationException e) {
      failed.add(id);
      return new Outcome(Outcome.NO_RUN, log.ranges(), Optional.of(e));
    }
  }

  /** Waits until all tasks have ended, and gives what they did, in their order. */
  ImmutableList<Outcome> finish() {
    return tasks.stream().map(CompletableFuture::join).collect(toImmutableList());
  }
}
