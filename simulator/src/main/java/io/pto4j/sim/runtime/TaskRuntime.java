package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.TensorType;
import io.pto4j.sim.exec.KernelRunner;
import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.SimulationException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the device runtime does with a submission: it derives the tasks to wait for, registers what
 * is written, and lets the kernel run. Kernels run here in the order of submission, which respects
 * every dependency; the schedule says when they would have run on the cores.
 *
 * <p>Source: task runtime, submit step by step and automatic dependencies.
 */
final class TaskRuntime {
  /**
   * A submission.
   *
   * @param run whether the predicate lets the kernel run
   */
  record Request(
      GlobalVar callee,
      ImmutableList<Item> arguments,
      Attrs attrs,
      ImmutableList<Item> deps,
      boolean run) {}

  private final ImmutableMap<String, KernelBinding> kernels;
  private final ImmutableMap<String, Function> functions;
  private final KernelRunner runner;
  private final Schedule schedule;
  private final List<Task> tasks = new ArrayList<>();
  private final WriterTable writers = new WriterTable();
  private int manualDepth;
  private int scratch;
  private long now;

  TaskRuntime(
      ImmutableMap<String, Function> functions,
      ImmutableMap<String, KernelBinding> kernels,
      KernelRunner runner,
      Schedule schedule) {
    this.functions = functions;
    this.kernels = kernels;
    this.runner = runner;
    this.schedule = schedule;
  }

  ImmutableList<Placement> place() {
    return schedule.place(tasks);
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
   * ended.
   */
  void await(DeviceTensor tensor) {
    TreeSet<Integer> waited = new TreeSet<>();
    tensor.allocation().owner().ifPresent(waited::add);
    writers.writers(tensor, waited::add);
    if (!waited.isEmpty()) {
      ImmutableList<Placement> placed = place();
      for (int task : waited) {
        now = Math.max(now, placed.get(task).end());
      }
    }
  }

  /** Submits a task; gives its results and then its id. */
  ImmutableList<Item> submit(Request request) {
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
    tasks.add(run(kernel, arguments, request.run(), id, waits));
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

  private Task run(
      KernelBinding kernel, List<Item> arguments, boolean run, int id, Set<Integer> waits) {
    ImmutableList<String> shown =
        arguments.stream().map(TaskRuntime::show).collect(ImmutableList.toImmutableList());
    String name = kernel.function().name();
    if (!run) {
      return new Task(
          id,
          name,
          CoreKind.NONE,
          now,
          ImmutableSortedSet.copyOf(waits),
          0,
          ImmutableMap.of(),
          shown);
    }
    try {
      KernelRunner.Run done = runner.run(kernel.program(), kernel.arguments(arguments));
      return new Task(
          id,
          name,
          kernel.kind(),
          now,
          ImmutableSortedSet.copyOf(waits),
          done.cycles(),
          ImmutableMap.copyOf(done.busy()),
          shown);
    } catch (SimulationException e) {
      throw e.at("task " + id + " " + shown);
    }
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
