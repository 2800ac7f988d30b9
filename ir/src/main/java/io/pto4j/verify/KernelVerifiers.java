package io.pto4j.verify;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableSet;
import io.pto4j.analysis.Lineage;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.op.Affinity;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import io.pto4j.pass.Target;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What the passes on kernels establish. Source: PyPTO verifier. */
final class KernelVerifiers {
  private KernelVerifiers() {}

  /** Tensor operators that a kernel keeps: they ask, alias or touch single elements. */
  private static final ImmutableSet<String> KEPT_IN_KERNELS =
      ImmutableSet.of(
          "tensor.dim", "tensor.view", "tensor.reinterpret_view", "tensor.read", "tensor.write");

  static void incoreTileOps(Function function, Consumer<Diagnostic> found) {
    if (function.funcType() != FunctionType.INCORE) {
      return;
    }
    Walk.calls(
        function.body(),
        call -> {
          String name = call.op().name();
          if (isTensorOperator(call) && !KEPT_IN_KERNELS.contains(name)) {
            report(
                "IncoreTileOps",
                "Tensor op '%s' found in InCore function (should have been converted)"
                    .formatted(name),
                call.span(),
                function,
                found);
          }
        });
  }

  private static boolean isTensorOperator(Call call) {
    return call.op() instanceof Operator(String name)
        && Operators.find(name).filter(op -> op.category() == OpDef.Category.TENSOR).isPresent();
  }

  static void tileOps2d(Function function, Consumer<Diagnostic> found) {
    if (!function.funcType().isInCore()) {
      return;
    }
    Walk.calls(
        function.body(),
        call -> {
          if (call.op() instanceof Operator(String name) && isDeepTile(call)) {
            report(
                "TileOps2D",
                "Tile op '%s' in InCore function '%s' produces >2D tile (should have been"
                        .formatted(name, function.name())
                    + " flattened to 2D)",
                call.span(),
                function,
                found);
          }
          if (call.op() instanceof Operator(String name)
              && call.args().stream().anyMatch(KernelVerifiers::isDeepTile)) {
            report(
                "TileOps2D",
                "Tile op '%s' in InCore function '%s' has >2D tile argument (should have been"
                        .formatted(name, function.name())
                    + " flattened to 2D)",
                call.span(),
                function,
                found);
          }
        });
  }

  private static boolean isDeepTile(Expr value) {
    return value.type() instanceof TileType tile && tile.rank() > 2;
  }

  static void mixedKernelExpanded(Function function, Consumer<Diagnostic> found) {
    if (!function.funcType().isInCore()) {
      return;
    }
    boolean cubeAllowed = function.funcType() != FunctionType.AIV;
    boolean vectorAllowed = function.funcType() != FunctionType.AIC;
    Set<Affinity> seen = EnumSet.noneOf(Affinity.class);
    Walk.calls(
        function.body(),
        call -> {
          // an allocation is planned, not executed
          Affinity affinity = call.type() instanceof PtrType ? Affinity.SHARED : Affinity.of(call);
          seen.add(affinity);
          boolean fits =
              switch (affinity) {
                case CUBE -> cubeAllowed && !(vectorAllowed && seen.contains(Affinity.VECTOR));
                case VECTOR -> vectorAllowed && !(cubeAllowed && seen.contains(Affinity.CUBE));
                case SHARED, MIXED -> true;
              };
          if (!fits) {
            report(
                "MixedKernelExpanded",
                "%s function '%s' contains '%s', which runs on the other core"
                    .formatted(function.funcType().text(), function.name(), call.op().name()),
                call.span(),
                function,
                found);
          }
        });
  }

  static void hasMemRefs(Function function, Consumer<Diagnostic> found) {
    if (!function.funcType().isInCore()) {
      return;
    }
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof AssignStmt a
              && a.var().type() instanceof TileType tile
              && tile.memref().isEmpty()
              && !isReceived(a.value())) {
            report(
                "HasMemRefs",
                "tile '%s' in function '%s' has no memory reference"
                    .formatted(a.var().nameHint(), function.name()),
                s.span(),
                function,
                found);
          }
        });
  }

  /** A tile from the other core lies in a slot of the pipe between them. */
  private static boolean isReceived(Expr value) {
    return value instanceof Call c && c.op().name().startsWith("tile.tpop_");
  }

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
    Walk.calls(function.body(), call -> operandSpaces(call, function, found));
  }

  private static void operandSpaces(Call call, Function function, Consumer<Diagnostic> found) {
    Optional<OpDef> op =
        call.op() instanceof Operator(String name) ? Operators.find(name) : Optional.empty();
    if (op.isEmpty() || op.get().operands().isEmpty()) {
      return;
    }
    for (int i = 0; i < call.args().size(); i++) {
      List<MemorySpace> allowed = op.get().operand(i).spaces();
      if (call.args().get(i) instanceof Var var
          && var.type() instanceof TileType tile
          && tile.memorySpace()
              .filter(s -> !allowed.isEmpty() && !allowed.contains(s))
              .isPresent()) {
        report(
            "TileMemoryInferred",
            "InCore function '%s': Op '%s' input %d ('%s') requires %s but is in %s"
                .formatted(
                    function.name(),
                    call.op().name(),
                    i,
                    var.nameHint(),
                    allowed.stream().map(MemorySpace::text).collect(joining("/")),
                    tile.memorySpace().get().text()),
            call.span(),
            function,
            found);
      }
    }
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
    found.accept(Diagnostic.error(rule, 0, message, Diagnostic.place(span, function)));
  }
}
