package io.pto4j.pass.tile;

import io.pto4j.analysis.Lineage;
import io.pto4j.analysis.WriteBack;
import io.pto4j.ir.Call;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.op.OpDef.WriteChannel;
import java.util.HashMap;
import java.util.Map;

/** Checks that a kernel writes each tensor by one path only. */
final class WriteChannels {
  private WriteChannels() {}

  /**
   * @throws IrException when a tensor is written both element by element and tile by tile, which
   *     nothing orders
   */
  static void check(Function kernel) {
    Lineage lineage = Lineage.of(kernel.body(), kernel.params());
    Map<Var, Map<WriteChannel, Call>> writes = new HashMap<>();
    Walk.exprs(
        kernel.body(),
        e -> {
          if (e instanceof Call call) {
            WriteBack.target(call)
                .flatMap(lineage::root)
                .ifPresent(root -> add(writes, root, call));
          }
        });
    kernel.params().stream()
        .filter(writes::containsKey)
        .forEach(param -> check(param, writes.get(param)));
  }

  private static void add(Map<Var, Map<WriteChannel, Call>> writes, Var root, Call call) {
    SpaceDemands.definition(call)
        .flatMap(op -> op.writeChannel())
        .ifPresent(
            channel ->
                writes.computeIfAbsent(root, _ -> new HashMap<>()).putIfAbsent(channel, call));
  }

  private static void check(Var param, Map<WriteChannel, Call> writes) {
    Call element = writes.get(WriteChannel.SCALAR);
    Call tile = writes.get(WriteChannel.DMA);
    if (element != null && tile != null) {
      throw new IrException(
          "tensor '%s' is written element by element and, in line %d, tile by tile in one kernel"
              .formatted(param.nameHint(), tile.span().beginLine()),
          "the two cannot be ordered: write the elements into the tile, or use two kernels",
          element.span());
    }
  }
}
