package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT64;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.dims;
import static io.pto4j.op.Calls.index;
import static io.pto4j.op.Calls.ints;
import static io.pto4j.op.Calls.refused;
import static io.pto4j.op.Calls.scalar;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static io.pto4j.op.Calls.window;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Windows, signals, collectives and prefetches. */
class DistributedRulesTest {
  private static final Var PEER = scalar("peer", INT32);

  private static boolean accepted(Supplier<Call> call) {
    try {
      return call.get().op() != null;
    } catch (IrException e) {
      return false;
    }
  }

  @Test
  void allocationsAreCutIntoWindows() {
    Attrs named = Attrs.of("name", AttrValue.of("buf"));
    assertThat(call("pld.tensor.alloc_window_buffer", named, ConstInt.of(1024, INT64)).type())
        .isEqualTo(PtrType.INSTANCE);
    refused("0", "pld.tensor.alloc_window_buffer", named, ConstInt.index(0));
    refused("needs", "pld.tensor.alloc_window_buffer", ConstInt.index(4));
    assertThat(
            call(
                    "pld.tensor.window",
                    Attrs.of("dtype", AttrValue.of(FP32)),
                    value("p", PtrType.INSTANCE),
                    tuple(4, 64))
                .type())
        .isEqualTo(DistributedTensorType.of(FP32, 4, 64));
  }

  @Test
  void devicesAreCounted() {
    Call context = call("pld.system.get_comm_ctx", window(FP32, 4));
    assertThat(context.type()).isEqualTo(HandleType.COMM_CTX);
    assertThat(call("pld.system.rank", context).type()).isEqualTo(ScalarType.of(INT32));
    assertThat(call("pld.system.nranks", context).type()).isEqualTo(ScalarType.of(INT32));
    assertThat(call("pld.system.world_size").type()).isEqualTo(ScalarType.of(INT64));
    refused("a communication context", "pld.system.rank", window(FP32, 4));
    refused("a window", "pld.system.get_comm_ctx", tensor(FP32, 4));
  }

  @Test
  void aWindowStaysOneWhereItsElementsStay() {
    Var w = window(FP32, 64, 64);
    assertThat(call("tensor.slice", w, tuple(8, 64), tuple(0, 0)).type())
        .isEqualTo(DistributedTensorType.of(FP32, 8, 64));
    assertThat(call("tensor.assemble", w, tensor(FP32, 8, 64), tuple(8, 0)).type())
        .isEqualTo(w.type());
    assertThat(call("tensor.write", w, tuple(0, 0), scalar("v", FP32)).type()).isEqualTo(w.type());
    assertThat(call("tensor.view", w, tuple(4096, 1)).type())
        .isInstanceOf(DistributedTensorType.class);
  }

  @Test
  void whatIsComputedFromAWindowIsATensor() {
    Var w = window(FP32, 64, 64);
    TensorType result = TensorType.of(FP32, 64, 64);
    assertThat(call("tensor.add", w, tensor(FP32, 64, 64)).type()).isEqualTo(result);
    assertThat(call("tensor.exp", w).type()).isEqualTo(result);
    assertThat(call("tensor.matmul", w, w).type()).isEqualTo(result);
    assertThat(call("tensor.row_max", w).type()).isEqualTo(TensorType.of(FP32, 64, 1));
    assertThat(call("tensor.read", w, tuple(0, 0)).type()).isEqualTo(ScalarType.of(FP32));
    for (String op : new String[] {"tensor.concat", "tensor.row_expand_add"}) {
      refused("must be a tensor", op, w, w);
    }
    refused("must be a tensor", "tensor.reshape", w, tuple(4096));
  }

  @Property(tries = 200)
  void aRemoteLoadStaysInTheWindow(
      @ForAll @IntRange(min = -2, max = 70) int row,
      @ForAll @IntRange(min = 1, max = 64) int rows,
      @ForAll @IntRange(min = 0, max = 70) int valid) {
    Expr[] operands = {
      window(FP16, 64, 32), PEER, tuple(row, 0), tuple(rows, 32), tuple(valid, 32)
    };
    boolean legal = row >= 0 && valid <= rows && row + valid <= 64;
    assertThat(accepted(() -> call("pld.tile.remote_load", operands))).isEqualTo(legal);
    if (legal) {
      TileType tile = (TileType) call("pld.tile.remote_load", operands).type();
      assertThat(tile.shape()).isEqualTo(dims(rows, 32));
      assertThat(tile.validShape()).isEqualTo(dims(valid, 32));
      assertThat(tile.dtype()).isEqualTo(FP16);
    }
  }

