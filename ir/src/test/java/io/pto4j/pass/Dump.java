package io.pto4j.pass;

import static java.util.stream.Collectors.joining;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.List;

/** Programs as short text without types, for comparison in tests. */
public final class Dump {
  private final StringBuilder out = new StringBuilder();

  private Dump() {}

  public static String of(Program program) {
    return program.functions().values().stream().map(Dump::of).collect(joining());
  }

  public static String of(Function function) {
    Dump dump = new Dump();
    StringBuilder params = new StringBuilder();
    for (int i = 0; i < function.params().size(); i++) {
      ParamDirection direction = function.direction(i);
      params
          .append(i == 0 ? "" : ", ")
          .append(function.params().get(i))
          .append(direction == ParamDirection.IN ? "" : ": " + direction.text());
    }
    dump.line(
        0,
        "%s %s(%s)%s"
            .formatted(
                function.funcType().text(),
                function.name(),
                params,
                function.returnTypes().isEmpty() ? "" : " -> " + function.returnTypes().size()));
    dump.stmt(function.body(), 1);
    return dump.out.toString();
  }

  public static String of(Stmt stmt) {
    Dump dump = new Dump();
    dump.stmt(stmt, 0);
    return dump.out.toString();
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }

  private void stmt(Stmt stmt, int depth) {
    stmt.leadingComments().forEach(c -> line(depth, "# " + c));
    switch (stmt) {
      case AssignStmt s -> line(depth, s.var() + " = " + of(s.value()));
      case EvalStmt s -> line(depth, of(s.expr()));
      case YieldStmt s -> line(depth, "yield " + list(s.value()));
      case ReturnStmt s -> line(depth, "return " + list(s.value()));
      case BreakStmt _ -> line(depth, "break");
      case ContinueStmt _ -> line(depth, "continue");
      case InlineStmt s -> line(depth, s.body());
      case SeqStmts s -> {
        if (s.stmts().size() <= 1 || s.stmts().stream().anyMatch(c -> c instanceof SeqStmts)) {
          line(depth, "seq");
          s.stmts().forEach(child -> stmt(child, depth + 1));
        } else {
          s.stmts().forEach(child -> stmt(child, depth));
        }
      }
      case IfStmt s -> {
        line(depth, "if " + of(s.condition()) + results(s.returnVars()));
        stmt(s.thenBody(), depth + 1);
        if (s.elseBody().isPresent()) {
          line(depth, "else");
          stmt(s.elseBody().get(), depth + 1);
        }
      }
      case ForStmt s -> {
        String kind = s.kind() == ForKind.SEQUENTIAL ? "" : s.kind().text() + " ";
        line(
            depth,
            "for %s%s in %s..%s by %s%s%s"
                .formatted(
                    kind,
                    s.loopVar(),
                    of(s.start()),
                    of(s.stop()),
                    of(s.step()),
                    carried(s.iterArgs()),
                    results(s.returnVars())));
        stmt(s.body(), depth + 1);
      }
      case WhileStmt s -> {
        line(depth, "while " + of(s.condition()) + carried(s.iterArgs()) + results(s.returnVars()));
        stmt(s.body(), depth + 1);
      }
      case ScopeStmt s -> {
        line(depth, "with " + s.getClass().getSimpleName() + " " + s.nameHint());
        stmt(s.body(), depth + 1);
      }
    }
  }

  private static String carried(List<IterArg> args) {
    return args.isEmpty()
        ? ""
        : args.stream().map(a -> a + " = " + of(a.initValue())).collect(joining(", ", " (", ")"));
  }

  private static String results(List<Var> vars) {
    return vars.isEmpty() ? "" : " -> " + list(vars);
  }

  private static String list(List<? extends Expr> exprs) {
    return exprs.stream().map(Dump::of).collect(joining(", "));
  }

  public static String of(Expr expr) {
    return switch (expr) {
      case Var v -> v.nameHint();
      case ConstInt c -> Long.toString(c.value());
      case ConstFloat c -> Double.toString(c.value());
      case ConstBool c -> Boolean.toString(c.value());
      case Call c -> c.op().name() + "(" + list(c.args()) + ")";
      case Submit s ->
          "submit "
              + s.op().name()
              + "("
              + list(s.args())
              + ")"
              + (s.deps().isEmpty() ? "" : " after " + list(s.deps()))
              + s.predicate().map(p -> " when " + of(p)).orElse("");
      case MakeTuple t -> "[" + list(t.elements()) + "]";
      case TupleGetItem t -> of(t.tuple()) + "[" + t.index() + "]";
      case BinaryExpr b -> "(" + of(b.left()) + " " + b.op().symbol() + " " + of(b.right()) + ")";
      case UnaryExpr u -> u.op().nodeName() + "(" + of(u.operand()) + ")";
    };
  }
}
