package io.pto4j.verify;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.Optional;
import java.util.function.Consumer;

/** Which statements may stand where. Source: PyPTO verifier, property verifiers. */
final class StructureVerifiers {
  private static final int NESTED_INCORE = 501;
  private static final String PIPELINE_STAGES = "pipeline_stages";

  /** Tensor operators that arrange data or belong to the orchestrator, rather than compute. */
  private static final ImmutableSet<String> NOT_COMPUTE =
      ImmutableSet.of(
          "tensor.create",
          "tensor.dim",
          "tensor.read",
          "tensor.write",
          "tensor.slice",
          "tensor.assemble",
          "tensor.view",
          "tensor.reshape",
          "tensor.transpose",
          "tensor.reinterpret_view");

  private StructureVerifiers() {}

  /** No redundant sequences, and yields at the end only; reported under {@code rule}. */
  static void normalized(String rule, Function function, Consumer<Diagnostic> found) {
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof SeqStmts seq) {
            sequence(rule, seq, function, found);
          }
        });
  }

  private static void sequence(
      String rule, SeqStmts seq, Function function, Consumer<Diagnostic> found) {
    if (seq.stmts().size() == 1) {
      report(rule, 0, "SeqStmts with a single child is redundant", seq.span(), function, found);
    }
    for (int i = 0; i < seq.stmts().size(); i++) {
      Stmt child = seq.stmts().get(i);
      if (child instanceof SeqStmts) {
        report(rule, 0, "SeqStmts directly inside SeqStmts", child.span(), function, found);
      }
      if (child instanceof YieldStmt && i < seq.stmts().size() - 1) {
        report(
            rule,
            0,
            "YieldStmt before the terminating position; YieldStmt must be the trailing statement"
                + " of its scope",
            child.span(),
            function,
            found);
      }
    }
  }

  static void splitIncoreOrch(Function function, Consumer<Diagnostic> found) {
    if (function.funcType() != FunctionType.INCORE) {
      outlined(function.body(), function, found);
    }
  }

  private static void outlined(Stmt stmt, Function function, Consumer<Diagnostic> found) {
    switch (stmt) {
      case InCoreScopeStmt s ->
          Walk.stmts(
              s,
              inner -> {
                if (inner instanceof InCoreScopeStmt) {
                  report(
                      "SplitIncoreOrch",
                      0,
                      "InCore ScopeStmt found in non-InCore function (should have been outlined)",
                      inner.span(),
                      function,
                      found);
                }
              });
      case ScopeStmt s -> outlined(s.body(), function, found);
      case SeqStmts s -> s.stmts().forEach(child -> outlined(child, function, found));
      case ForStmt s -> outlined(s.body(), function, found);
      case WhileStmt s -> outlined(s.body(), function, found);
      case IfStmt s -> {
        outlined(s.thenBody(), function, found);
        s.elseBody().ifPresent(body -> outlined(body, function, found));
      }
      default -> {
        if (function.funcType().isOrchestration()) {
          computeOperator(stmt).ifPresent(name -> computes(name, stmt, function, found));
        }
      }
    }
  }

  private static void computes(
      String operator, Stmt stmt, Function function, Consumer<Diagnostic> found) {
    found.accept(
        new Diagnostic(
            Severity.WARNING,
            "SplitIncoreOrch",
            0,
            "Compute tensor op '%s' found in Orchestration function (should be inside InCore)"
                .formatted(operator),
            Diagnostic.place(stmt.span(), function)));
  }

  private static Optional<String> computeOperator(Stmt stmt) {
    Expr value =
        switch (stmt) {
          case AssignStmt s -> s.value();
          case EvalStmt s -> s.expr();
          default -> null;
        };
    return value instanceof Call c
            && c.op() instanceof Operator(String name)
            && name.startsWith("tensor.")
            && !NOT_COMPUTE.contains(name)
        ? Optional.of(name)
        : Optional.empty();
  }

  static void clusterOutlined(Function function, Consumer<Diagnostic> found) {
    if (!function.funcType().isWrapper()) {
      Walk.stmts(
          function.body(),
          s -> {
            if (s instanceof ClusterScopeStmt || s instanceof SpmdScopeStmt) {
              report(
                  "ClusterOutlined",
                  0,
                  (s instanceof SpmdScopeStmt ? "Spmd" : "Cluster")
                      + " ScopeStmt found in non-Group function (should have been outlined)",
                  s.span(),
                  function,
                  found);
            }
          });
    }
  }

  static void hierarchyOutlined(Function function, Consumer<Diagnostic> found) {
    if (function.funcType() == FunctionType.OPAQUE) {
      Walk.stmts(
          function.body(),
          s -> {
            if (s instanceof HierarchyScopeStmt) {
              report(
                  "HierarchyOutlined",
                  0,
                  "Hierarchy ScopeStmt found in function (should have been outlined)",
                  s.span(),
                  function,
                  found);
            }
          });
    }
  }

  static void structuredCtrlFlow(Function function, Consumer<Diagnostic> found) {
    if (function.funcType().isInCore()) {
      Walk.stmts(
          function.body(),
          s -> {
            switch (s) {
              case BreakStmt _ -> unstructured("BreakStmt", 0, s.span(), function, found);
              case ContinueStmt _ -> unstructured("ContinueStmt", 1, s.span(), function, found);
              default -> {}
            }
          });
    }
  }

  private static void unstructured(
      String what, int code, Span span, Function function, Consumer<Diagnostic> found) {
    report(
        "StructuredCtrlFlow",
        code,
        what + " found — IR is not in structured control flow form",
        span,
        function,
        found);
  }

  static void unrollResolved(Function function, Consumer<Diagnostic> found) {
    loops(
        function,
        loop -> {
          if (loop.kind() == ForKind.UNROLL) {
            report(
                "UnrollResolved",
                0,
                ("ForKind::Unroll survived past UnrollLoops in function '%s'. Every unrolled loop"
                        + " should have become copies of its body.")
                    .formatted(function.name()),
                loop.span(),
                function,
                found);
          }
        });
  }

  static void pipelineResolved(Function function, Consumer<Diagnostic> found) {
    loops(
        function,
        loop -> {
          if (loop.kind() == ForKind.PIPELINE) {
            report(
                "PipelineResolved",
                0,
                ("ForKind::Pipeline survived past CanonicalizeIOOrder in function '%s'. Every"
                        + " pipeline loop should have become a sequential one.")
                    .formatted(function.name()),
                loop.span(),
                function,
                found);
          }
        });
  }

  static void pipelineLoopValid(Function function, Consumer<Diagnostic> found) {
    loops(
        function,
        loop -> {
          boolean pipelined = loop.kind() == ForKind.PIPELINE;
          if (pipelined != loop.attrs().has(PIPELINE_STAGES)) {
            report(
                "PipelineLoopValid",
                pipelined ? 0 : 1,
                (pipelined
                        ? "ForStmt in function '%s' has `kind_ == ForKind::Pipeline` but no"
                            + " `pipeline_stages` attr. Pipeline loops must always carry the stage"
                            + " attribute (kind ⇔ attr)."
                        : "ForStmt in function '%s' has a `pipeline_stages` attr but"
                            + " `kind_ != ForKind::Pipeline`. Only pipeline loops may carry the"
                            + " stage attribute (kind ⇔ attr).")
                    .formatted(function.name()),
                loop.span(),
                function,
                found);
          }
        });
  }

  private static void loops(Function function, Consumer<ForStmt> visitor) {
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof ForStmt loop) {
            visitor.accept(loop);
          }
        });
  }

  static void noNestedIncore(Function function, Consumer<Diagnostic> found) {
    nestedIncore(function.body(), false, function, found);
  }

  private static void nestedIncore(
      Stmt stmt, boolean inside, Function function, Consumer<Diagnostic> found) {
    switch (stmt) {
      case InCoreScopeStmt s -> {
        if (inside) {
          report(
              "NoNestedInCore",
              NESTED_INCORE,
              "Nested InCore scope detected — InCore scopes must not contain other InCore scopes",
              s.span(),
              function,
              found);
        }
        nestedIncore(s.body(), true, function, found);
      }
      case ScopeStmt s -> nestedIncore(s.body(), inside, function, found);
      case SeqStmts s -> s.stmts().forEach(c -> nestedIncore(c, inside, function, found));
      case ForStmt s -> nestedIncore(s.body(), inside, function, found);
      case WhileStmt s -> nestedIncore(s.body(), inside, function, found);
      case IfStmt s -> {
        nestedIncore(s.thenBody(), inside, function, found);
        s.elseBody().ifPresent(b -> nestedIncore(b, inside, function, found));
      }
      default -> {}
    }
  }

  static void breakContinue(Function function, Consumer<Diagnostic> found) {
    breakContinue(function.body(), LoopKind.NONE, function, found);
  }

  private enum LoopKind {
    NONE,
    SEQUENTIAL,
    PARALLEL,
    UNROLLED
  }

  private static LoopKind kindOf(ForStmt loop) {
    return loop.kind() == ForKind.PARALLEL
        ? LoopKind.PARALLEL
        : loop.kind() == ForKind.UNROLL ? LoopKind.UNROLLED : LoopKind.SEQUENTIAL;
  }

  private static void breakContinue(
      Stmt stmt, LoopKind loop, Function function, Consumer<Diagnostic> found) {
    switch (stmt) {
      case BreakStmt s -> jump("break", 301, s.span(), loop, function, found);
      case ContinueStmt s -> jump("continue", 303, s.span(), loop, function, found);
      case ForStmt s -> breakContinue(s.body(), kindOf(s), function, found);
      case WhileStmt s -> breakContinue(s.body(), LoopKind.SEQUENTIAL, function, found);
      case SeqStmts s -> s.stmts().forEach(c -> breakContinue(c, loop, function, found));
      case ScopeStmt s -> breakContinue(s.body(), loop, function, found);
      case IfStmt s -> {
        breakContinue(s.thenBody(), loop, function, found);
        s.elseBody().ifPresent(b -> breakContinue(b, loop, function, found));
      }
      default -> {}
    }
  }

  private static void jump(
      String word,
      int parallelCode,
      Span span,
      LoopKind loop,
      Function function,
      Consumer<Diagnostic> found) {
    String rule = "BreakContinueCheck";
    switch (loop) {
      case SEQUENTIAL -> {}
      case PARALLEL ->
          report(
              rule,
              parallelCode,
              "'" + word + "' not supported in parallel loops",
              span,
              function,
              found);
      case UNROLLED ->
          report(
              rule,
              parallelCode + 1,
              "'" + word + "' not supported in unrolled loops",
              span,
              function,
              found);
      case NONE ->
          report(
              rule,
              word.equals("break") ? 305 : 306,
              "'" + word + "' outside loop",
              span,
              function,
              found);
    }
  }

  private static void report(
      String rule,
      int code,
      String message,
      Span span,
      Function function,
      Consumer<Diagnostic> found) {
    found.accept(Diagnostic.error(rule, code, message, Diagnostic.place(span, function)));
  }
}
