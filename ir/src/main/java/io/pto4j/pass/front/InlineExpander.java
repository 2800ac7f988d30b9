package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Children;
import io.pto4j.ir.Comments;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Expands the calls of inline functions in one function. */
final class InlineExpander extends Rewriter {
  private final ImmutableMap<String, Function> inline;
  private final Counter names;

  /** How often each variable of the function is assigned. */
  private final Map<Var, Integer> assignments = new HashMap<>();

  /** Variables made by expansion, each assigned where it is made. */
  private final Set<Var> made = new HashSet<>();

  /** Statements to stand before the one being rewritten. */
  private List<Stmt> before = new ArrayList<>();

  /** Numbers the copies of variables, over the whole program. */
  static final class Counter {
    private int next;

    String name(String original) {
      return original + "_inline" + next++;
    }
  }

  InlineExpander(ImmutableMap<String, Function> inline, Counter names) {
    this.inline = inline;
    this.names = names;
  }

  @Override
  public Function function(Function function) {
    countAssignments(function.body());
    return super.function(function);
  }

  private void countAssignments(Stmt body) {
    Walk.stmts(
        body,
        s -> {
          if (s instanceof AssignStmt a) {
            assignments.merge(a.var(), 1, Integer::sum);
          }
        });
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    List<Stmt> outer = before;
    before = new ArrayList<>();
    Optional<Stmt> rewritten = rewrite(stmt);
    Stmt result;
    if (before.isEmpty() && rewritten.isPresent()) {
      result = rewritten.get();
    } else {
      rewritten.ifPresent(before::add);
      result = Comments.prepend(moved(stmt, rewritten), SeqStmts.flatten(before, stmt.span()));
    }
    before = outer;
    return result;
  }

  /** The comments of a statement that has gone. */
  private static ImmutableList<String> moved(Stmt stmt, Optional<Stmt> rewritten) {
    return rewritten.isPresent() ? ImmutableList.of() : stmt.leadingComments();
  }

  private Optional<Stmt> rewrite(Stmt stmt) {
    return switch (stmt) {
      case AssignStmt s when isInline(s.value()) -> {
        Call call = (Call) s.value();
        yield bind(s, expand(call), call.span());
      }
      case AssignStmt s when s.value() instanceof MakeTuple t && isAssignedOnce(s.var()) ->
          bindTuple(s, Children.mapList(t.elements(), this::expr));
      case EvalStmt s when isInline(s.expr()) -> {
        expand((Call) s.expr()).stream()
            .filter(InlineExpander::hasEffect)
            .forEach(value -> before.add(EvalStmt.of(value)));
        yield Optional.empty();
      }
      case ReturnStmt s when s.value().size() == 1 && isInline(s.value().getFirst()) ->
          Optional.of(
              new ReturnStmt(s.span(), s.leadingComments(), expand((Call) s.value().getFirst())));
      case WhileStmt s -> {
        checkCondition(s);
        yield Optional.of(super.stmt(s));
      }
      default -> Optional.of(super.stmt(stmt));
    };
  }

  @Override
  public Expr expr(Expr expr) {
    return switch (expr) {
      case Call c when isInline(c) -> {
        ImmutableList<Expr> values = expand(c);
        checkReturns(c, values, c.span());
        yield values.size() == 1 ? values.getFirst() : MakeTuple.of(values, c.span());
      }
      case Submit s when s.op() instanceof GlobalVar(String name) && inline.containsKey(name) ->
          throw new IrException(
              "inline function '" + name + "' is submitted as a task",
              "submit a kernel, or call the inline function",
              s.span());
      case TupleGetItem t -> {
        Expr tuple = expr(t.tuple());
        yield tuple instanceof MakeTuple made
            ? made.elements().get(t.index())
            : tuple == t.tuple() ? t : TupleGetItem.of(tuple, t.index(), t.span());
      }
      default -> super.expr(expr);
    };
  }

  private boolean isInline(Expr expr) {
    return expr instanceof Call c
        && c.op() instanceof GlobalVar(String name)
        && inline.containsKey(name);
  }

  private boolean isAssignedOnce(Var var) {
    return assignments.getOrDefault(var, 0) == 1;
  }

  private static boolean hasEffect(Expr value) {
    boolean[] calls = {false};
    Walk.exprs(value, e -> calls[0] |= e instanceof Call || e instanceof Submit);
    return calls[0];
  }

  private void checkCondition(WhileStmt loop) {
    Walk.exprs(
        loop.condition(),
        e -> {
          if (isInline(e)) {
            throw new IrException(
                "an inline function is called in the condition of a while loop",
                "assign its result to a variable before the loop and at the end of its body",
                e.span());
          }
        });
  }

