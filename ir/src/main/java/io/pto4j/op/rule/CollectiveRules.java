package io.pto4j.op.rule;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.OptionalLong;

/**
 * Operations that every device of a domain takes part in. The result is the window that is changed.
 * Source: PyPTO distributed operators, collectives.
 */
public final class CollectiveRules {
  private static final ImmutableSet<String> MODES = ImmutableSet.of("mesh", "ring");
  private static final int LAST_REDUCTION = 3;
  private static final int RING_RANKS = 16;

  private CollectiveRules() {}

  /** {@code allreduce(target[, signal])}: every device gets the reduction over all. */
  public static Type allReduce(Request r) {
    checkReduction(r);
    String mode = r.kwargs().getString("mode").orElse("mesh");
    int cores = r.kwargs().getInt("core_num", 1);
    if (!MODES.contains(mode) || cores <= 0) {
      throw r.error(
          "it cannot run in mode '" + mode + "' on " + cores + " cores",
          "mode is mesh or ring, and core_num positive");
    }
    if (!r.has(1) && mode.equals("ring")) {
      throw r.error("a ring needs a signal", "give one, or use mode='mesh'");
    }
    return r.type(0);
  }

  private static void checkReduction(Request r) {
    int op = r.kwargs().getInt("op", 0);
    if (op < 0 || op > LAST_REDUCTION) {
      throw r.error("there is no reduction " + op, "0 sum, 1 max, 2 min, 3 product");
    }
  }

  /** {@code barrier(signal)}: waits until all devices are here. */
  public static Type barrier(Request r) {
    return r.type(0);
  }

  /** {@code broadcast(target, signal)}: every device gets the root's target. */
  public static Type broadcast(Request r) {
    int root = r.kwargs().getInt("root", 0);
    if (root < 0) {
      throw r.error("there is no device " + root, "devices count from 0");
    }
    return r.type(0);
  }

  /** {@code reduce_scatter(target, signal)}: device i gets the sum of all rows i. */
  public static Type reduceScatter(Request r) {
    Shapes.checkExactRank(r, 0, 2);
    if (r.kwargs().getInt("op", 0) != 0) {
      throw r.error("it can only sum", "op is 0");
    }
    return r.type(0);
  }

  /** {@code allgather(input, target, signal)}: row i of the target is device i's input. */
  public static Type allGather(Request r) {
    checkMatrices(r);
    if (!Extents.one(r.shaped(0).shape().get(0))) {
      throw r.error("operand " + r.name(0) + " is " + Texts.of(r.type(0)), "it is one row [1, n]");
    }
    checkSignal(r, 2, r.shaped(1).shape().get(0));
    return r.type(1);
  }

  /** {@code all_to_all(input, target, signal)}: row i of the target comes from device i. */
  public static Type allToAll(Request r) {
    checkMatrices(r);
    checkAgree(r, 0, 1, 0);
    checkSignal(r, 2, r.shaped(1).shape().get(0));
    return r.type(1);
  }

  /**
   * {@code all_to_all_v(input, target, signal, send_counts, recv_counts)}: blocks of rows, of which
   * some are filled.
   */
  public static Type allToAllV(Request r) {
    checkMatrices(r);
    checkAgree(r, 0, 1, 0);
    long rows = constant(r, 1);
    long ranks = constant(r, 2);
    if (ranks <= 0 || rows % ranks != 0 || constant(r, 3) != ranks || constant(r, 4) != ranks) {
      throw r.error(
          rows
              + " rows, a signal of "
              + ranks
              + " and counts of "
              + constant(r, 3)
              + " and "
              + constant(r, 4)
              + " do not go together",
          "there is a signal and a count for each device, and as many blocks of rows");
    }
    for (int i = 2; i < 5; i++) {
      if (i != 3) {
        Shapes.checkExactRank(r, i, 2);
      }
      checkSignal(r, i, ConstInt.index(ranks));
    }
    return r.type(1);
  }

  private static long constant(Request r, int i) {
    List<Expr> shape = r.shaped(i).shape();
    if (shape.isEmpty() || !(shape.get(0) instanceof ConstInt c)) {
      throw r.error(
          "operand " + r.name(i) + " is " + Texts.of(r.type(i)), "its first extent is a constant");
    }
    return c.value();
  }

  private static void checkMatrices(Request r) {
    Shapes.checkExactRank(r, 0, 2);
    Shapes.checkExactRank(r, 1, 2);
    Promotion.same(r, 0, 1);
    if (r.args().get(0) == r.args().get(1)) {
      throw r.error("input and target are the same", "use two windows");
    }
    checkAgree(r, 0, 1, 1);
  }

