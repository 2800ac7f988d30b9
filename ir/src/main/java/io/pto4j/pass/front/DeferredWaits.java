package io.pto4j.pass.front;

import io.pto4j.ir.Call;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.RegScopeStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Visitor;
import io.pto4j.ir.Walk;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Calls that let a task be done only when counters have the values that it asks for. The kernel
 * returns without waiting, so such a task is one of its own. Source: PyPTO distributed operators,
 * {@code pld.system.defer_wait}, and the pass OutlineIncoreScopes.
 */
public final class DeferredWaits {
  /** The attribute of a kernel whose task is done later than the kernel. */
  public static final String WAITER = "deferred_completion_waiter";

  private static final String OPERATOR = "pld.system.defer_wait";

  private DeferredWaits() {}

  /** Whether {@code call} asks for a later completion. */
  public static boolean isWait(Call call) {
    return call.isOperator(OPERATOR);
  }

  /** Whether the task of {@code body} asks for a later completion. */
  public static boolean in(Stmt body) {
    boolean[] found = {false};
    Walk.calls(body, call -> found[0] |= isWait(call));
    return found[0];
  }

  /**
   * Refuses calls outside of a region that becomes a task of one kernel.
   *
   * @throws IrException with the place of the call, or of the region
   */
  static void check(Function function) {
    if (in(function.body())) {
      new Checker().stmt(function.body());
    }
  }

  /** Follows the regions that become tasks. */
  private static final class Checker extends Visitor {
    private final Deque<ScopeStmt> tasks = new ArrayDeque<>();

    @Override
    public Stmt stmt(Stmt stmt) {
      if (!(stmt instanceof ScopeStmt scope) || !isTask(scope)) {
        return super.stmt(stmt);
      }
      tasks.push(scope);
      super.stmt(stmt);
      tasks.pop();
      return stmt;
    }

    @Override
    public Expr expr(Expr expr) {
      if (expr instanceof Call call && isWait(call)) {
        check(call);
      }
      return super.expr(expr);
    }

    private void check(Call call) {
      if (!(tasks.peek() instanceof InCoreScopeStmt kernel)) {
        throw new IrException(
            OPERATOR + " stands in a region that becomes a kernel",
            "write it in with pl.at(level=pl.Level.CORE_GROUP):",
            call.span());
      }
      if (tasks.size() > 1) {
        throw new IrException(
            OPERATOR + " stands in a region that is a task of its own, not in one inside another",
            "move the region of the wait out of the one around it",
            call.span());
      }
      for (String attr : new String[] {"predicate", "allow_early_resolve"}) {
        if (kernel.attrs().has(attr)) {
          throw new IrException(
              "a region with " + OPERATOR + " has no " + attr, "remove it", kernel.span());
        }
      }
    }
  }

  private static boolean isTask(ScopeStmt scope) {
    return switch (scope) {
      case InCoreScopeStmt _, ClusterScopeStmt _, HierarchyScopeStmt _, SpmdScopeStmt _ -> true;
      case RuntimeScopeStmt _, RegScopeStmt _, SplitAivScopeStmt _, CommDomainScopeStmt _ -> false;
    };
  }
}
