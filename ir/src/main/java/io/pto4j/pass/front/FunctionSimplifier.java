package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import io.pto4j.analysis.Analyzer;
import io.pto4j.analysis.Interval;
import io.pto4j.analysis.Types;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Children;
import io.pto4j.ir.Comments;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Simplifies the body of one function. */
final class FunctionSimplifier extends Rewriter {
  private final Function function;
  private final Analyzer analyzer = new Analyzer();
  private final Map<Var, Integer> assignments = new HashMap<>();

  /** How many loops, branches and launches surround the statement at hand. */
  private int depth;

  FunctionSimplifier(Function function) {
    this.function = function;
  }

  Function simplify() {
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof AssignStmt a) {
            assignments.merge(a.var(), 1, Integer::sum);
          }
        });
    function.params().forEach(this::bindExtents);
    return function.withBody(stmt(function.body()));
  }

  /** Symbols of extents are sizes. */
  private void bindExtents(Var param) {
    if (param.type() instanceof ShapedType type) {
      for (Expr extent : type.shape()) {
        if (extent instanceof Var symbol && !function.params().contains(symbol)) {
          analyzer.bind(symbol, Interval.NON_NEGATIVE);
        }
      }
    }
  }

  @Override
  public Expr expr(Expr expr) {
    return switch (expr) {
      case BinaryExpr _, UnaryExpr _ -> analyzer.simplify(withLeaves(expr));
      case Call c when isIdentityView(c) -> expr(c.args().getFirst());
      default -> super.expr(expr);
    };
  }

  /** The scalar expression with the variables and calls at its leaves mapped. */
  private Expr withLeaves(Expr expr) {
    return switch (expr) {
      case BinaryExpr b -> {
        Expr left = withLeaves(b.left());
        Expr right = withLeaves(b.right());
        yield left == b.left() && right == b.right()
            ? b
            : new BinaryExpr(b.span(), b.type(), b.op(), left, right);
      }
      case UnaryExpr u -> {
        Expr operand = withLeaves(u.operand());
        yield operand == u.operand() ? u : new UnaryExpr(u.span(), u.type(), u.op(), operand);
      }
      default -> expr(expr);
    };
  }

  /** A view that asks for nothing but the layout that the tensor has. */
  private static boolean isIdentityView(Call call) {
    return call.isOperator("tensor.view")
        && call.args().size() == 1
        && call.type() instanceof TensorType result
        && call.args().getFirst().type() instanceof TensorType source
        && result.effectiveView().layout() == source.effectiveView().layout();
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    return switch (stmt) {
      case AssignStmt s -> assign(s);
      case IfStmt s -> branch(s);
      case ForStmt s -> loop(s);
      case WhileStmt s -> nested(() -> super.stmt(s));
      case SpmdScopeStmt s -> nested(() -> super.stmt(s));
      default -> super.stmt(stmt);
    };
  }

  /** What is learnt inside is forgotten afterwards. */
  private <T> T nested(Supplier<T> inside) {
    int mark = analyzer.enter();
    depth++;
    T result = inside.get();
    depth--;
    analyzer.leave(mark);
    return result;
  }

  private Stmt assign(AssignStmt s) {
    Expr value = expr(s.value());
    Var var = def(s.var());
    if (var.type() instanceof ScalarType type && assignments.getOrDefault(s.var(), 0) == 1) {
      if (depth == 0 && isConstant(value) && Types.same(value.type(), type)) {
        replace(s.var(), value);
      } else if (type.dtype().isInt()) {
        analyzer.bind(var, analyzer.bound(value));
      }
    }
    return var == s.var() && value == s.value()
        ? s
        : new AssignStmt(s.span(), s.leadingComments(), var, value);
  }

  private static boolean isConstant(Expr expr) {
    return expr instanceof ConstInt || expr instanceof ConstFloat || expr instanceof ConstBool;
  }

  private Stmt branch(IfStmt s) {
    Expr condition = expr(s.condition());
    if (analyzer.proves(condition)) {
      return Comments.prepend(s.leadingComments(), taken(s.thenBody(), s.returnVars()));
    }
    if (analyzer.disproves(condition)) {
      Stmt other = s.elseBody().orElse(SeqStmts.of(List.of(), s.span()));
      return Comments.prepend(s.leadingComments(), taken(other, s.returnVars()));
    }
    Stmt thenBody = nested(() -> under(condition, s.thenBody()));
    Optional<Stmt> elseBody = s.elseBody();
    if (elseBody.isPresent()) {
      Expr negated = Exprs.unary(UnaryOp.NOT, condition, condition.span());
      Stmt mapped = nested(() -> under(negated, s.elseBody().get()));
      elseBody = mapped == elseBody.get() ? elseBody : Optional.of(mapped);
    }
    ImmutableList<Var> returnVars = Children.mapList(s.returnVars(), this::def);
    return condition == s.condition()
            && thenBody == s.thenBody()
            && elseBody == s.elseBody()
            && returnVars == s.returnVars()
        ? s
        : new IfStmt(s.span(), s.leadingComments(), condition, thenBody, elseBody, returnVars);
  }

  private Stmt under(Expr condition, Stmt body) {
    analyzer.assume(condition);
    return stmt(body);
  }

  /** The body in place of the statement whose results it yields. */
  private Stmt taken(Stmt body, List<Var> results) {
    Stmt mapped = stmt(body);
    Optional<YieldStmt> yield = Yields.trailing(mapped);
    if (yield.isEmpty()) {
      return mapped;
    }
    for (int i = 0; i < results.size(); i++) {
      replace(results.get(i), yield.get().value().get(i));
    }
    return Yields.strip(mapped);
  }

  private Stmt loop(ForStmt s) {
    Expr start = expr(s.start());
    Expr stop = expr(s.stop());
    Expr step = expr(s.step());
    Interval steps = analyzer.bound(step);
    if (s.kind() == ForKind.SEQUENTIAL && s.attrs().isEmpty() && steps.isPositive()) {
      if (analyzer.proves(compare(BinaryOp.LE, stop, start))) {
        return Comments.prepend(s.leadingComments(), noTrip(s));
      }
      Expr second = Exprs.binary(BinaryOp.ADD, start, step, s.span());
      if (analyzer.proves(compare(BinaryOp.LT, start, stop))
          && analyzer.proves(compare(BinaryOp.LE, stop, second))
          && s.hardwareLoopPolicy() == HardwareLoopPolicy.AUTO
          && !leavesEarly(s.body())) {
        return Comments.prepend(s.leadingComments(), oneTrip(s, start));
      }
    }
    return nested(
        () -> {
          bindLoopVar(s.loopVar(), analyzer.bound(start), analyzer.bound(stop), steps);
          return manyTrips(s, start, stop, step);
        });
  }

  private static Expr compare(BinaryOp op, Expr left, Expr right) {
    return Exprs.binary(op, left, right, left.span());
  }

  private static boolean leavesEarly(Stmt body) {
    boolean[] found = {false};
    Walk.stmts(body, s -> found[0] |= s instanceof BreakStmt || s instanceof ContinueStmt);
    return found[0];
  }

  private Stmt noTrip(ForStmt s) {
    ImmutableList.Builder<Stmt> copies = ImmutableList.builder();
    for (int i = 0; i < s.returnVars().size(); i++) {
      copies.add(
          new AssignStmt(
              s.span(),
              ImmutableList.of(),
              def(s.returnVars().get(i)),
              expr(s.iterArgs().get(i).initValue())));
    }
    return SeqStmts.flatten(copies.build(), s.span());
  }

  private Stmt oneTrip(ForStmt s, Expr start) {
    replace(s.loopVar(), start);
    s.iterArgs().forEach(arg -> replace(arg, expr(arg.initValue())));
    return taken(s.body(), s.returnVars());
  }

  private void bindLoopVar(Var loopVar, Interval start, Interval stop, Interval step) {
    Interval range = Interval.ALL;
    if (step.isPositive()) {
      range = new Interval(start.min(), stop.max() == Long.MAX_VALUE ? stop.max() : stop.max() - 1);
    } else if (step.isNegative()) {
      range = new Interval(stop.min() == Long.MIN_VALUE ? stop.min() : stop.min() + 1, start.max());
    }
    if (!range.isEmpty()) {
      analyzer.bind(loopVar, range);
    }
  }

  private Stmt manyTrips(ForStmt s, Expr start, Expr stop, Expr step) {
    ImmutableList<IterArg> args = Children.mapList(s.iterArgs(), a -> (IterArg) def(a));
    Stmt body = stmt(s.body());
    ImmutableList<Var> returnVars = Children.mapList(s.returnVars(), this::def);
    boolean same =
        start == s.start()
            && stop == s.stop()
            && step == s.step()
            && args == s.iterArgs()
            && body == s.body()
            && returnVars == s.returnVars();
    return same
        ? s
        : new ForStmt(
            s.span(),
            s.leadingComments(),
            s.loopVar(),
            start,
            stop,
            step,
            args,
            body,
            returnVars,
            s.kind(),
            s.attrs(),
            s.hardwareLoopPolicy());
  }
}