  private static void checkAgree(Request r, int i, int j, int axis) {
    Expr a = r.shaped(i).shape().get(axis);
    Expr b = r.shaped(j).shape().get(axis);
    boolean constants = a instanceof ConstInt && b instanceof ConstInt;
    boolean agree = axis == 0 ? !Extents.different(a, b) : Extents.equal(a, b);
    if (!agree || (constants && !Extents.equal(a, b))) {
      throw r.error(
          "operands "
              + r.name(i)
              + " and "
              + r.name(j)
              + " differ in dimension "
              + axis
              + ": "
              + Texts.of(r.shaped(i).shape())
              + " and "
              + Texts.of(r.shaped(j).shape()),
          "what is exchanged has one size everywhere");
    }
  }

  /** A signal has a counter for every device: {@code [ranks]} or {@code [ranks, 1]}. */
  private static void checkSignal(Request r, int i, Expr ranks) {
    ShapedType signal = r.shaped(i);
    boolean fits = signal.rank() == 1 || (signal.rank() == 2 && Extents.one(signal.shape().get(1)));
    if (!fits || Extents.different(signal.shape().get(0), ranks)) {
      throw r.error(
          "operand " + r.name(i) + " is " + Texts.of(signal),
          "it has an element for each of the " + Texts.of(ranks) + " devices: [n] or [n, 1]");
    }
  }

  // ---- what the compiler makes of them on a host

  /** The kernel of {@code allreduce} over a mesh. */
  public static Type meshKernel(Request r) {
    checkReduction(r);
    checkKernelType(r, 0, r.shaped(0).dtype() == DataType.FP16);
    int cores = r.kwargs().getInt("core_num", 1);
    ShapedType signal = r.shaped(1);
    boolean fits =
        signal.rank() == 1
            ? cores == 1
            : signal.rank() == 2
                && signal.shape().get(1) instanceof ConstInt c
                && c.value() >= cores;
    if (cores <= 0 || !fits) {
      throw r.error(
          "a signal " + Texts.of(signal.shape()) + " does not serve " + cores + " cores",
          "it is [ranks] for one core, or [ranks, cores]");
    }
    return r.type(0);
  }

  /** The kernel of {@code allreduce} over a ring. */
  public static Type ringKernel(Request r) {
    checkKernelType(r, 0, false);
    ShapedType signal = r.shaped(1);
    OptionalLong elements = Dims.elements(r.shaped(0).shape());
    boolean fits =
        r.kwargs().getInt("op", 0) == 0
            && signal.rank() == 2
            && signal.shape().get(0) instanceof ConstInt rows
            && signal.shape().get(1) instanceof ConstInt ranks
            && ranks.value() <= RING_RANKS
            && rows.value() == 2 * (ranks.value() - 1) + 1
            && elements.isPresent()
            && elements.getAsLong() % ranks.value() == 0;
    if (!fits) {
      throw r.error(
          Texts.of(r.type(0)) + " with a signal " + Texts.of(signal.shape()) + " makes no ring",
          "it sums, for at most 16 ranks, with a signal [2 * (ranks - 1) + 1, ranks] and a constant"
              + " number of elements that the ranks divide");
    }
    return r.type(0);
  }

  /** A kernel whose signal has one dimension. */
  public static Type kernel(Request r) {
    int last = r.args().size() - 1;
    Shapes.checkExactRank(r, last, 1);
    return r.type(0);
  }

  /** The kernel of {@code broadcast}. */
  public static Type targetKernel(Request r) {
    checkKernelType(r, 0, false);
    kernel(r);
    return broadcast(r);
  }

  /** The kernel of {@code reduce_scatter}. */
  public static Type scatterKernel(Request r) {
    checkKernelType(r, 0, false);
    kernel(r);
    return reduceScatter(r);
  }

  /** The kernel of {@code allgather}. */
  public static Type gatherKernel(Request r) {
    checkKernelType(r, 1, false);
    return allGather(r);
  }

  /** The kernel of {@code all_to_all}. */
  public static Type exchangeKernel(Request r) {
    checkKernelType(r, 1, false);
    return allToAll(r);
  }

  /** The kernel of {@code all_to_all_v}. */
  public static Type blockKernel(Request r) {
    checkKernelType(r, 1, false);
    return allToAllV(r);
  }

  private static void checkKernelType(Request r, int i, boolean half) {
    DataType dtype = r.kwargs().getDataType("dtype").orElseThrow();
    if (dtype != r.shaped(i).dtype() || (dtype != DataType.FP32 && !half)) {
      throw r.error(
          "there is no kernel of " + dtype.text() + " for " + Texts.of(r.type(i)),
          "the elements are fp32, and dtype says so");
    }
  }
}
