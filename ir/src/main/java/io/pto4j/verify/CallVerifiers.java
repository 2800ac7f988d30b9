package io.pto4j.verify;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.Op;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.Submit;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Target;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What calls and submits of the program's functions may look like. Source: PyPTO verifier. */
final class CallVerifiers {
  private static final String MANUAL_DEPS = "manual_dep_edges";

  private CallVerifiers() {}

  static void inlineFunctionsEliminated(
      Program program, Target target, Consumer<Diagnostic> found) {
    String rule = "InlineFunctionsEliminated";
    for (Function function : program.functions().values()) {
      if (function.funcType() == FunctionType.INLINE) {
        found.accept(
            Diagnostic.error(
                rule,
                0,
                "FunctionType::Inline function '%s' survived the InlineFunctions pass (should have"
                        .formatted(function.name())
                    + " been spliced and removed)",
                function.span()));
      }
      callees(
          function,
          (name, span) -> {
            Optional<Function> callee = program.function(name);
            if (callee.isEmpty()) {
              found.accept(
                  Diagnostic.error(
                      rule,
                      2,
                      "in function '%s', call of undefined function '%s'"
                          .formatted(function.name(), name),
                      span));
            } else if (callee.get().funcType() == FunctionType.INLINE) {
              found.accept(
                  Diagnostic.error(
                      rule,
                      1,
                      "in function '%s', call of inline function '%s' was not expanded"
                          .formatted(function.name(), name),
                      span));
            }
          });
    }
  }

  static void orchestrationReferencesResolved(
      Program program, Target target, Consumer<Diagnostic> found) {
    for (Function function : program.functions().values()) {
      if (function.funcType() != FunctionType.ORCHESTRATION) {
        continue;
      }
      callees(
          function,
          (name, span) -> {
            if (program.function(name).isEmpty()) {
              found.accept(
                  Diagnostic.error(
                      "OrchestrationReferencesResolved",
                      0,
                      "Orchestration function '%s' calls undefined function '%s'"
                          .formatted(function.name(), name),
                      span));
            }
          });
    }
  }

  /** Every name of a program function called or submitted, with its place. */
  private static void callees(Function function, BiConsumer<String, Span> visitor) {
    Walk.exprs(
        function.body(),
        e ->
            callee(e)
                .ifPresent(name -> visitor.accept(name, Diagnostic.place(e.span(), function))));
  }

  private static Optional<String> callee(Expr expr) {
    Op op =
        switch (expr) {
          case Call c -> c.op();
          case Submit s -> s.op();
          default -> null;
        };
    return op instanceof GlobalVar(String name) ? Optional.of(name) : Optional.empty();
  }

  static void manualDepsOnSubmitOnly(Function function, Consumer<Diagnostic> found) {
    Walk.exprs(
        function.body(),
        e -> {
          String rule = "ManualDepsOnSubmitOnly";
          Span place = Diagnostic.place(e.span(), function);
          switch (e) {
            case Call c when c.op() instanceof GlobalVar && c.attrs().has(MANUAL_DEPS) ->
                found.accept(
                    Diagnostic.error(
                        rule,
                        0,
                        "in function '%s', the call of '%s' carries dependencies; only a submit may"
                            .formatted(function.name(), c.op().name()),
                        place));
            case Submit s when s.attrs().has(MANUAL_DEPS) ->
                found.accept(
                    Diagnostic.error(
                        rule,
                        1,
                        "in function '%s', the submit of '%s' carries dependencies as an attribute"
                                .formatted(function.name(), s.op().name())
                            + " instead of its deps",
                        place));
            default -> {}
          }
        });
  }

  static void outParamNotShadowed(Function function, Consumer<Diagnostic> found) {
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof AssignStmt a
              && a.value() instanceof Call c
              && (c.isOperator("tensor.create") || c.isOperator("tensor.full"))) {
            int index = function.params().indexOf(a.var());
            if (index >= 0 && function.direction(index) != ParamDirection.IN) {
              found.accept(
                  Diagnostic.error(
                      "OutParamNotShadowed",
                      501,
                      ("'%s' is an %s parameter and cannot be reassigned via %s. Use the parameter"
                              + " directly as the output target instead.")
                          .formatted(
                              a.var().nameHint(), function.direction(index).text(), c.op().name()),
                      Diagnostic.place(s.span(), function)));
            }
          }
        });
  }
}
