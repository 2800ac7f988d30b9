package io.pto4j.verify;

import com.google.common.base.Suppliers;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Children;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.VarUses;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.text.IrPrinter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Every variable is assigned once and used where its definition is visible; loops and ifs with
 * results end in yields of as many values. Source: PyPTO verifier, SSAVerify.
 */
final class SsaVerifier {
  private static final String RULE = "SSAVerify";
  private static final int MULTIPLE_ASSIGNMENT = 1;
  private static final int MISSING_YIELD = 3;
  private static final int COUNT_MISMATCH = 4;
  private static final int YIELD_COUNT_MISMATCH = 5;
  private static final int SCOPE_VIOLATION = 6;
  private static final int MISPLACED_YIELD = 7;

  private final Function function;
  private final Consumer<Diagnostic> found;
  private final Map<Var, Integer> assignments = new LinkedHashMap<>();
  private final Set<Var> visible = new HashSet<>();
  private final List<Var> entered = new ArrayList<>();
  private final Set<Var> reported = new HashSet<>();

  private final Supplier<String> text;

  private SsaVerifier(Function function, Consumer<Diagnostic> found) {
    this.function = function;
    this.found = found;
    this.text = Suppliers.memoize(() -> IrPrinter.print(function));
  }

  static void verify(Function function, Consumer<Diagnostic> found) {
    new SsaVerifier(function, found).run();
  }

  private void run() {
    // symbols of extents and the bases of memory references are defined by the types they stand in
    VarUses symbols = new VarUses(visible::add);
    function.params().forEach(p -> symbols.type(p.type()));
    function.returnTypes().forEach(symbols::type);
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof AssignStmt a) {
            symbols.type(a.var().type());
          }
        });
    // but what the body itself assigns is visible only from there on
    visible.removeAll(new HashSet<>(Walk.definedVars(function.body())));
    function.params().forEach(this::define);
    stmt(function.body());
    assignments.forEach(
        (var, times) -> {
          if (times > 1) {
            report(
                MULTIPLE_ASSIGNMENT,
                "Variable '%s' is assigned more than once (%d times), violating SSA form"
                    .formatted(var.nameHint(), times),
                var.span());
          }
        });
  }

  private void report(int code, String message, Span span) {
    found.accept(
        Diagnostic.error(
            RULE,
            code,
            message + "\n  In function '" + function.name() + "':\n" + text.get(),
            Diagnostic.place(span, function)));
  }

  private void define(Var var) {
    if (visible.add(var)) {
      entered.add(var);
    }
  }

  private void assign(Var var) {
    assignments.merge(var, 1, Integer::sum);
    define(var);
  }

  private void leave(int mark) {
    while (entered.size() > mark) {
      visible.remove(entered.removeLast());
    }
  }

  private void use(Expr expr) {
    new Uses(this::checkVisible).expr(expr);
  }

  private void use(Attrs attrs) {
    Children.map(attrs, new Uses(this::checkVisible));
  }

  private void checkVisible(Var var) {
    if (!(var instanceof MemRef) && !visible.contains(var) && reported.add(var)) {
      report(
          SCOPE_VIOLATION,
          "Variable '%s' used outside its defining scope".formatted(var.nameHint()),
          var.span());
    }
  }

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s -> {
        use(s.value());
        assign(s.var());
      }
      case SeqStmts s -> {
        for (int i = 0; i < s.stmts().size(); i++) {
          if (s.stmts().get(i) instanceof YieldStmt y && i < s.stmts().size() - 1) {
            report(MISPLACED_YIELD, "YieldStmt is not the last statement of its scope", y.span());
          }
          stmt(s.stmts().get(i));
        }
      }
      case IfStmt s -> branch(s);
      case ForStmt s -> {
        use(s.start());
        use(s.stop());
        use(s.step());
        use(s.attrs());
        s.iterArgs().forEach(arg -> use(arg.initValue()));
        int mark = entered.size();
        define(s.loopVar());
        s.iterArgs().forEach(this::define);
        stmt(s.body());
        leave(mark);
        results("ForStmt", s.iterArgs(), s.body(), s.returnVars(), s.span());
      }
      case WhileStmt s -> {
        s.iterArgs().forEach(arg -> use(arg.initValue()));
        int mark = entered.size();
        s.iterArgs().forEach(this::define);
        use(s.condition());
        stmt(s.body());
        leave(mark);
        results("WhileStmt", s.iterArgs(), s.body(), s.returnVars(), s.span());
      }
      case ScopeStmt s -> {
        if (s instanceof SpmdScopeStmt spmd) {
          use(spmd.coreNum());
        }
        use(s.attrs());
        stmt(s.body());
      }
      default -> new Uses(this::checkVisible).stmt(stmt);
    }
  }

  private void results(String kind, List<IterArg> args, Stmt body, List<Var> results, Span span) {
    if (args.size() != results.size()) {
      report(
          COUNT_MISMATCH,
          "%s iter_args count (%d) != return_vars count (%d)"
              .formatted(kind, args.size(), results.size()),
          span);
    }
    if (!args.isEmpty()) {
      checkYield(
          body,
          args.size(),
          kind + " with iter_args must have YieldStmt as last statement in body",
          kind + " YieldStmt value count (%d) != iter_args count (%d)",
          span);
    }
    results.forEach(this::assign);
  }

  private void branch(IfStmt s) {
    use(s.condition());
    int mark = entered.size();
    stmt(s.thenBody());
    leave(mark);
    s.elseBody().ifPresent(this::stmt);
    leave(mark);
    if (!s.returnVars().isEmpty()) {
      String missing =
          "IfStmt with return_vars must have YieldStmt as last statement in both branches";
      String count = "IfStmt YieldStmt value count (%d) != return_vars count (%d)";
      checkYield(s.thenBody(), s.returnVars().size(), missing, count, s.span());
      if (s.elseBody().isPresent()) {
        checkYield(s.elseBody().get(), s.returnVars().size(), missing, count, s.span());
      } else {
        report(MISSING_YIELD, "IfStmt with return_vars must have an else branch", s.span());
      }
    }
    s.returnVars().forEach(this::assign);
  }

  private void checkYield(Stmt body, int expected, String missing, String count, Span span) {
    Optional<YieldStmt> yield = YieldStmt.ending(body);
    if (yield.isEmpty()) {
      report(MISSING_YIELD, missing, span);
    } else if (yield.get().value().size() != expected) {
      report(
          YIELD_COUNT_MISMATCH,
          count.formatted(yield.get().value().size(), expected),
          yield.get().span());
    }
  }
}
