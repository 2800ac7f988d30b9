package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.analysis.Types;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Children;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Operators;
import java.util.ArrayList;
import java.util.List;

/**
 * Rewrites the body of a kernel statement by statement: a rewritten statement may be preceded by
 * others, calls get the type that their new operands give, and what loops and branches carry
 * follows the type of the value carried. Variables keep their names.
 */
abstract class BodyRewriter extends Rewriter {
  private List<Stmt> emitted = new ArrayList<>();

  /** Places {@code stmt} before what follows in the statement sequence being rewritten. */
  protected final void emit(Stmt stmt) {
    emitted.add(stmt);
  }

  /** Assigns {@code value} to a new variable in front of the statement being rewritten. */
  protected final Var emitAs(String name, Expr value) {
    Var var = new Var(name, value.type(), value.span());
    emit(AssignStmt.of(var, value));
    return var;
  }

  @Override
  public final Stmt stmt(Stmt stmt) {
    List<Stmt> outer = emitted;
    emitted = new ArrayList<>();
    ImmutableList<Stmt> before = SeqStmts.listOf(stmt);
    enterSequence();
    before.forEach(this::rewrite);
    leaveSequence();
    List<Stmt> after = emitted;
    emitted = outer;
    return isSame(before, after) ? stmt : SeqStmts.flatten(after, stmt.span());
  }

  /** Called before the first statement of a sequence; what is known only inside starts here. */
  protected void enterSequence() {}

  /** Called after the last statement of a sequence. */
  protected void leaveSequence() {}

  private static boolean isSame(List<Stmt> before, List<Stmt> after) {
    boolean same = before.size() == after.size();
    for (int i = 0; same && i < before.size(); i++) {
      same = before.get(i) == after.get(i);
    }
    return same;
  }

