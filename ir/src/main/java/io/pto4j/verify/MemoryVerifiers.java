package io.pto4j.verify;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.op.Operators;
import io.pto4j.pass.Target;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Where the tiles of kernels lie. Source: PyPTO passes, InitMemRef and AllocateMemoryAddr. */
final class MemoryVerifiers {
  private MemoryVerifiers() {}

  /** Every tile but those in the slots of pipes has a memory. */
  static void hasMemRefs(Function function, Consumer<Diagnostic> found) {
    if (!function.funcType().isInCore()) {
      return;
    }
    Set<Var> received = Walk.identitySet();
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof AssignStmt a && isReceived(a.value(), received)) {
            received.add(a.var());
          }
          for (Var var : Walk.definedBy(s)) {
            if (isWithoutMemory(var) && !received.contains(var)) {
              error(
                  "HasMemRefs",
                  "tile '%s' in function '%s' has no memory reference"
                      .formatted(var.nameHint(), function.name()),
                  s.span(),
                  function,
                  found);
            }
          }
        });
  }

  private static boolean isWithoutMemory(Var var) {
    return var.type() instanceof TileType tile && tile.memref().isEmpty();
  }

  /** A tile from the other core, a look at one or a copy of one lies in a slot of the pipe. */
  private static boolean isReceived(Expr value, Set<Var> received) {
    return switch (value) {
      case Var var -> received.contains(var);
      case Call c when c.op() instanceof Operator(String name) ->
          name.startsWith("tile.tpop_")
              || Operators.find(name)
                  .flatMap(
                      op ->
                          c.args().stream().skip(op.viewOf().orElse(Integer.MAX_VALUE)).findFirst())
                  .filter(viewed -> viewed instanceof Var var && received.contains(var))
                  .isPresent();
      default -> false;
    };
  }

  /** Every tile has an address, and its memory is large enough for that. */
  static void allocatedMemoryAddr(Program program, Target target, Consumer<Diagnostic> found) {
    for (Function function : program.functions().values()) {
      if (function.funcType().isInCore()) {
        Map<MemorySpace, Use> uses = new EnumMap<>(MemorySpace.class);
        Walk.stmts(
            function.body(),
            s -> Walk.definedBy(s).forEach(var -> address(var, s, function, uses, found)));
        uses.forEach((space, use) -> capacity(space, use, function, target, found));
      }
    }
  }

  /** How far a memory is used, and where. */
  private record Use(long end, Span place) {}

  private static void address(
      Var var,
      Stmt stmt,
      Function function,
      Map<MemorySpace, Use> uses,
      Consumer<Diagnostic> found) {
    // a tile in the slot of a pipe has none, and a view at a place that is known at run time only
    // has no constant one
    if (var.type() instanceof TileType tile
        && tile.memref().isPresent()
        && tile.memref().get().byteOffset() instanceof ConstInt(_, _, long offset)) {
      if (offset < 0) {
        error(
            "AllocatedMemoryAddr",
            "in function '%s', tile '%s' has the negative address %d"
                .formatted(function.name(), var.nameHint(), offset),
            stmt.span(),
            function,
            found);
      }
      // a tile with a memory reference has a memory space
      uses.merge(
          tile.memorySpace().orElseThrow(),
          new Use(offset + tile.memref().get().size(), stmt.span()),
          (known, use) -> use.end > known.end ? use : known);
    }
  }

  private static void capacity(
      MemorySpace space, Use use, Function function, Target target, Consumer<Diagnostic> found) {
    Long capacity = target.memoryBytes().get(space);
    if (capacity != null && use.end > capacity) {
      error(
          "AllocatedMemoryAddr",
          "in function '%s', %s buffer usage (%d bytes) exceeds platform limit (%d bytes)"
              .formatted(function.name(), space.text(), use.end, capacity),
          use.place,
          function,
          found);
    }
  }

  private static void error(
      String rule, String message, Span span, Function function, Consumer<Diagnostic> found) {
    found.accept(Diagnostic.error(rule, 0, message, Diagnostic.place(span, function)));
  }
}
