package io.pto4j.verify;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.Call;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.function.Consumer;

/**
 * A call is the whole value of an assignment or stands alone; the predicate of a submit is exempt.
 * Source: PyPTO verifier, NoNestedCall.
 */
final class NestedCallVerifier {
  private static final String RULE = "NoNestedCall";
  private static final int IN_ARGS = 201;
  private static final int IN_IF = 202;
  private static final int IN_RANGE = 203;
  private static final int IN_BINARY = 204;
  private static final int IN_UNARY = 205;
  private static final int IN_WHILE = 206;

  private final Function function;
  private final Consumer<Diagnostic> found;

  private NestedCallVerifier(Function function, Consumer<Diagnostic> found) {
    this.function = function;
    this.found = found;
  }

  static void verify(Function function, Consumer<Diagnostic> found) {
    Walk.stmts(function.body(), new NestedCallVerifier(function, found)::stmt);
  }

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s -> parts(s.value());
      case EvalStmt s -> parts(s.expr());
      case ReturnStmt s -> s.value().forEach(this::parts);
      case YieldStmt s -> s.value().forEach(this::parts);
      case IfStmt s -> check(s.condition(), IN_IF, "If condition cannot be a call expression");
      case WhileStmt s ->
          check(s.condition(), IN_WHILE, "While condition cannot be a call expression");
      case ForStmt s -> {
        check(s.start(), IN_RANGE, "For start cannot be a call expression");
        check(s.stop(), IN_RANGE, "For stop cannot be a call expression");
        check(s.step(), IN_RANGE, "For step cannot be a call expression");
      }
      default -> {}
    }
  }

  private void check(Expr expr, int code, String message) {
    if (expr instanceof Call || expr instanceof Submit) {
      Span place = Diagnostic.place(expr.span(), function);
      found.accept(Diagnostic.error(RULE, code, message, place));
    }
    parts(expr);
  }

  private void parts(Expr expr) {
    switch (expr) {
      case Call c -> c.args().forEach(this::argument);
      case Submit s -> {
        s.args().forEach(this::argument);
        s.deps().forEach(this::argument);
        s.coreNum().ifPresent(this::argument);
      }
      case MakeTuple t -> t.elements().forEach(this::argument);
      case TupleGetItem t -> argument(t.tuple());
      case BinaryExpr b -> {
        check(b.left(), IN_BINARY, "Binary expression left operand cannot be a call expression");
        check(b.right(), IN_BINARY, "Binary expression right operand cannot be a call expression");
      }
      case UnaryExpr u ->
          check(u.operand(), IN_UNARY, "Unary expression operand cannot be a call expression");
      default -> {}
    }
  }

  private void argument(Expr expr) {
    check(expr, IN_ARGS, "Call expression has nested call in arguments");
  }
}
