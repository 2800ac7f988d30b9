package io.pto4j.verify;

import io.pto4j.analysis.Lineage;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Target;
import java.util.Optional;
import java.util.function.Consumer;

/** What the passes on kernels establish. Source: PyPTO verifier. */
final class KernelVerifiers {
  private KernelVerifiers() {}

  static void tileMemoryInferred(Function function, Consumer<Diagnostic> found) {
    if (function.funcType() != FunctionType.INCORE) {
      return;
    }
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof AssignStmt a
              && a.var().type() instanceof TileType tile
              && tile.memorySpace().isEmpty()) {
            report(
                "TileMemoryInferred",
                "InCore function '%s': tile '%s' has no memory space"
                    .formatted(function.name(), a.var().nameHint()),
                s.span(),
                function,
                found);
          }
        });
  }

  static void returnParamsExplicit(Function function, Consumer<Diagnostic> found) {
    boolean applies = function.funcType().isInCore() || function.funcType().isWrapper();
    boolean returnsTensor =
        function.returnTypes().stream().anyMatch(type -> type instanceof TensorType);
    if (!applies || !returnsTensor || function.attrs().has("external_source")) {
      return;
    }
    Lineage lineage = Lineage.of(function.body(), function.params());
    boolean[] returns = {false};
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof ReturnStmt r) {
            returns[0] = true;
            for (Expr value : r.value()) {
              lineage
                  .root(value)
                  .filter(param -> param != value)
                  .ifPresent(
                      param ->
                          report(
                              "ReturnParamsExplicit",
                              "function '%s' returns a version of its parameter '%s' instead of the"
                                      .formatted(function.name(), param.nameHint())
                                  + " parameter",
                              r.span(),
                              function,
                              found));
            }
          }
        });
    if (!returns[0]) {
      report(
          "ReturnParamsExplicit",
          "function '%s' declares tensor results but does not return".formatted(function.name()),
          function.span(),
          function,
          found);
    }
  }

  static void allocatedMemoryAddr(Program program, Target target, Consumer<Diagnostic> found) {
    for (Function function : program.functions().values()) {
      if (function.funcType().isInCore()) {
        Walk.stmts(
            function.body(),
            s ->
                Walk.definedBy(s)
                    .forEach(
                        v -> {
                          if (v.type() instanceof TileType tile) {
                            address(tile, v.nameHint(), s.span(), function, target, found);
                          }
                        }));
      }
    }
  }

  private static void address(
      TileType tile,
      String name,
      Span span,
      Function function,
      Target target,
      Consumer<Diagnostic> found) {
    Optional<MemRef> memref = tile.memref();
    if (memref.isEmpty()) {
      return;
    }
    String where = "in function '%s', tile '%s': ".formatted(function.name(), name);
    if (!(memref.get().byteOffset() instanceof ConstInt(_, _, long offset))) {
      // a view at a place that is known at run time only
      return;
    }
    if (offset < 0) {
      report("AllocatedMemoryAddr", where + "negative address", span, function, found);
      return;
    }
    Long capacity = target.memoryBytes().get(tile.memorySpace().orElseThrow());
    long end = offset + memref.get().size();
    if (capacity != null && end > capacity) {
      report(
          "AllocatedMemoryAddr",
          where + "ends at byte %d of a memory of %d bytes".formatted(end, capacity),
          span,
          function,
          found);
    }
  }

  private static void report(
      String rule, String message, Span span, Function function, Consumer<Diagnostic> found) {
    found.accept(Diagnostic.error(rule, 0, message, FunctionVerifier.place(span, function)));
  }
}
