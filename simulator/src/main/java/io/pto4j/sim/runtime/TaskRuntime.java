package io.pto4j.sim.runtime;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.sim.exec.Argument;
import io.pto4j.sim.exec.KernelRunner;
import io.pto4j.sim.machine.AccessLog;
import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.timing.Pipe;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the device runtime does with a submission: it derives the tasks to wait for, registers what
 * is written, and lets the kernel run when they have ended. The schedule says when that would have
 * been on the cores.
 *
 * <p>Source: task runtime, submit step by step and automatic dependencies.
 */
final class TaskRuntime {
  /**
   * A submission.
   *
   * @param run whether the predicate lets the kernel run
   * @param span where it is submitted
   */
  record Request(
      GlobalVar callee,
      ImmutableList<Item> arguments,
      Attrs attrs,
      ImmutableList<Item> deps,
      boolean run,
      Span span) {}

  /** A task that may still be at work. */
  private record Submitted(
      int id,
      String kernel,
      CoreKind kind,
      long at,
      ImmutableSortedSet<Integer> waits,
      ImmutableList<String> shown,
      Span span) {
    Task done(KernelRunner.Run run) {
      ImmutableMap<Pipe, Long> busy = ImmutableMap.copyOf(run.busy());
      return new Task(id, kernel, kind, at, waits, run.cycles(), busy, shown);
    }

    /** For messages. */
    String label() {
      return "task " + id + " (" + kernel + (span.isKnown() ? " at " + span : "") + ")";
    }
  }

  private final ImmutableMap<String, KernelBinding> kernels;
  private final ImmutableMap<String, Function> functions;
  private final RunnerPool runners;
  private final TaskExecutor executor;
  private final Schedule schedule;
  private final List<Submitted> tasks = new ArrayList<>();
  private final RaceDetector races = new RaceDetector();
  private final WriterTable writers = new WriterTable();
  private int manualDepth;
  private int scratch;
  private long now;

  TaskRuntime(
      ImmutableMap<String, Function> functions,
      ImmutableMap<String, KernelBinding> kernels,
      RunnerPool runners,
      TaskExecutor executor,
      Schedule schedule) {
    this.functions = functions;
    this.kernels = kernels;
    this.runners = runners;
    this.executor = executor;
    this.schedule = schedule;
  }

  /**
   * Waits for the end of all tasks, and gives their places on the cores.
   *
   * @throws SimulationException when a task failed, or two of them race
   */
  ImmutableList<Placement> finish() {
    ImmutableList<TaskExecutor.Outcome> outcomes = executor.finish();
    for (int id = 0; id < outcomes.size(); id++) {
      races.accesses(id, outcomes.get(id).accesses());
    }
    Optional<String> race = races.message();
    if (race.isPresent()) {
      throw new SimulationException(race.get());
    }
    for (int id = 0; id < outcomes.size(); id++) {
      Submitted task = tasks.get(id);
      if (outcomes.get(id).error().isPresent()) {
        SimulationException error =
            outcomes.get(id).error().get().at("task " + id + " " + task.shown());
        throw task.span().isKnown() ? error.at(task.span().toString()) : error;
      }
    }
    return place(outcomes);
  }

  private ImmutableList<Placement> place(ImmutableList<TaskExecutor.Outcome> outcomes) {
    return schedule.place(
        IntStream.range(0, outcomes.size())
            .mapToObj(id -> tasks.get(id).done(outcomes.get(id).run()))
            .toList());
  }

  void enterScope(boolean manual) {
    if (manual) {
      manualDepth++;
    } else if (manualDepth > 0) {
      throw new SimulationException(
          "an automatic scope inside a manual one (runtime error 5, INVALID_ARGS)");
    }
  }

  void leaveScope(boolean manual) {
    if (manual) {
      manualDepth--;
    }
  }

  /** A scratch tensor. */
  DeviceTensor create(String name, DataType dtype, long[] shape, boolean manualDependencies) {
    return allocate(name, dtype, shape, OptionalInt.empty(), manualDependencies);
  }

