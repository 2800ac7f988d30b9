package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Children;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.op.Operators;
import io.pto4j.pass.AutoName;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives every call inside an expression a temporary {@code t__tmp_vN}, assigned just before the
 * statement, so that a call is the whole value of an assignment or stands alone. Source: PyPTO
 * passes, FlattenCallExpr.
 */
public final class FlattenCallExpr implements Pass {
  private static final ImmutableSet<Property> SSA_NORMALIZED =
      ImmutableSet.of(Property.SSA_FORM, Property.NORMALIZED_STMT_STRUCTURE);

  @Override
  public ImmutableSet<Property> required() {
    return SSA_NORMALIZED;
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(
        Property.SSA_FORM, Property.NO_NESTED_CALLS, Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> new Flattener().function(f));
  }

  private static final class Flattener extends Rewriter {
    private List<Stmt> extracted = new ArrayList<>();
    private int temporaries;

    /** What the variables are that stand for tuples. */
    private final Map<Var, MakeTuple> tuples = new IdentityHashMap<>();

    @Override
    public Stmt stmt(Stmt stmt) {
      List<Stmt> outer = extracted;
      extracted = new ArrayList<>();
      Stmt mapped = flatten(stmt);
      if (!extracted.isEmpty()) {
        extracted.add(mapped);
        mapped = SeqStmts.flatten(extracted, stmt.span());
      }
      extracted = outer;
      return mapped;
    }

    private Stmt flatten(Stmt stmt) {
      return switch (stmt) {
        case AssignStmt s -> {
          Expr value = operands(s.value());
          if (value instanceof MakeTuple tuple) {
            tuples.put(s.var(), tuple);
          }
          yield value == s.value()
              ? s
              : new AssignStmt(s.span(), s.leadingComments(), s.var(), value);
        }
        case EvalStmt s -> {
          Expr value = operands(s.expr());
          yield value == s.expr() ? s : new EvalStmt(s.span(), s.leadingComments(), value);
        }
        case WhileStmt s -> {
          checkCondition(s);
          yield super.stmt(s);
        }
        // a scope's own attributes, such as its predicate, are evaluated where they stand
        case ScopeStmt s -> Scopes.withBody(s, stmt(s.body()));
        default -> super.stmt(stmt);
      };
    }

    /** Extracts from the operands; what a submit depends on stays with it. */
    private Expr operands(Expr expr) {
      return switch (expr) {
        case Call c -> {
          ImmutableList<Expr> args = written(c, Children.mapList(c.args(), this::expr));
          yield args == c.args()
              ? c
              : new Call(c.span(), c.type(), c.op(), args, c.attrs(), c.kwargs());
        }
        case Submit s -> s.withArgs(Children.mapList(s.args(), this::expr));
        default -> super.expr(expr);
      };
    }

    /** The operands of an operator, with the elements of a tuple that a variable stands for. */
    private ImmutableList<Expr> written(Call call, ImmutableList<Expr> args) {
      return call.op() instanceof Operator(String name) && Operators.find(name).isPresent()
          ? Children.mapList(
              args, arg -> arg instanceof Var v && v.type() instanceof TupleType ? tuple(v) : arg)
          : args;
    }

    private Expr tuple(Var var) {
      MakeTuple known = tuples.get(var);
      return known != null ? known : MakeTuple.of(Exprs.elements(var), var.span());
    }

    private static void checkCondition(WhileStmt loop) {
      Walk.exprs(
          loop.condition(),
          e -> {
            if (e instanceof Call || e instanceof Submit) {
              throw new IrException(
                  "the condition of a while loop contains a call",
                  "assign the call to a variable before the loop and again at the end of its body,"
                      + " and test the variable",
                  placeOf(e, loop));
            }
          });
    }

    private static Span placeOf(Expr expr, WhileStmt loop) {
      return expr.span().isKnown() ? expr.span() : loop.span();
    }

    @Override
    public Expr expr(Expr expr) {
      Expr mapped = operands(expr);
      if (!(mapped instanceof Call || mapped instanceof Submit)) {
        return mapped;
      }
      Var temporary =
          new Var(AutoName.versioned("t", "tmp", temporaries++), mapped.type(), mapped.span());
      extracted.add(new AssignStmt(mapped.span(), ImmutableList.of(), temporary, mapped));
      return temporary;
    }

    @Override
    public Type type(Type type) {
      return type;
    }
  }
}
