package io.pto4j.op;

import com.google.common.collect.Iterables;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import java.util.List;
import java.util.Optional;

/**
 * What an instruction of one machine does not take although the operator does, apart from element
 * types. Source: PTO ISA, MGATHER.
 */
public final class InstructionLimits {
  private static final int BLOCK_BYTES = 32;

  private InstructionLimits() {}

  /** What the call would have to be, where it is not. */
  public static Optional<String> broken(Isa isa, Call call) {
    return isa == Isa.A2A3 && isGatherToVec(call) ? gatherToVec(call) : Optional.empty();
  }

  private static boolean isGatherToVec(Call call) {
    return call.isOperator("tile.mgather")
        && call.args().size() >= 2
        && call.kwargs().getMemorySpace("target_memory").orElse(MemorySpace.VEC) == MemorySpace.VEC;
  }

  private static Optional<String> gatherToVec(Call call) {
    if (!(call.args().get(0).type() instanceof TensorLike memory)
        || !(call.args().get(1).type() instanceof ShapedType indices)) {
      return Optional.empty();
    }
    boolean rows = call.kwargs().getInt("coalesce", 0) == 0;
    if (memory.effectiveView().layout() != TensorLayout.ND) {
      return Optional.of("takes a tensor that is stored in rows");
    }
    if (rows && !isRow(indices.shape())) {
      return Optional.of("takes indices of rows that are [1, n]");
    }
    if (rows && !isWholeBlocks(memory)) {
      return Optional.of("takes rows of a multiple of 32 bytes");
    }
    return call.type() instanceof TileType tile && !isRowByRow(tile.effectiveView())
        ? Optional.of("gives a tile that lies row by row")
        : Optional.empty();
  }

  private static boolean isRow(List<Expr> shape) {
    return shape.size() == 2 && Exprs.isConstant(shape.getFirst(), 1);
  }

  private static boolean isWholeBlocks(TensorLike memory) {
    return !memory.shape().isEmpty()
        && Iterables.getLast(memory.shape()) instanceof ConstInt columns
        && memory.dtype().storageBytes(columns.value()) % BLOCK_BYTES == 0;
  }

  private static boolean isRowByRow(TileView view) {
    return view.blayout() == TileLayout.ROW_MAJOR && view.slayout() == TileLayout.NONE_BOX;
  }
}
