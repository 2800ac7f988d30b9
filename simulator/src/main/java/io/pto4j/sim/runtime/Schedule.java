package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Lays tasks out on cores: a task is ready when it is submitted and everything it depends on has
 * ended; ready tasks take the core that is free first, in the order in which they became ready, and
 * in the order of submission among equals.
 *
 * <p>Source: task runtime, dispatch policy, without its latencies.
 */
final class Schedule {
  private final int cubeCores;
  private final int vectorCores;

  Schedule(int cubeCores, int vectorCores) {
    this.cubeCores = cubeCores;
    this.vectorCores = vectorCores;
  }

  int cubeCores() {
    return cubeCores;
  }

  int vectorCores() {
    return vectorCores;
  }

  private record Ready(long time, int task) {}

  /** The placement of every task, by task. */
  ImmutableList<Placement> place(List<Task> tasks) {
    int[] waiting = new int[tasks.size()];
    long[] readyAt = new long[tasks.size()];
    List<List<Integer>> consumers = new ArrayList<>();
    PriorityQueue<Ready> ready =
        new PriorityQueue<>(Comparator.comparingLong(Ready::time).thenComparingInt(Ready::task));
    for (Task task : tasks) {
      consumers.add(new ArrayList<>());
      waiting[task.id()] = task.dependencies().size();
      readyAt[task.id()] = task.submitted();
      task.dependencies().forEach(producer -> consumers.get(producer).add(task.id()));
      if (task.dependencies().isEmpty()) {
        ready.add(new Ready(task.submitted(), task.id()));
      }
    }
    long[] cubes = new long[cubeCores];
    long[] vectors = new long[vectorCores];
    Placement[] placed = new Placement[tasks.size()];
    while (!ready.isEmpty()) {
      Ready next = ready.remove();
      Task task = tasks.get(next.task());
      Placement placement =
          switch (task.kind()) {
            case AIC -> run(task, next.time(), cubes);
            case AIV -> run(task, next.time(), vectors);
            case NONE -> new Placement(task, "", next.time(), next.time());
          };
      placed[task.id()] = placement;
      for (int consumer : consumers.get(task.id())) {
        readyAt[consumer] = Math.max(readyAt[consumer], placement.end());
        if (--waiting[consumer] == 0) {
          ready.add(new Ready(readyAt[consumer], consumer));
        }
      }
    }
    return ImmutableList.copyOf(placed);
  }

  /**
   * Takes the lowest-numbered core that is free when the task is ready, or else the one that is
   * free first.
   */
  private static Placement run(Task task, long ready, long[] freeAt) {
    int best = 0;
    for (int core = 0; core < freeAt.length && freeAt[best] > ready; core++) {
      if (freeAt[core] < freeAt[best]) {
        best = core;
      }
    }
    long start = Math.max(ready, freeAt[best]);
    freeAt[best] = start + task.cycles();
    return new Placement(task, task.kind().name() + best, start, freeAt[best]);
  }
}
