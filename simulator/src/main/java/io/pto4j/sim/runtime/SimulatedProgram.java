package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.runtime.DeviceException;
import io.pto4j.runtime.HostTensor;
import io.pto4j.runtime.LoadedProgram;
import io.pto4j.runtime.RunOptions;
import io.pto4j.runtime.RunReport;
import io.pto4j.sim.exec.KernelProgram;
import io.pto4j.sim.isa.ElementTypes;
import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.MachineModel;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.timing.CostTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/** A program on the simulator: decoded kernels and the orchestration functions that launch them. */
public final class SimulatedProgram implements LoadedProgram {
  private static final Executor THREADS =
      new ForkJoinPool(Runtime.getRuntime().availableProcessors());

  /** Stands for the threads of the pool. */
  private static final Thread OTHER = Thread.ofPlatform().unstarted(() -> {});

  private final ImmutableMap<String, Function> functions;
  private final ImmutableMap<String, KernelBinding> kernels;
  private final MachineModel model;
  private final RunnerPool runners;

  /**
   * A program of these kernels.
   *
   * @param program the program after the last pass
   * @param kernels decoded device code by function name
   */
  public SimulatedProgram(
      Program program, ImmutableMap<String, KernelProgram> kernels, MachineModel model) {
    this.functions = ImmutableMap.copyOf(program.functions());
    this.model = model;
    this.runners = new RunnerPool(model, CostTable.ascend910b());
    ImmutableMap.Builder<String, KernelBinding> bindings = ImmutableMap.builder();
    kernels.forEach(
        (name, kernel) -> bindings.put(name, new KernelBinding(functions.get(name), kernel)));
    this.kernels = bindings.buildOrThrow();
  }

  @Override
  public List<String> entries() {
    return functions.values().stream()
        .filter(f -> f.funcType() == FunctionType.ORCHESTRATION)
        .map(Function::name)
        .toList();
  }

  @Override
  public RunReport run(String entry, List<Object> arguments, RunOptions options) {
    long begin = System.nanoTime();
    SimulationResult result = simulate(entry, arguments, options);
    List<RunReport.Row> rows =
        result.timeline().stream()
            .map(
                p ->
                    new RunReport.Row(
                        p.core(), p.task().id(), p.task().kernel(), p.start(), p.end()))
            .toList();
    String trace = options.trace() ? ChromeTrace.write(result) : "";
    return new RunReport(
        result.placements().size(), result.cycles(), rows, System.nanoTime() - begin, trace);
  }

  /** Runs an entry; see {@link #run}. The simulator runs one entry of a program at a time. */
  public synchronized SimulationResult simulate(
      String entry, List<Object> arguments, RunOptions options) {
    Function function = functions.get(entry);
    if (function == null || function.funcType() != FunctionType.ORCHESTRATION) {
      throw new IllegalArgumentException("no entry '" + entry + "'; the entries are " + entries());
    }
    int limit = options.cores().orElse(Integer.MAX_VALUE);
    Schedule schedule =
        new Schedule(Math.min(model.cubeCores(), limit), Math.min(model.vectorCores(), limit));
    List<Item> items = bind(function, arguments);
    TaskExecutor executor = new TaskExecutor(executor(arguments, options));
    TaskRuntime runtime = new TaskRuntime(functions, kernels, runners, executor, schedule);
    try {
      try {
        new Orchestrator(runtime).run(function, items);
      } catch (TaskFailure _) {
        // reported by what follows
      } finally {
        executor.finish();
      }
      return new SimulationResult(runtime.finish(), schedule.cubeCores(), schedule.vectorCores());
    } catch (SimulationException e) {
      throw new DeviceException("entry " + entry + ": " + e.getMessage(), e);
    }
  }

  /** Host memory that only the calling thread may touch keeps the tasks on that thread. */
  private static Executor executor(List<Object> arguments, RunOptions options) {
    boolean confined =
        arguments.stream()
            .anyMatch(
                argument ->
                    argument instanceof HostTensor<?> tensor
                        && !tensor.segment().isAccessibleBy(OTHER));
    return options.deterministic() || confined ? Runnable::run : THREADS;
  }

  private static List<Item> bind(Function function, List<Object> arguments) {
    int count = function.params().size();
    if (arguments.size() != count) {
      throw new IllegalArgumentException(
          "entry '" + function.name() + "' takes " + count + " arguments, not " + arguments.size());
    }
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = function.params().get(i).nameHint();
      Type type = function.params().get(i).type();
      items.add(
          switch (arguments.get(i)) {
            case HostTensor<?> tensor when type instanceof TensorType t ->
                new Item.Tensor(tensor(function, i, t, tensor, arguments));
            case Number number when type instanceof ScalarType s -> scalar(number, s);
            case Boolean truth when type instanceof ScalarType s ->
                ScalarExprs.convert(new Item.Int(truth ? 1 : 0), s);
            case Object other ->
                throw new IllegalArgumentException(
                    "argument '"
                        + name
                        + "' of entry '"
                        + function.name()
                        + "' is a "
                        + other.getClass().getSimpleName());
          });
    }
    return items;
  }

  private static Item scalar(Number number, ScalarType type) {
    Item value =
        number instanceof Float || number instanceof Double
            ? new Item.Real(number.doubleValue())
            : new Item.Int(number.longValue());
    return ScalarExprs.convert(value, type);
  }

  private static DeviceTensor tensor(
      Function function, int param, TensorType type, HostTensor<?> tensor, List<Object> arguments) {
    String name = function.params().get(param).nameHint();
    long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
    DataType dtype = ElementTypes.toIr(tensor.dtype());
    boolean fits = dtype == type.dtype() && shape.length == type.rank();
    for (int axis = 0; fits && axis < shape.length; axis++) {
      fits = !(type.shape().get(axis) instanceof ConstInt c) || c.value() == shape[axis];
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "argument '"
              + name
              + "' of entry '"
              + function.name()
              + "' is "
              + tensor
              + ", which does not fit its declaration");
    }
    ParamDirection direction = function.direction(param);
    MemorySegment memory = tensor.segment();
    if (direction == ParamDirection.IN && isWrittenToo(function, memory, arguments)) {
      // the device has a copy of its own of every argument
      memory = MemorySegment.ofArray(memory.toArray(ValueLayout.JAVA_BYTE));
    }
    GmBuffer buffer =
        direction == ParamDirection.OUT
            ? GmBuffer.undefined(name, memory)
            : GmBuffer.defined(name, memory);
    return DeviceTensor.whole(new Allocation(buffer, OptionalInt.empty(), false), dtype, shape);
  }

  private static boolean isWrittenToo(
      Function function, MemorySegment memory, List<Object> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      if (function.direction(i) != ParamDirection.IN
          && arguments.get(i) instanceof HostTensor<?> other
          && other.segment().asOverlappingSlice(memory).isPresent()) {
        return true;
      }
    }
    return false;
  }
}