  @Property(tries = 200)
  void aRemoteStoreStaysInTheWindow(
      @ForAll @IntRange(min = -2, max = 70) int row,
      @ForAll @IntRange(min = 1, max = 64) int rows,
      @ForAll("elements") DataType element) {
    boolean legal = row >= 0 && row + rows <= 64;
    Expr at = tuple(row, 0);
    assertThat(
            accepted(
                () ->
                    call(
                        "pld.tile.remote_store",
                        vec(element, rows, 32),
                        window(element, 64, 32),
                        PEER,
                        at)))
        .isEqualTo(legal);
    assertThat(
            accepted(
                () ->
                    call(
                        "pld.tensor.remote_store",
                        ints("atomic", 1),
                        tensor(element, rows, 32),
                        window(element, 64, 32),
                        PEER,
                        at)))
        .isEqualTo(legal && element != DataType.UINT8);
  }

  @Provide
  Arbitrary<DataType> elements() {
    return Arbitraries.of(FP32, BF16, FP16, INT32, INT8, DataType.UINT8);
  }

  @Test
  void tensorsAreCopiedBetweenDevices() {
    Var w = window(FP32, 4, 64);
    Var x = tensor(FP32, 4, 64);
    Attrs plain = ints("atomic", 0);
    assertThat(call("pld.tensor.put", plain, w, PEER, x).type()).isEqualTo(UnknownType.INSTANCE);
    assertThat(call("pld.tensor.get", x, PEER, w).type()).isEqualTo(UnknownType.INSTANCE);
    refused("a window", "pld.tensor.put", plain, x, PEER, x);
    refused("differ", "pld.tensor.get", tensor(FP32, 2, 64), PEER, w);
    assertThat(
            accepted(
                () ->
                    call(
                        "pld.tensor.get",
                        tensor(FP32, 2, 64),
                        PEER,
                        w,
                        tuple(0, 0),
                        tuple(2, 0),
                        tuple(2, 64))))
        .isTrue();
    refused(
        "leave dimension 0",
        "pld.tensor.get",
        tensor(FP32, 2, 64),
        PEER,
        w,
        tuple(0, 0),
        tuple(3, 0),
        tuple(2, 64));
    Var open = value("w", DistributedTensorType.of(FP32, dims(index("n"), 64)));
    refused(
        "no constant size",
        "pld.tensor.get",
        value("x", TensorType.of(FP32, ((DistributedTensorType) open.type()).shape())),
        PEER,
        open);
    refused("chunk_rows", "pld.tensor.put", plain.with("pipeline", AttrValue.of(true)), w, PEER, x);
  }

  @Test
  void aCopyIsStagedInOneOrTwoTiles() {
    Var w = window(FP32, 4, 64);
    Var x = tensor(FP32, 4, 64);
    Var stage = vec(FP32, 4, 64);
    Expr zero = tuple(0, 0);
    assertThat(call("pld.tile.get", x, PEER, w, stage).type()).isEqualTo(UnknownType.INSTANCE);
    assertThat(call("pld.tile.get", x, PEER, w, stage, stage, zero, zero, tuple(4, 64)).type())
        .isEqualTo(UnknownType.INSTANCE);
    assertThat(
            call("pld.tile.put", ints("atomic", 1), w, PEER, x, stage, zero, zero, tuple(4, 64))
                .type())
        .isEqualTo(UnknownType.INSTANCE);
    refused("cannot stage", "pld.tile.get", x, PEER, w, vec(FP32, 8, 64));
    refused("cannot stage", "pld.tile.get", x, PEER, w, vec(FP16, 4, 64));
    refused("differ", "pld.tile.get", x, PEER, w, stage, vec(FP32, 2, 64));
    refused("2 tuples", "pld.tile.get", x, PEER, w, stage, zero, zero);
  }

  @Test
  void signals() {
    Var signal = window(INT32, 8);
    Var one = scalar("v", INT32);
    assertThat(call("pld.system.notify", ints("op", 1), signal, PEER, tuple(0), one).type())
        .isEqualTo(UnknownType.INSTANCE);
    refused("op 2", "pld.system.notify", ints("op", 2), signal, PEER, tuple(0), one);
    refused("elements", "pld.system.wait", ints("cmp", 0), signal, tuple(0, 0), one);
    refused("comparison 0", "pld.system.defer_wait", ints("cmp", 0), signal, tuple(0), one);
    refused("int32", "pld.system.defer_wait", ints("cmp", 1), window(FP32, 8), tuple(0), one);
    refused(
        "-1", "pld.system.defer_wait", ints("cmp", 1), signal, tuple(0), ConstInt.of(-1, INT32));
  }

