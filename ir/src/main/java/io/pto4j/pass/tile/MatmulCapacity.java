package io.pto4j.pass.tile;

import io.pto4j.analysis.Types;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Target;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Whether the operands and results of matrix products fit the memories of the matrix unit. */
final class MatmulCapacity {
  private MatmulCapacity() {}

  /**
   * @throws IrException when one of them alone is larger than its memory
   */
  static void check(Function kernel, Target target) {
    Walk.stmts(
        kernel.body(),
        s -> {
          if (s instanceof AssignStmt a
              && a.value() instanceof Call call
              && call.op().name().startsWith("tile.matmul")) {
            Stream.concat(call.args().stream(), Stream.of(a.var()))
                .forEach(value -> check(call, value, target));
          }
        });
  }

  private static void check(Call call, Expr value, Target target) {
    if (!(value.type() instanceof TileType tile) || tile.memorySpace().isEmpty()) {
      return;
    }
    MemorySpace space = tile.memorySpace().get();
    OptionalLong elements = Dims.elements(tile.shape());
    Long capacity = target.memoryBytes().get(space);
    if (elements.isEmpty() || capacity == null) {
      return;
    }
    long bytes = tile.dtype().storageBytes(elements.getAsLong());
    if (bytes > capacity) {
      throw new IrException(
          "%s: %s takes %d bytes, but memory %s of %s has %d"
              .formatted(
                  call.op().name(), Types.text(tile), bytes, space.text(), target.name(), capacity),
          "multiply smaller blocks: loop over parts of the operands and add the products with"
              + " matmulAcc",
          call.span());
    }
  }
}
