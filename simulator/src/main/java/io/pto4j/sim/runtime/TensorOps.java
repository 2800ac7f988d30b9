package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorType;
import io.pto4j.numeric.Elements;
import io.pto4j.sim.machine.AccessLog;
import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.SimulationException;
import java.util.Arrays;
import java.util.List;

/**
 * The operators an orchestration function may use itself.
 *
 * <p>Source: orchestration generation, allocation, views and scalar access, arrays, system values.
 */
final class TensorOps {
  private final TaskRuntime runtime;

  TensorOps(TaskRuntime runtime) {
    this.runtime = runtime;
  }

  Item apply(String name, ImmutableList<Item> args, Call call) {
    return switch (name) {
      case "tensor.create" -> create(args, call);
      case "tensor.slice" -> slice(args);
      case "tensor.reshape" -> new Item.Tensor(tensor(args, 0).reshape(longs(args.get(1))));
      case "tensor.transpose" -> transpose(args);
      case "tensor.view" -> view(args, call);
      case "tensor.dim" -> new Item.Int(tensor(args, 0).extent(axis(tensor(args, 0), args.get(1))));
      case "tensor.read" -> read(args, call);
      case "tensor.write" -> write(args, call);
      case "tensor.assemble" -> assemble(args);
      case "system.task_invalid" -> Item.TaskId.INVALID;
      case "system.task_is_valid" ->
          new Item.Int(args.get(0) instanceof Item.TaskId id && id.isValid() ? 1 : 0);
      case "system.available_cluster_count" -> new Item.Int(runtime.cubeCores());
      case "system.available_aiv_count" -> new Item.Int(runtime.vectorCores());
      case "array.create" ->
          new Item.Array(
              Math.toIntExact(ScalarExprs.integer(args.get(0))),
              call.kwargs().getDataType("dtype").equals(java.util.Optional.of(DataType.TASK_ID))
                  ? Item.TaskId.INVALID
                  : new Item.Int(0));
      case "array.get_element" -> array(args.get(0)).get(ScalarExprs.integer(args.get(1)));
      case "array.update_element" -> {
        array(args.get(0)).set(ScalarExprs.integer(args.get(1)), args.get(2));
        yield args.get(0);
      }
      default ->
          throw new SimulationException(
              "the operator '" + name + "' in an orchestration function is not supported");
    };
  }

  private Item create(ImmutableList<Item> args, Call call) {
    long[] shape = longs(args.get(0));
    DataType dtype =
        call.type() instanceof TensorType t
            ? t.dtype()
            : call.kwargs().getDataType("dtype").orElseThrow();
    DeviceTensor tensor =
        runtime.create("scratch", dtype, shape, call.kwargs().getBool("manual_dep", false));
    call.kwargs().get("init_value").ifPresent(value -> fill(tensor, number(value)));
    return new Item.Tensor(tensor);
  }

  private static double number(AttrValue value) {
    return switch (value) {
      case AttrValue.OfInt(int v) -> v;
      case AttrValue.OfDouble(double v) -> v;
      case AttrValue.OfBool(boolean v) -> v ? 1 : 0;
      default -> throw new SimulationException("init_value is not a number");
    };
  }

  private static void fill(DeviceTensor tensor, double value) {
    GmBuffer buffer = tensor.allocation().buffer();
    int count = Math.toIntExact(buffer.size() / tensor.bytes());
    if (tensor.dtype().isFloat()) {
      float[] all = new float[count];
      Arrays.fill(all, (float) value);
      Elements.write(tensor.dtype(), buffer.segment(), 0, all, 0, count);
    } else {
      long[] all = new long[count];
      Arrays.fill(all, (long) value);
      Elements.write(tensor.dtype(), buffer.segment(), 0, all, 0, count);
    }
    buffer.mark(0, buffer.size(), true);
  }

  private static Item slice(ImmutableList<Item> args) {
    List<Integer> dropped =
        args.size() > 4
            ? Arrays.stream(longs(args.get(4))).mapToObj(Math::toIntExact).toList()
            : List.of();
    return new Item.Tensor(tensor(args, 0).slice(longs(args.get(2)), longs(args.get(1)), dropped));
  }

  private static Item transpose(ImmutableList<Item> args) {
    DeviceTensor t = tensor(args, 0);
    return new Item.Tensor(t.transpose(axis(t, args.get(1)), axis(t, args.get(2))));
  }

