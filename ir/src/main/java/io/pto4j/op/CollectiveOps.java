package io.pto4j.op;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.op.OpDef.Category;
import io.pto4j.op.Operand.Effect;

/**
 * Operations that every device of a domain takes part in, and the kernels that a host runs for
 * them. Source: PyPTO distributed operators, collectives.
 */
@AutoService(OpFamily.class)
public final class CollectiveOps implements OpFamily {
  private static final ImmutableSet<DataType> COUNTERS = ImmutableSet.of(DataType.INT32);
  private static final Operand TARGET = Operand.window("target").with(Effect.READ_WRITE);
  private static final Operand SIGNAL =
      Operand.window("signal").of(COUNTERS).with(Effect.READ_WRITE);
  private static final Operand RECEIVED = Operand.window("target").with(Effect.WRITE);
  private static final AttrDef REDUCTION =
      AttrDef.withDefault("op", AttrValue.of(0), "0 sum, 1 max, 2 min, 3 product");
  private static final AttrDef CORES =
      AttrDef.withDefault("core_num", AttrValue.of(1), "cores that take part");
  private static final AttrDef ROOT =
      AttrDef.required("root", AttrValue.OfInt.class, "the device whose target all get");

  @Override
  public ImmutableSet<String> namespaces() {
    return ImmutableSet.of("pld", "builtin", "dist");
  }

  @Override
  public ImmutableList<OpDef> operators() {
    return ImmutableList.<OpDef>builder()
        .addAll(collectives())
        .addAll(kernels())
        .addAll(intrinsics())
        .build();
  }

  private static ImmutableList<OpDef> collectives() {
    return ImmutableList.of(
        inPlace(
                "pld.tensor.allreduce",
                "Every device's target becomes the reduction over all",
                Rule.COLLECTIVE_ALL_REDUCE,
                TARGET.of(Defs.FLOATS),
                SIGNAL.asOptional())
            .addAttributes(
                REDUCTION, AttrDef.withDefault("mode", AttrValue.of("mesh"), "mesh or ring"), CORES)
            .build(),
        inPlace(
                "pld.tensor.barrier",
                "Waits until all devices are here",
                Rule.COLLECTIVE_BARRIER,
                SIGNAL)
            .build(),
        inPlace(
                "pld.tensor.broadcast",
                "Every device's target becomes the root's",
                Rule.COLLECTIVE_BROADCAST,
                TARGET,
                SIGNAL)
            .addAttributes(ROOT)
            .build(),
        inPlace(
                "pld.tensor.reduce_scatter",
                "Row i of device i's target becomes the sum of all rows i",
                Rule.COLLECTIVE_REDUCE_SCATTER,
                TARGET,
                SIGNAL)
            .addAttributes(REDUCTION)
            .build(),
        received(
                "pld.tensor.allgather",
                "Row i of the target becomes device i's input",
                Rule.COLLECTIVE_ALL_GATHER,
                Operand.anyTensor("input"),
                RECEIVED,
                SIGNAL)
            .build(),
        received(
                "pld.tensor.all_to_all",
                "Row i of the target becomes device i's row for this device",
                Rule.COLLECTIVE_ALL_TO_ALL,
                Operand.anyTensor("input"),
                RECEIVED,
                SIGNAL)
            .build(),
        blocks(
                "pld.tensor.all_to_all_v",
                Rule.COLLECTIVE_BLOCKS,
                Operand.anyTensor("input"),
                Operand.anyTensor("send_counts"))
            .build());
  }

  private static ImmutableList<OpDef> kernels() {
    Operand src = Operand.window("src").with(Effect.READ_WRITE);
    Operand input = Operand.window("input");
    return ImmutableList.of(
        inPlace(
                "builtin.tensor.allreduce",
                "Kernel of allreduce where every device reaches every other",
                Rule.COLLECTIVE_MESH_KERNEL,
                src,
                SIGNAL)
            .addAttributes(REDUCTION, Defs.DTYPE, CORES)
            .internal(true)
            .build(),
        inPlace(
                "builtin.tensor.allreduce_ring",
                "Kernel of allreduce where every device reaches the next",
                Rule.COLLECTIVE_RING_KERNEL,
                src,
                SIGNAL)
            .addAttributes(REDUCTION, Defs.DTYPE)
            .internal(true)
            .build(),
        inPlace("builtin.tensor.barrier", "Kernel of barrier", Rule.COLLECTIVE_KERNEL, SIGNAL)
            .internal(true)
            .build(),
        inPlace(
                "builtin.tensor.broadcast",
                "Kernel of broadcast",
                Rule.COLLECTIVE_TARGET_KERNEL,
                TARGET,
                SIGNAL)
            .addAttributes(ROOT, Defs.DTYPE)
            .internal(true)
            .build(),
        inPlace(
                "builtin.tensor.reduce_scatter",
                "Kernel of reduce_scatter",
                Rule.COLLECTIVE_SCATTER_KERNEL,
                TARGET,
                SIGNAL)
            .addAttributes(REDUCTION, Defs.DTYPE)
            .internal(true)
            .build(),
        received(
                "builtin.tensor.allgather",
                "Kernel of allgather",
                Rule.COLLECTIVE_GATHER_KERNEL,
                input,
                RECEIVED,
                SIGNAL)
            .addAttributes(Defs.DTYPE)
            .internal(true)
            .build(),
        received(
                "builtin.tensor.all_to_all",
                "Kernel of all_to_all",
                Rule.COLLECTIVE_EXCHANGE_KERNEL,
                input,
                RECEIVED,
                SIGNAL)
            .addAttributes(Defs.DTYPE)
            .internal(true)
            .build(),
        blocks(
                "builtin.tensor.all_to_all_v",
                Rule.COLLECTIVE_BLOCK_KERNEL,
                input,
                Operand.window("send_counts"))
            .addAttributes(Defs.DTYPE)
            .internal(true)
            .build());
  }

  private static OpDefBuilder inPlace(String name, String doc, Rule rule, Operand... operands) {
    return Defs.of(Category.DISTRIBUTED, name, doc, rule, operands).reusesInput(0);
  }

  private static OpDefBuilder received(String name, String doc, Rule rule, Operand... operands) {
    return Defs.of(Category.DISTRIBUTED, name, doc, rule, operands).reusesInput(1);
  }

  private static OpDefBuilder blocks(String name, Rule rule, Operand input, Operand counts) {
    return received(
        name,
        "Blocks of rows change places; how many rows of each are meant is received too",
        rule,
        input,
        RECEIVED,
        SIGNAL,
        counts.of(COUNTERS),
        Operand.window("recv_counts").of(COUNTERS).with(Effect.WRITE));
  }

  /** What a host program calls after lowering; the lowering says what they give. */
  private static ImmutableList<OpDef> intrinsics() {
    return ImmutableList.of(
        intrinsic("dist.make_tensor", "A tensor of the runtime", "rt", "count"),
        intrinsic("dist.tree_reduce", "The leaves reduced as a tree", "rt", "leaves"),
        intrinsic("dist.submit_worker", "A task for a worker", "rt"),
        intrinsic("dist.submit_orchestrator", "A task for an orchestrator", "rt"),
        intrinsic("dist.future_get", "The value of a future", "future"));
  }

  private static OpDef intrinsic(String name, String doc, String... operands) {
    Operand[] all = new Operand[operands.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = Operand.of(operands[i], Operand.Kind.ANY);
    }
    return Defs.of(Category.DISTRIBUTED, name, doc, Rule.AS_TOLD, all).internal(true).build();
  }
}
