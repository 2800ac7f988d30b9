package io.pto4j.verify;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Function;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WindowBuffer;
import java.util.Set;
import java.util.function.Consumer;

/** What the passes on several devices establish. Source: PyPTO passes, communication domains. */
final class DistributedVerifiers {
  private static final String ALLOCATION = "pld.tensor.alloc_window_buffer";

  private DistributedVerifiers() {}

  /** Every shared allocation is made in the domain that it belongs to. */
  static void commDomainScopesMaterialized(Function function, Consumer<Diagnostic> found) {
    Set<Var> bases = Walk.identitySet();
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof CommDomainScopeStmt domain) {
            for (WindowBuffer slot : domain.slots()) {
              bases.add(slot.base());
            }
          }
        });
    Walk.stmts(function.body(), s -> allocation(s, bases, function, found));
    Walk.calls(function.body(), c -> window(c, function, found));
  }

  private static void allocation(
      Stmt stmt, Set<Var> bases, Function function, Consumer<Diagnostic> found) {
    for (Var var : Walk.definedBy(stmt)) {
      if (stmt instanceof AssignStmt a
          && a.value() instanceof Call c
          && c.isOperator(ALLOCATION)
          && !bases.contains(var)) {
        report(
            "CommDomainScopesMaterialized",
            "window buffer '%s' of function '%s' belongs to no communication domain"
                .formatted(var.nameHint(), function.name()),
            stmt.span(),
            function,
            found);
      }
    }
  }

  private static void window(Call call, Function function, Consumer<Diagnostic> found) {
    if (call.isOperator("pld.tensor.window")
        && call.type() instanceof DistributedTensorType type
        && type.windowBuffer().isEmpty()) {
      report(
          "CommDomainScopesMaterialized",
          "a window of function '%s' does not say of which allocation it is"
              .formatted(function.name()),
          call.span(),
          function,
          found);
    }
  }

  /** A context comes with every window parameter. */
  static void distTensorCtxMaterialized(Function function, Consumer<Diagnostic> found) {
    long windows =
        function.params().stream().filter(p -> p.type() instanceof DistributedTensorType).count();
    long contexts = function.params().stream().filter(p -> p.type() == HandleType.COMM_CTX).count();
    if (windows != contexts) {
      report(
          "DistTensorCtxMaterialized",
          "function '%s' has %d windows, but %d contexts to reach their devices"
              .formatted(function.name(), windows, contexts),
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