  private static void checkReturns(Call call, List<Expr> values, Span span) {
    if (values.isEmpty()) {
      throw new IrException(
          "inline function '%s' returns nothing, but its result is used"
              .formatted(call.op().name()),
          "call it as a statement",
          span);
    }
  }

  private Optional<Stmt> bind(AssignStmt s, ImmutableList<Expr> values, Span span) {
    checkReturns((Call) s.value(), values, span);
    if (values.size() > 1) {
      return bindTuple(s, values);
    }
    Expr value = values.getFirst();
    if (value instanceof MakeTuple t) {
      return bindTuple(s, t.elements());
    }
    return value == s.var()
        ? Optional.empty()
        : Optional.of(new AssignStmt(s.span(), s.leadingComments(), def(s.var()), value));
  }

  /** Later uses of the tuple take its elements, so the tuple itself need not exist. */
  private Optional<Stmt> bindTuple(AssignStmt s, ImmutableList<Expr> elements) {
    ImmutableList<Expr> stable = Children.mapList(elements, e -> stable(s.var(), e));
    MakeTuple tuple = MakeTuple.of(stable, s.span());
    if (!isAssignedOnce(s.var())) {
      return Optional.of(new AssignStmt(s.span(), s.leadingComments(), s.var(), tuple));
    }
    replace(s.var(), tuple);
    return Optional.empty();
  }

  /** An element that no later assignment can change. */
  private Expr stable(Var tuple, Expr element) {
    if (element instanceof Var v && (made.contains(v) || isAssignedOnce(v))) {
      return v;
    }
    return assigned(tuple.nameHint(), element);
  }

  private Var assigned(String name, Expr value) {
    Var var = new Var(names.name(name), value.type(), value.span());
    assignments.put(var, 1);
    before.add(AssignStmt.of(var, value));
    return var;
  }

  /** Puts the body of the callee before the current statement and returns its results. */
  private ImmutableList<Expr> expand(Call call) {
    Function callee = inline.get(call.op().name());
    ImmutableList<Expr> args = Children.mapList(call.args(), this::expr);
    if (args.size() != callee.params().size()) {
      throw new IrException(
          "inline function '%s' takes %d arguments, but is called with %d"
              .formatted(callee.name(), callee.params().size(), args.size()),
          "",
          call.span());
    }
    BodyCloner cloner = new BodyCloner(names::name);
    bindParams(callee, args, cloner);
    List<Stmt> body = SeqStmts.listOf(callee.body());
    boolean returns = !body.isEmpty() && Iterables.getLast(body) instanceof ReturnStmt;
    List<Stmt> statements = returns ? body.subList(0, body.size() - 1) : body;
    statements.forEach(InlineExpander::checkNoReturn);

    ImmutableList.Builder<Stmt> cloned = ImmutableList.builder();
    statements.forEach(s -> cloned.add(cloner.stmt(s)));
    Stmt copy =
        DumpedVars.merge(
            SeqStmts.flatten(cloned.build(), callee.body().span()),
            call.attrs().getVars(DumpedVars.ATTR));
    countAssignments(copy);
    before.add(stmt(copy));
    return returns
        ? Children.mapList(
            ((ReturnStmt) Iterables.getLast(body)).value(), v -> expr(cloner.expr(v)))
        : ImmutableList.of();
  }

  private void bindParams(Function callee, List<Expr> args, BodyCloner cloner) {
    Set<Var> assigned = new HashSet<>();
    Walk.stmts(callee.body(), s -> assigned.addAll(Walk.definedBy(s)));
    for (int i = 0; i < args.size(); i++) {
      Var param = callee.params().get(i);
      Expr arg = args.get(i);
      boolean output = callee.direction(i) != ParamDirection.IN;
      boolean reassigned = assigned.contains(param);
      // what the callee assigns to an output parameter is the caller's tensor, by reference
      boolean byReference = arg instanceof Var && (output || !reassigned);
      boolean byValue = !reassigned && !hasEffect(arg);
      cloner.replace(param, byReference || byValue ? arg : assigned(param.nameHint(), arg));
      bindExtents(param.type(), arg.type(), cloner);
    }
  }

  /** The callee's symbolic extents are those of the arguments. */
  private static void bindExtents(Type param, Type arg, BodyCloner cloner) {
    if (param instanceof ShapedType p && arg instanceof ShapedType a && p.rank() == a.rank()) {
      for (int i = 0; i < p.rank(); i++) {
        if (p.shape().get(i) instanceof Var symbol && symbol != a.shape().get(i)) {
          cloner.replace(symbol, a.shape().get(i));
        }
      }
    }
  }

  private static void checkNoReturn(Stmt stmt) {
    Walk.stmts(
        stmt,
        s -> {
          if (s instanceof ReturnStmt) {
            throw new IrException(
                "an inline function returns before its end",
                "assign the result in the branches and return it at the end",
                s.span());
          }
        });
  }
}
