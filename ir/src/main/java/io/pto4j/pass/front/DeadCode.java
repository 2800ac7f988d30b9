package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Children;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.VarUses;
import io.pto4j.ir.Visitor;
import io.pto4j.ir.Walk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Removes scalar assignments and results of ifs that nothing reads. Source: PyPTO passes, dead code
 * elimination.
 */
final class DeadCode {
  private DeadCode() {}

  /** Removes until nothing is dead: a result gone may leave scalars unread, and conversely. */
  static Function remove(Function function) {
    Function before;
    Function current = function;
    do {
      before = current;
      current = removeResults(removeScalars(before));
    } while (current != before);
    return current;
  }

  private static Function removeScalars(Function function) {
    Liveness liveness = new Liveness();
    liveness.function(function);
    if (liveness.removable.isEmpty()) {
      return function;
    }
    liveness.close();
    return liveness.live.containsAll(liveness.removable.keySet())
        ? function
        : function.withBody(new ScalarRemover(liveness.live).stmt(function.body()));
  }

  /** Whether the assignment has no effect but its value. */
  private static boolean isRemovable(AssignStmt s) {
    if (!(s.var().type() instanceof ScalarType) || isTaskId(s.value())) {
      return false;
    }
    boolean[] calls = {false};
    Walk.exprs(s.value(), e -> calls[0] |= e instanceof Call || e instanceof Submit);
    return !calls[0];
  }

  /** The task id of a submit names the task even where nothing reads it. */
  private static boolean isTaskId(Expr value) {
    return value instanceof TupleGetItem item
        && item.tuple().type() instanceof TupleType(ImmutableList<Type> types)
        && item.index() == types.size() - 1
        && Iterables.getLast(types) instanceof ScalarType(DataType dtype)
        && dtype == DataType.TASK_ID;
  }

  private static final class Liveness extends Visitor {
    private final Map<Var, AssignStmt> removable = new HashMap<>();
    private final Set<Var> live = new HashSet<>();
    private final Deque<Var> open = new ArrayDeque<>();

    void function(Function f) {
      f.params().forEach(this::def);
      f.returnTypes().forEach(this::type);
      Children.map(f.attrs(), this);
      stmt(f.body());
    }

    /** Marks what the live assignments read. */
    void close() {
      while (!open.isEmpty()) {
        AssignStmt assignment = removable.get(open.pop());
        if (assignment != null) {
          expr(assignment.value());
          type(assignment.var().type());
        }
      }
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      if (stmt instanceof AssignStmt s && isRemovable(s)) {
        if (removable.putIfAbsent(s.var(), s) == null) {
          return s;
        }
        // a variable assigned several times is left alone
        use(s.var());
      }
      return super.stmt(stmt);
    }

    @Override
    public Expr expr(Expr expr) {
      if (expr instanceof Var var) {
        use(var);
      }
      return super.expr(expr);
    }

    private void use(Var var) {
      if (live.add(var)) {
        open.push(var);
      }
    }
  }

  private static final class ScalarRemover extends Rewriter {
    private final Set<Var> live;

    ScalarRemover(Set<Var> live) {
      this.live = live;
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      return stmt instanceof AssignStmt s && !live.contains(s.var()) && isRemovable(s)
          ? SeqStmts.of(List.of(), s.span())
          : super.stmt(stmt);
    }
  }

  private static Function removeResults(Function function) {
    Function current = function;
    while (hasResults(current.body())) {
      Set<Var> used = new HashSet<>();
      new VarUses(used::add).stmt(current.body());
      Stmt body = new ResultRemover(used).stmt(current.body());
      if (body == current.body()) {
        return current;
      }
      current = current.withBody(body);
    }
    return current;
  }

  private static boolean hasResults(Stmt body) {
    boolean[] found = {false};
    Walk.stmts(body, s -> found[0] |= s instanceof IfStmt i && !i.returnVars().isEmpty());
    return found[0];
  }

  private static final class ResultRemover extends Rewriter {
    private final Set<Var> used;

    ResultRemover(Set<Var> used) {
      this.used = used;
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      Stmt mapped = super.stmt(stmt);
      if (!(mapped instanceof IfStmt s) || used.containsAll(s.returnVars())) {
        return mapped;
      }
      List<Integer> kept = new ArrayList<>();
      for (int i = 0; i < s.returnVars().size(); i++) {
        if (used.contains(s.returnVars().get(i))) {
          kept.add(i);
        }
      }
      Optional<Stmt> elseBody =
          s.elseBody().map(body -> Yields.keep(body, kept)).filter(body -> !isEmpty(body));
      return new IfStmt(
          s.span(),
          s.leadingComments(),
          s.condition(),
          Yields.keep(s.thenBody(), kept),
          elseBody,
          Yields.select(s.returnVars(), kept));
    }

    private static boolean isEmpty(Stmt body) {
      return body instanceof SeqStmts seq && seq.stmts().isEmpty();
    }
  }
}
