package io.pto4j.pass.front;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.WhileStmt;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;

/**
 * Leaves loops and branches that are left at their end only: break, continue and a return inside a
 * loop or branch are refused. Source: PyPTO passes, CtrlFlowTransform.
 */
public final class CtrlFlowTransform implements Pass {
  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.STRUCTURED_CTRL_FLOW);
  }

  @Override
  public Program run(Program program, PassContext context) {
    for (Function function : program.functions().values()) {
      check(function.body(), false);
    }
    return program;
  }

  private static void check(Stmt stmt, boolean conditional) {
    switch (stmt) {
      case BreakStmt s ->
          throw refused("break", "test the condition with an if around the statements", s.span());
      case ContinueStmt s ->
          throw refused("continue", "put the statements that it skips into an if", s.span());
      case ReturnStmt s when conditional ->
          throw refused(
              "a return inside a loop or branch",
              "assign the result to a variable and return it at the end",
              s.span());
      case SeqStmts s -> s.stmts().forEach(child -> check(child, conditional));
      case ScopeStmt s -> check(s.body(), conditional);
      case ForStmt s -> check(s.body(), true);
      case WhileStmt s -> check(s.body(), true);
      case IfStmt s -> {
        check(s.thenBody(), true);
        s.elseBody().ifPresent(body -> check(body, true));
      }
      default -> {}
    }
  }

  private static IrException refused(String what, String hint, Span span) {
    return new IrException(what + " is not supported", hint, span);
  }
}