  private static Item view(ImmutableList<Item> args, Call call) {
    if (call.kwargs().has("layout")) {
      throw new SimulationException(
          "a view that changes the layout is not supported in an orchestration function");
    }
    return args.size() > 1
        ? new Item.Tensor(tensor(args, 0).reshape(longs(args.get(1))))
        : args.get(0);
  }

  private static int axis(DeviceTensor t, Item item) {
    long axis = ScalarExprs.integer(item);
    long positive = axis < 0 ? axis + t.rank() : axis;
    if (positive < 0 || positive >= t.rank()) {
      throw new SimulationException("axis " + axis + " of a tensor of rank " + t.rank());
    }
    return (int) positive;
  }

  private void await(DeviceTensor t, AccessLog.Kind kind, long at, Call call) {
    GmBuffer buffer = t.allocation().buffer();
    runtime.await(t, new AccessLog.Range(buffer, kind, at, at + t.bytes()), call.span());
  }

  private Item read(ImmutableList<Item> args, Call call) {
    DeviceTensor t = tensor(args, 0);
    long at = t.byteOffset(longs(args.get(1)));
    GmBuffer buffer = t.allocation().buffer();
    await(t, AccessLog.Kind.READ, at, call);
    if (!buffer.isDefined(at, at + t.bytes())) {
      throw new SimulationException(
          "reads an element of tensor '" + buffer.name() + "' that nothing wrote");
    }
    DataType dtype = call.type() instanceof ScalarType(DataType d) ? d : t.dtype();
    if (t.dtype().isFloat()) {
      float[] value = new float[1];
      Elements.read(t.dtype(), buffer.segment(), at, value, 0, 1);
      return ScalarExprs.convert(new Item.Real(value[0]), ScalarType.of(dtype));
    }
    long[] value = new long[1];
    Elements.read(t.dtype(), buffer.segment(), at, value, 0, 1);
    return ScalarExprs.convert(new Item.Int(value[0]), ScalarType.of(dtype));
  }

  private Item write(ImmutableList<Item> args, Call call) {
    DeviceTensor t = tensor(args, 0);
    long at = t.byteOffset(longs(args.get(1)));
    GmBuffer buffer = t.allocation().buffer();
    await(t, AccessLog.Kind.WRITE, at, call);
    switch (ScalarExprs.convert(args.get(2), ScalarType.of(t.dtype()))) {
      case Item.Real(double v) ->
          Elements.write(t.dtype(), buffer.segment(), at, new float[] {(float) v}, 0, 1);
      case Item value ->
          Elements.write(
              t.dtype(), buffer.segment(), at, new long[] {ScalarExprs.integer(value)}, 0, 1);
    }
    buffer.mark(at, at + t.bytes(), true);
    return args.get(0);
  }

  /** Assembling is a renaming: the source must already be the window of the target. */
  private static Item assemble(ImmutableList<Item> args) {
    DeviceTensor target = tensor(args, 0);
    DeviceTensor source = tensor(args, 1);
    DeviceTensor window = target.slice(longs(args.get(2)), source.shape(), List.of());
    if (!source.isOf(target.allocation()) || source.start() != window.start()) {
      throw new SimulationException(
          "an assemble copies "
              + source
              + " into "
              + target
              + ", which an orchestration function cannot do; let a kernel write to the slice");
    }
    return args.get(0);
  }

  private static DeviceTensor tensor(ImmutableList<Item> args, int index) {
    if (args.get(index) instanceof Item.Tensor(DeviceTensor t)) {
      return t;
    }
    throw new SimulationException("expected a tensor, found " + args.get(index));
  }

  private static Item.Array array(Item item) {
    if (item instanceof Item.Array a) {
      return a;
    }
    throw new SimulationException("expected an array, found " + item);
  }

  private static long[] longs(Item item) {
    if (item instanceof Item.Tuple(ImmutableList<Item> items)) {
      return items.stream().mapToLong(ScalarExprs::integer).toArray();
    }
    return new long[] {ScalarExprs.integer(item)};
  }

  static long constant(Expr extent) {
    if (extent instanceof ConstInt c) {
      return c.value();
    }
    throw new SimulationException("the runtime allocates only outputs of constant shape");
  }
}
