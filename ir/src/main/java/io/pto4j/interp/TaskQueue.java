package io.pto4j.interp;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ArgDirection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tasks that have been submitted and have not run. They run one at a time in a random order, each
 * after those that it depends on, as soon as something has to wait for one of them.
 *
 * <p>A task depends on those that it names, and outside of manual scopes on the earlier ones that
 * write what it reads or changes. As on the device, nothing makes a task that writes wait for
 * earlier ones that only read. Source: PyPTO task runtime, automatic dependencies.
 */
final class TaskQueue {
  private final Random random;
  private final List<Task> open = new ArrayList<>();
  private final List<Write> writes = new ArrayList<>();
  private int manualScopes;
  private int submitted;
  private boolean running;

  TaskQueue(Random random) {
    this.random = random;
  }

  /** An argument of a task. */
  record Access(TensorValue tensor, ArgDirection direction) {
    boolean reads() {
      return direction == ArgDirection.INPUT || direction == ArgDirection.INOUT;
    }

    boolean writes() {
      return direction == ArgDirection.INOUT || direction == ArgDirection.OUTPUT_EXISTING;
    }
  }

  private record Task(int id, ImmutableSet<Integer> waits, Runnable body) {}

  private record Write(int task, TensorValue tensor) {}

  Random random() {
    return random;
  }

  void enterManualScope() {
    manualScopes++;
  }

  void leaveManualScope() {
    manualScopes--;
  }

  /**
   * Adds a task.
   *
   * @param dependencies ids of tasks that it names
   * @return its id
   */
  int submit(List<Access> accesses, Set<Integer> dependencies, Runnable body) {
    int id = submitted++;
    Set<Integer> waits = new HashSet<>(dependencies);
    if (manualScopes == 0) {
      accesses.stream().filter(Access::reads).forEach(a -> waits.addAll(writers(a.tensor())));
      accesses.stream().filter(Access::writes).forEach(a -> writes.add(new Write(id, a.tensor())));
    }
    open.add(new Task(id, ImmutableSet.copyOf(waits), body));
    return id;
  }

  private Set<Integer> writers(TensorValue tensor) {
    Set<Integer> writers = new HashSet<>();
    writes.stream().filter(w -> w.tensor().overlaps(tensor)).forEach(w -> writers.add(w.task()));
    return writers;
  }

  /** Waits for the known writers of what is read outside of any task. */
  void await(TensorValue tensor) {
    Set<Integer> writers = writers(tensor);
    runWhile(task -> writers.contains(task.id()));
  }

  /** Waits for all tasks. */
  void finish() {
    runWhile(_ -> true);
  }

  private void runWhile(Predicate<Task> awaited) {
    // what a task itself needs has run before it
    while (!running && open.stream().anyMatch(awaited)) {
      List<Task> ready = open.stream().filter(this::isReady).toList();
      Task next = ready.get(random.nextInt(ready.size()));
      open.remove(next);
      running = true;
      next.body().run();
      running = false;
    }
  }

  private boolean isReady(Task task) {
    return open.stream().noneMatch(other -> task.waits().contains(other.id()));
  }
}