  private void rewrite(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s -> assign(s);
      case EvalStmt s -> eval(s);
      case IfStmt s -> branch(s);
      case ForStmt s -> loop(s);
      case WhileStmt s -> loop(s);
      case YieldStmt s -> emit(yields(s));
      case ReturnStmt s -> emit(returns(s));
      default -> emit(Children.map(stmt, this));
    }
  }

  /** Rewrites an assignment; by default its value, and the variable to the value's type. */
  protected void assign(AssignStmt s) {
    bind(s, value(s.value()));
  }

  protected void eval(EvalStmt s) {
    Expr value = value(s.expr());
    emit(value == s.expr() ? s : new EvalStmt(s.span(), s.leadingComments(), value));
  }

  protected Stmt yields(YieldStmt s) {
    return Children.map(s, this);
  }

  protected Stmt returns(ReturnStmt s) {
    return Children.map(s, this);
  }

  protected void branch(IfStmt s) {
    IfStmt mapped = (IfStmt) Children.map(s, this);
    emit(mapped.withReturnVars(followed(mapped.returnVars(), yielded(mapped.thenBody()))));
  }

  protected void loop(ForStmt s) {
    ForStmt mapped = (ForStmt) Children.map(s, this);
    emit(mapped.withReturnVars(followed(mapped.returnVars(), yielded(mapped.body()))));
  }

  protected void loop(WhileStmt s) {
    WhileStmt mapped = (WhileStmt) Children.map(s, this);
    emit(mapped.withReturnVars(followed(mapped.returnVars(), yielded(mapped.body()))));
  }

  /** The variables with the types of the values they receive. */
  private ImmutableList<Var> followed(ImmutableList<Var> vars, List<Expr> values) {
    ImmutableList.Builder<Var> result = ImmutableList.builder();
    boolean changed = false;
    for (int i = 0; i < vars.size(); i++) {
      Var var = vars.get(i);
      Var followed =
          i < values.size() && !sameType(var.type(), values.get(i).type())
              ? retyped(var, values.get(i).type())
              : var;
      changed |= followed != var;
      result.add(followed);
    }
    return changed ? result.build() : vars;
  }

  /** The values that a loop body or branch ends with. */
  static ImmutableList<Expr> yielded(Stmt body) {
    return switch (body) {
      case YieldStmt s -> s.value();
      case SeqStmts s ->
          s.stmts().isEmpty() ? ImmutableList.of() : yielded(Iterables.getLast(s.stmts()));
      case RuntimeScopeStmt s -> yielded(s.body());
      case SplitAivScopeStmt s -> yielded(s.body());
      default -> ImmutableList.of();
    };
  }

  @Override
  public Var def(Var var) {
    if (!(var instanceof IterArg arg)) {
      return super.def(var);
    }
    Expr init = initial(arg);
    boolean kept = sameType(init.type(), arg.initValue().type()) && !isOnlyPlacedBy(arg, init);
    Type type = kept ? type(arg.type()) : init.type();
    if (init == arg.initValue() && type == arg.type()) {
      return arg;
    }
    IterArg renewed = new IterArg(arg.nameHint(), type, init, arg.span());
    replace(arg, renewed);
    return renewed;
  }

  /** Whether a carried tile is nowhere yet, but the value with which it starts is somewhere. */
  private static boolean isOnlyPlacedBy(IterArg arg, Expr init) {
    return arg.type() instanceof TileType carried
        && init.type() instanceof TileType start
        && carried.memorySpace().isEmpty()
        && start.memorySpace().isPresent();
  }

  /** The value with which a carried variable starts. */
  protected Expr initial(IterArg arg) {
    return expr(arg.initValue());
  }

  /** A new variable of that type which replaces {@code var}. */
  protected final Var retyped(Var var, Type type) {
    Var renewed = new Var(var.nameHint(), type, var.span());
    replace(var, renewed);
    return renewed;
  }

  /** Emits the assignment of {@code value} to the variable of {@code s}. */
  protected final void bind(AssignStmt s, Expr value) {
    Var var =
        sameType(value.type(), s.value().type()) ? def(s.var()) : retyped(s.var(), value.type());
    emit(
        var == s.var() && value == s.value()
            ? s
            : new AssignStmt(s.span(), s.leadingComments(), var, value));
  }

  /** The rewritten value of an assignment or evaluation. */
  protected Expr value(Expr expr) {
    return expr instanceof Call call ? retyped(call) : expr(expr);
  }

  /** The call on the rewritten operands; a shaped operand of another type gives it a new type. */
  protected final Expr retyped(Call call) {
    ImmutableList<Expr> args = Children.mapList(call.args(), this::expr);
    return withArgs(call, args);
  }

  protected final Expr withArgs(Call call, ImmutableList<Expr> args) {
    return call.op() instanceof Operator && hasNewTypes(call.args(), args)
        ? rebuilt(call, args, call.kwargs())
        : Children.map(call.withArgs(args), this);
  }

  /** The operator called anew; what passes noted about the call stays. */
  protected final Call rebuilt(Call call, ImmutableList<Expr> args, Attrs kwargs) {
    return Operators.call(call.op().name(), args, kwargs, call.span())
        .withAttrs(Children.map(call.attrs(), this));
  }

  private static boolean hasNewTypes(List<Expr> before, List<Expr> after) {
    for (int i = 0; i < before.size(); i++) {
      if (before.get(i) != after.get(i) && !sameType(before.get(i).type(), after.get(i).type())) {
        return true;
      }
    }
    return false;
  }

  /** Whether two types agree, the memory and layout of tiles included. */
  static boolean sameType(Type a, Type b) {
    if (a == b) {
      return true;
    }
    if (a instanceof TileType x && b instanceof TileType y) {
      TileView left = x.effectiveView();
      TileView right = y.effectiveView();
      return Types.same(a, b)
          && x.memorySpace().equals(y.memorySpace())
          && left.blayout() == right.blayout()
          && left.slayout() == right.slayout()
          && left.fractal() == right.fractal()
          && left.pad() == right.pad();
    }
    return Types.same(a, b);
  }
}
