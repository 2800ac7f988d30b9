package io.pto4j.text;

import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Level;
import io.pto4j.ir.Role;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is around the statement that is read, and what the statements above it have said. */
final class Surroundings {
  /** What a statement may be in. */
  enum Around {
    /** A loop whose iterations follow each other. */
    LOOP,
    /** Such a loop with carried values. */
    CARRYING_LOOP,
    /** A loop whose iterations do not follow each other. */
    CONCURRENT_LOOP,
    /** Such a loop with carried values. */
    CARRYING_CONCURRENT_LOOP,
    MANUAL_SCOPE,
    CLUSTER,
    KERNEL,
    /** A kernel that is split between the lanes as a whole. */
    SPLIT_KERNEL,
    /** A region with one lane each. */
    LANES
  }

  /**
   * The launch that writes a tensor.
   *
   * @param task its task id
   * @param version how often the name of the task id had been assigned by then
   */
  private record Producer(Var task, int version) {}

  private final Signature function;
  private final List<Around> around = new ArrayList<>();
  private final Set<Var> tagged = new LinkedHashSet<>();
  private final Map<Var, Producer> producers = new HashMap<>();
  private final Map<Var, Integer> versions = new HashMap<>();
  private Optional<Var> capturing = Optional.empty();

  Surroundings(Signature function) {
    this.function = function;
  }

  Signature function() {
    return function;
  }

  boolean isOrchestration() {
    return function.type() == FunctionType.ORCHESTRATION;
  }

  /** Whether the function decides what the devices of a host do. */
  boolean isHostOrchestrator() {
    boolean host =
        function
            .level()
            .filter(l -> l != Level.UNDEFINED && l.compareTo(Level.HOST) >= 0)
            .isPresent();
    return host && function.role().filter(r -> r == Role.ORCHESTRATOR).isPresent();
  }

  void enter(Around kind) {
    around.add(kind);
  }

  void leave() {
    around.removeLast();
  }

  int depth() {
    return around.size();
  }

  /** Leaves everything inside of {@code depth}. */
  void unwind(int depth) {
    while (around.size() > depth) {
      around.removeLast();
    }
  }

  boolean isIn(Around kind) {
    return around.contains(kind);
  }

  /** Whether this code runs on the cores: the function or a scope around is a kernel. */
  boolean isKernel() {
    boolean kernel =
        switch (function.type()) {
          case INCORE, AIC, AIV -> true;
          case OPAQUE, ORCHESTRATION, GROUP, SPMD, INLINE, GRAPH -> false;
        };
    return kernel || isIn(Around.KERNEL) || isIn(Around.SPLIT_KERNEL);
  }

  /** The innermost loop, or region of lanes. */
  Optional<Around> loop() {
    for (Around kind : around.reversed()) {
      switch (kind) {
        case LOOP, CARRYING_LOOP, CONCURRENT_LOOP, CARRYING_CONCURRENT_LOOP, LANES -> {
          return Optional.of(kind);
        }
        case MANUAL_SCOPE, CLUSTER, KERNEL, SPLIT_KERNEL -> {}
      }
    }
    return Optional.empty();
  }

  /** Whether the innermost loop carries values. */
  boolean isCarrying() {
    return loop()
        .filter(l -> l == Around.CARRYING_LOOP || l == Around.CARRYING_CONCURRENT_LOOP)
        .isPresent();
  }

  /** Marks a tensor whose content launches from here on shall show. */
  void tag(Var tensor) {
    tagged.add(tensor);
  }

  /** The marked tensors, in the order of their marks. */
  Set<Var> tagged() {
    return tagged;
  }

  /** Notes that {@code var} gets a value. */
  void assigned(Var var) {
    versions.merge(var, 1, Integer::sum);
    producers.remove(var);
    capturing.ifPresent(task -> produced(var, task));
  }

  /** Notes that the launch of {@code task} writes {@code tensor}. */
  void produced(Var tensor, Var task) {
    producers.put(tensor, new Producer(task, versions.getOrDefault(task, 0)));
  }

  /** Notes what is assigned from here on as written by the launch of {@code task}. */
  Optional<Var> capture(Optional<Var> task) {
    Optional<Var> before = capturing;
    capturing = task;
    return before;
  }

  /** The name of the task id without which a launch may read {@code tensor} too early. */
  Optional<Var> missingProducer(Var tensor, List<Var> deps) {
    return Optional.ofNullable(producers.get(tensor))
        .filter(p -> !deps.contains(p.task()) || versions.getOrDefault(p.task(), 0) != p.version())
        .map(Producer::task);
  }
}