  @Property(tries = 100)
  void collectivesGiveTheWindowTheyChange(
      @ForAll @IntRange(min = 1, max = 8) int ranks, @ForAll @IntRange(min = 1, max = 64) int n) {
    Var target = window(FP32, ranks, n);
    Var signal = window(INT32, ranks, 1);
    Attrs root = ints("root", 0);
    assertThat(call("pld.tensor.allreduce", target, signal).type()).isEqualTo(target.type());
    assertThat(call("pld.tensor.allreduce", target).type()).isEqualTo(target.type());
    assertThat(call("pld.tensor.broadcast", root, target, signal).type()).isEqualTo(target.type());
    assertThat(call("pld.tensor.reduce_scatter", target, signal).type()).isEqualTo(target.type());
    assertThat(call("pld.tensor.barrier", signal).type()).isEqualTo(signal.type());
    assertThat(call("pld.tensor.allgather", tensor(FP32, 1, n), target, signal).type())
        .isEqualTo(target.type());
    assertThat(call("pld.tensor.all_to_all", tensor(FP32, ranks, n), target, signal).type())
        .isEqualTo(target.type());
    refused("differ", "pld.tensor.all_to_all", tensor(FP32, ranks + 1, n), target, signal);
    refused("differ", "pld.tensor.allgather", tensor(FP32, 1, n + 1), target, signal);
    refused("same", "pld.tensor.all_to_all", target, target, signal);
    refused(
        "'signal' is",
        "pld.tensor.all_to_all",
        tensor(FP32, ranks, n),
        target,
        window(INT32, ranks + 1));
  }

  @Property(tries = 100)
  void blocksNeedACountForEachDevice(
      @ForAll @IntRange(min = 1, max = 8) int ranks,
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 8) int counts) {
    assertThat(
            accepted(
                () ->
                    call(
                        "pld.tensor.all_to_all_v",
                        tensor(FP32, rows, 16),
                        window(FP32, rows, 16),
                        window(INT32, ranks, 1),
                        tensor(INT32, counts),
                        window(INT32, ranks, 1))))
        .isEqualTo(rows % ranks == 0 && counts == ranks);
  }

  @Test
  void limitsOfCollectives() {
    Var target = window(FP32, 4, 16);
    Var signal = window(INT32, 4);
    refused("reduction 4", "pld.tensor.allreduce", ints("op", 4), target, signal);
    refused("mode", "pld.tensor.allreduce", Attrs.of("mode", AttrValue.of("star")), target, signal);
    refused("ring", "pld.tensor.allreduce", Attrs.of("mode", AttrValue.of("ring")), target);
    refused("int8", "pld.tensor.allreduce", window(INT8, 4), signal);
    refused("only sum", "pld.tensor.reduce_scatter", ints("op", 1), target, signal);
    refused("device -1", "pld.tensor.broadcast", ints("root", -1), target, signal);
    Attrs kernel = Attrs.of("dtype", AttrValue.of(FP32));
    assertThat(call("builtin.tensor.allreduce", kernel, target, signal).type())
        .isEqualTo(target.type());
    refused(
        "2 cores",
        "builtin.tensor.allreduce",
        kernel.with("core_num", AttrValue.of(2)),
        target,
        signal);
    assertThat(call("builtin.tensor.allreduce_ring", kernel, target, window(INT32, 7, 4)).type())
        .isEqualTo(target.type());
    refused("no ring", "builtin.tensor.allreduce_ring", kernel, target, window(INT32, 6, 4));
    refused(
        "no kernel of fp16",
        "builtin.tensor.broadcast",
        Attrs.of("dtype", AttrValue.of(FP16)).with("root", AttrValue.of(0)),
        window(FP16, 4),
        signal);
  }

  @Test
  void prefetches() {
    Call context = call("prefetch.make_context");
    Call session = call("prefetch.session", context);
    Call event = call("prefetch.async_prefetch", tensor(FP32, 1, 64), context);
    assertThat(event.type()).isEqualTo(HandleType.ASYNC_EVENT);
    assertThat(call("prefetch.wait", event, session).type())
        .isEqualTo(ScalarType.of(DataType.BOOL));
    refused("[2, 64]", "prefetch.async_prefetch", tensor(FP32, 2, 64), context);
    refused("an asynchronous event", "prefetch.wait", session, event);
    refused("no keyword argument", "prefetch.make_context", ints("x", 1));
  }

  @Test
  void intrinsicsGiveWhatTheyAreTold() {
    Var runtime = value("rt", UnknownType.INSTANCE);
    assertThat(call("dist.submit_worker", runtime).type()).isEqualTo(UnknownType.INSTANCE);
    assertThat(Calls.told(ScalarType.of(FP32), "dist.future_get", runtime).type())
        .isEqualTo(ScalarType.of(FP32));
  }
}
