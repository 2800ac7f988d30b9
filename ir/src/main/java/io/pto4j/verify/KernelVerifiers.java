package io.pto4j.verify;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableSet;
import io.pto4j.analysis.Lineage;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.op.Affinity;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What the passes on kernels establish. Source: PyPTO verifier. */
final class KernelVerifiers {
  /** Those of a transposition that can be emitted: with a scratch tile. */
  private static final int TRANSPOSE_OPERANDS = 4;

  private KernelVerifiers() {}

  /** Tensor operators that a kernel keeps: they ask or alias. */
  private static final ImmutableSet<String> KEPT_IN_KERNELS =
      ImmutableSet.of("tensor.dim", "tensor.view", "tensor.reinterpret_view");

  static void incoreTileOps(Function function, Consumer<Diagnostic> found) {
    if (function.funcType() != FunctionType.INCORE) {
      return;
    }
    Walk.calls(
        function.body(),
        call -> {
          String name = call.op().name();
          if (isTensorOperator(call)
              && !KEPT_IN_KERNELS.contains(name)
              && !touchesSingleElements(call)) {
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

  /** Elements of tensors in global memory are read and written one by one. */
  private static boolean touchesSingleElements(Call call) {
    return (call.isOperator("tensor.read") || call.isOperator("tensor.write"))
        && !call.args().isEmpty()
        && call.args().getFirst().type() instanceof TensorLike;
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
          if (call.op() instanceof Operator) {
            if (isDeepTile(call)) {
              notFlat(
                  call, "produces >2D tile (should have been flattened to 2D)", function, found);
            }
            if (call.args().stream().anyMatch(KernelVerifiers::isDeepTile)) {
              notFlat(
                  call,
                  "has >2D tile argument (should have been flattened to 2D)",
                  function,
                  found);
            }
            if (call.isOperator("tile.assemble") && hasDeepOffset(call)) {
              notFlat(call, "has >2D offset (should have been flattened to 2D)", function, found);
            }
            if (call.isOperator("tile.transpose") && call.args().size() < TRANSPOSE_OPERANDS) {
              notFlat(call, "has no scratch tile (should have been added)", function, found);
            }
          }
        });
  }

  private static void notFlat(
      Call call, String what, Function function, Consumer<Diagnostic> found) {
    report(
        "TileOps2D",
        "Tile op '%s' in InCore function '%s' %s"
            .formatted(call.op().name(), function.name(), what),
        call.span(),
        function,
        found);
  }

  private static boolean hasDeepOffset(Call call) {
    return call.args().size() > 2
        && call.args().get(2).type() instanceof TupleType offset
        && offset.types().size() > 2;
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
    if (function.funcType() != FunctionType.INCORE) {
      PipeVerifier.verify(function, found);
    }
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
        function.returnTypes().stream().anyMatch(type -> type instanceof TensorLike);
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

  private static void report(
      String rule, String message, Span span, Function function, Consumer<Diagnostic> found) {
    found.accept(Diagnostic.error(rule, 0, message, Diagnostic.place(span, function)));
  }
}