  private DeviceTensor allocate(
      String name, DataType dtype, long[] shape, OptionalInt owner, boolean manualDependencies) {
    long bytes = dtype.bytes();
    for (long extent : shape) {
      if (extent < 0) {
        throw new SimulationException("tensor '" + name + "' has a negative extent " + extent);
      }
      bytes = Math.multiplyExact(bytes, extent);
    }
    MemorySegment memory = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    GmBuffer buffer = GmBuffer.undefined(name + "#" + scratch++, memory);
    return DeviceTensor.whole(new Allocation(buffer, owner, manualDependencies), dtype, shape);
  }

  /**
   * Waits as a scalar access does: until the creator and every registered overlapping writer have
   * ended, and for a write also the tasks that wait for these.
   *
   * @throws TaskFailure when a task has failed, so that there is no value
   */
  void await(DeviceTensor tensor, AccessLog.Range access, Span span) {
    TreeSet<Integer> waited = new TreeSet<>();
    tensor.allocation().owner().ifPresent(waited::add);
    writers.writers(tensor, waited::add);
    boolean writes = access.kind() == AccessLog.Kind.WRITE;
    if (writes) {
      tasks.stream()
          .filter(task -> task.waits().stream().anyMatch(waited::contains))
          .map(Submitted::id)
          .toList()
          .forEach(waited::add);
    }
    ImmutableList<TaskExecutor.Outcome> outcomes = executor.finish();
    stopAfterFailure();
    if (!waited.isEmpty()) {
      ImmutableList<Placement> placed = place(outcomes);
      for (int task : waited) {
        now = Math.max(now, placed.get(task).end());
      }
    }
    races.waited(waited);
    String label = "the orchestration" + (span.isKnown() ? " at " + span : "");
    races.access(label, tensor, access);
  }

  private void stopAfterFailure() {
    if (executor.hasFailed()) {
      throw new TaskFailure();
    }
  }

  /** Submits a task; gives its results and then its id. */
  ImmutableList<Item> submit(Request request) {
    stopAfterFailure();
    KernelBinding kernel = kernel(request.callee().name());
    int id = tasks.size();
    List<Item> arguments = new ArrayList<>(request.arguments());
    ImmutableList<ArgDirection> given = directions(request, kernel);
    List<ArgDirection> directions = new ArrayList<>(given);
    allocateOutputs(kernel, arguments, directions, id);
    Set<Integer> waits = new TreeSet<>();
    request.deps().forEach(dep -> explicit(dep, waits));
    if (manualDepth == 0) {
      for (int i = 0; i < arguments.size(); i++) {
        automatic(arguments.get(i), directions.get(i), waits);
      }
      for (int i = 0; i < arguments.size(); i++) {
        register(arguments.get(i), directions.get(i), id);
      }
    }
    waits.remove(id);
    start(kernel, arguments, request, waits);
    ImmutableList.Builder<Item> results = ImmutableList.builder();
    for (int param : kernel.results()) {
      if (param < 0) {
        throw new SimulationException(
            "a result of kernel " + kernel.function().name() + " is none of its parameters");
      }
      results.add(arguments.get(param));
    }
    return results.add(new Item.TaskId(id)).build();
  }

  private KernelBinding kernel(String name) {
    KernelBinding kernel = kernels.get(name);
    if (kernel != null) {
      return kernel;
    }
    Function function = functions.get(name);
    if (function == null) {
      throw new SimulationException("the program has no function '" + name + "'");
    }
    throw new SimulationException(
        "a task of the "
            + function.funcType().text()
            + " function '"
            + name
            + "' is not supported yet; the simulator runs AIC and AIV functions");
  }

  private static ImmutableList<ArgDirection> directions(Request request, KernelBinding kernel) {
    ImmutableList<ArgDirection> directions =
        request
            .attrs()
            .getDirections("arg_directions")
            .orElseThrow(
                () ->
                    new SimulationException(
                        "the call of '"
                            + kernel.function().name()
                            + "' has no arg_directions; DeriveCallDirections sets them"));
    if (directions.size() != request.arguments().size()) {
      throw new SimulationException(
          "the call of '"
              + kernel.function().name()
              + "' has "
              + directions.size()
              + " directions for "
              + request.arguments().size()
              + " arguments");
    }
    return directions;
  }

