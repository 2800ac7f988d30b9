package io.pto4j.pass;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs functions on scalars, in SSA form or not: the meaning that passes have to keep. */
public final class ScalarMachine {
  private final Program program;
  private final Map<Var, Long> values = new HashMap<>();
  private final Map<Var, List<Long>> tuples = new HashMap<>();
  private List<Long> yielded = List.of();
  private List<Long> returned = List.of();

  private ScalarMachine(Program program) {
    this.program = program;
  }

  /** The results of a function of the program for the arguments. */
  public static List<Long> run(Program program, String name, List<Long> args) {
    Function function = program.functions().get(name);
    ScalarMachine machine = new ScalarMachine(program);
    for (int i = 0; i < args.size(); i++) {
      machine.values.put(function.params().get(i), args.get(i));
    }
    machine.stmt(function.body());
    return machine.returned;
  }

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s when s.value() instanceof Call c && s.var().type() instanceof TupleType ->
          tuples.put(s.var(), call(c));
      case AssignStmt s -> values.put(s.var(), value(s.value()));
      case EvalStmt s when s.expr() instanceof Call c -> call(c);
      case SeqStmts s -> s.stmts().forEach(this::stmt);
      case ScopeStmt s -> stmt(s.body());
      case ReturnStmt s -> returned = s.value().stream().map(this::value).toList();
      case YieldStmt s -> yielded = s.value().stream().map(this::value).toList();
      case IfStmt s -> {
        if (value(s.condition()) != 0) {
          stmt(s.thenBody());
        } else {
          s.elseBody().ifPresent(this::stmt);
        }
        bind(s.returnVars());
      }
      case ForStmt s -> {
        long stop = value(s.stop());
        long step = value(s.step());
        start(s.iterArgs());
        for (long i = value(s.start()); i < stop; i += step) {
          values.put(s.loopVar(), i);
          stmt(s.body());
          bind(s.iterArgs());
        }
        finish(s.iterArgs(), s.returnVars());
      }
      case WhileStmt s -> {
        start(s.iterArgs());
        while (value(s.condition()) != 0) {
          stmt(s.body());
          bind(s.iterArgs());
        }
        finish(s.iterArgs(), s.returnVars());
      }
      default -> throw new AssertionError(stmt);
    }
  }

  private void start(List<IterArg> args) {
    args.forEach(arg -> values.put(arg, value(arg.initValue())));
  }

  private void finish(List<IterArg> args, List<Var> results) {
    for (int i = 0; i < results.size(); i++) {
      values.put(results.get(i), values.get(args.get(i)));
    }
  }

  private void bind(List<? extends Var> vars) {
    for (int i = 0; i < vars.size(); i++) {
      values.put(vars.get(i), yielded.get(i));
    }
  }

  private long value(Expr expr) {
    return switch (expr) {
      case Var v -> values.get(v);
      case ConstInt c -> c.value();
      case ConstBool c -> c.value() ? 1 : 0;
      case UnaryExpr u -> u.op() == UnaryOp.NOT ? 1 - value(u.operand()) : -value(u.operand());
      case BinaryExpr b -> apply(b.op(), value(b.left()), value(b.right()));
      case Call c -> call(c).getFirst();
      case TupleGetItem t -> tuples.get((Var) t.tuple()).get(t.index());
      default -> throw new AssertionError(expr);
    };
  }

  private List<Long> call(Call call) {
    return run(program, call.op().name(), call.args().stream().map(this::value).toList());
  }

  /** What an operator on integers and truth values, which are 0 and 1, gives. */
  public static long apply(BinaryOp op, long l, long r) {
    return switch (op) {
      case ADD -> l + r;
      case SUB -> l - r;
      case MUL -> l * r;
      case FLOOR_DIV -> Math.floorDiv(l, r);
      case FLOOR_MOD -> Math.floorMod(l, r);
      case MIN -> Math.min(l, r);
      case MAX -> Math.max(l, r);
      case EQ -> l == r ? 1 : 0;
      case NE -> l != r ? 1 : 0;
      case LT -> l < r ? 1 : 0;
      case LE -> l <= r ? 1 : 0;
      case GT -> l > r ? 1 : 0;
      case GE -> l >= r ? 1 : 0;
      case AND -> l & r;
      case OR -> l | r;
      default -> throw new AssertionError(op);
    };
  }
}
