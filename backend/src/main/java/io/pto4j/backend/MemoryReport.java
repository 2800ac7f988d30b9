package io.pto4j.backend;

import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Function;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Program;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Target;
import java.util.EnumMap;
import java.util.Map;

/** How much of each on-chip memory every kernel uses. */
final class MemoryReport {
  private MemoryReport() {}

  static String of(Program program, Target target) {
    StringBuilder text =
        new StringBuilder("kernel                           memory        used       limit\n");
    for (Function function : program.functions().values()) {
      if (function.funcType().isInCore()) {
        used(function)
            .forEach(
                (space, bytes) ->
                    text.append(
                        "%-32s %-8s %9d %11d\n"
                            .formatted(
                                function.name(),
                                space.text(),
                                bytes,
                                target.memoryBytes().getOrDefault(space, 0L))));
      }
    }
    return text.toString();
  }

  private static Map<MemorySpace, Long> used(Function function) {
    Map<MemorySpace, Long> used = new EnumMap<>(MemorySpace.class);
    Walk.stmts(
        function.body(),
        s -> {
          for (Var var : Walk.definedBy(s)) {
            if (var.type() instanceof TileType tile && tile.memref().isPresent()) {
              MemRef ref = tile.memref().get();
              if (ref.byteOffset() instanceof ConstInt offset) {
                used.merge(
                    tile.memorySpace().orElseThrow(), offset.value() + ref.size(), Math::max);
              }
            }
          }
        });
    return used;
  }
}