  /** Output parameters that a submission leaves out are allocated by the runtime. */
  private void allocateOutputs(
      KernelBinding kernel, List<Item> arguments, List<ArgDirection> directions, int id) {
    Function function = kernel.function();
    for (int i = arguments.size(); i < function.params().size(); i++) {
      if (function.direction(i) != ParamDirection.OUT
          || !(function.params().get(i).type() instanceof TensorType type)) {
        throw new SimulationException(
            "argument " + i + " of kernel " + function.name() + " is missing");
      }
      long[] shape = type.shape().stream().mapToLong(TensorOps::constant).toArray();
      String name = function.params().get(i).nameHint();
      arguments.add(
          new Item.Tensor(allocate(name, type.dtype(), shape, OptionalInt.of(id), false)));
      directions.add(ArgDirection.OUTPUT);
    }
  }

  private void explicit(Item dep, Set<Integer> waits) {
    switch (dep) {
      case Item.TaskId id when id.isValid() -> waits.add(id.id());
      case Item.TaskId _ -> {
        // no task: nothing to wait for
      }
      case Item.Array array -> {
        for (int i = 0; i < array.size(); i++) {
          explicit(array.get(i), waits);
        }
      }
      case Item.Tuple(ImmutableList<Item> items) -> items.forEach(item -> explicit(item, waits));
      case Item.Int _, Item.Real _, Item.Tensor _ ->
          throw new SimulationException(dep + " is not a task");
    }
  }

  private void automatic(Item argument, ArgDirection direction, Set<Integer> waits) {
    if (!(argument instanceof Item.Tensor(DeviceTensor tensor))
        || direction == ArgDirection.OUTPUT) {
      return;
    }
    tensor.allocation().owner().ifPresent(waits::add);
    boolean looksUp = direction == ArgDirection.INPUT || direction == ArgDirection.INOUT;
    if (!looksUp || tensor.allocation().manualDependencies()) {
      return;
    }
    writers.writers(tensor, waits::add);
    if (direction == ArgDirection.INOUT) {
      writers.removeCovered(tensor);
    }
  }

  private void register(Item argument, ArgDirection direction, int id) {
    boolean writes = direction == ArgDirection.INOUT || direction == ArgDirection.OUTPUT_EXISTING;
    if (writes
        && argument instanceof Item.Tensor(DeviceTensor tensor)
        && !tensor.allocation().manualDependencies()) {
      writers.register(tensor, id);
    }
  }

  private void start(
      KernelBinding kernel, List<Item> arguments, Request request, Set<Integer> waits) {
    Submitted task =
        new Submitted(
            tasks.size(),
            kernel.function().name(),
            request.run() ? kernel.kind() : CoreKind.NONE,
            now,
            ImmutableSortedSet.copyOf(waits),
            arguments.stream().map(TaskRuntime::show).collect(toImmutableList()),
            request.span());
    tasks.add(task);
    races.task(task.id(), task.label(), tensors(arguments), waits);
    if (request.run()) {
      List<Argument> values = kernel.arguments(arguments);
      executor.start(waits, log -> runners.run(kernel.program(), values, log));
    } else {
      executor.skip(waits);
    }
  }

  private static ImmutableList<DeviceTensor> tensors(List<Item> arguments) {
    return arguments.stream()
        .flatMap(item -> item instanceof Item.Tensor(DeviceTensor t) ? Stream.of(t) : Stream.of())
        .collect(toImmutableList());
  }

  private static String show(Item item) {
    return switch (item) {
      case Item.Tensor(DeviceTensor tensor) -> tensor.toString();
      case Item.Int(long v) -> Long.toString(v);
      case Item.Real(double v) -> Double.toString(v);
      case Item.TaskId(int id) -> "task " + id;
      case Item.Tuple t -> t.items().toString();
      case Item.Array a -> a.toString();
    };
  }

  int vectorCores() {
    return schedule.vectorCores();
  }

  int cubeCores() {
    return schedule.cubeCores();
  }
}
