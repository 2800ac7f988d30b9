package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.analysis.Lineage;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Children;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.Op;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Which parameter each result of a kernel or wrapper is. */
final class ReturnedParams {
  private final Program program;

  ReturnedParams(Program program) {
    this.program = program;
  }

  /** The function with parameters returned by name; other functions as they are. */
  Function explicit(Function function) {
    if (!Kernels.isDevice(function) && !Kernels.isWrapper(function)) {
      return function;
    }
    Trace trace = new Trace(function);
    return mapReturn(function, value -> trace.param(value).map(Expr.class::cast).orElse(value));
  }

  /** The function with every value of its final return mapped. */
  private static Function mapReturn(Function function, UnaryOperator<Expr> mapper) {
    ImmutableList<Stmt> stmts = SeqStmts.listOf(function.body());
    if (stmts.isEmpty() || !(Iterables.getLast(stmts) instanceof ReturnStmt s)) {
      return function;
    }
    ImmutableList<Expr> values = Children.mapList(s.value(), mapper);
    return values == s.value()
        ? function
        : function.withBody(
            withLast(stmts, new ReturnStmt(s.span(), s.leadingComments(), values), function));
  }

  static Stmt withLast(ImmutableList<Stmt> stmts, Stmt last, Function function) {
    return SeqStmts.flatten(
        ImmutableList.<Stmt>builder().addAll(stmts.subList(0, stmts.size() - 1)).add(last).build(),
        function.body().span());
  }

  /** The values of the final return; empty when the body does not end in one. */
  static ImmutableList<Expr> returned(Function function) {
    List<Stmt> stmts = SeqStmts.listOf(function.body());
    return !stmts.isEmpty() && Iterables.getLast(stmts) instanceof ReturnStmt s
        ? s.value()
        : ImmutableList.of();
  }

  /** Follows values of one function back to its parameters, through calls of other functions. */
  private final class Trace {
    private final Lineage lineage;
    private final Map<Var, Expr> values = new HashMap<>();
    private final Function function;

    Trace(Function function) {
      this.function = function;
      this.lineage = Lineage.of(function.body(), function.params());
      Walk.stmts(
          function.body(),
          s -> {
            if (s instanceof AssignStmt a) {
              values.put(a.var(), a.value());
            }
          });
    }

    Optional<Var> param(Expr value) {
      Optional<Var> known = lineage.root(value);
      if (known.isPresent()) {
        return known.filter(v -> v.type() instanceof TensorType);
      }
      return switch (value) {
        case Var v -> Optional.ofNullable(values.get(v)).flatMap(this::param);
        case TupleGetItem(_, _, Expr tuple, int index) -> result(resolved(tuple), index);
        case Call _, Submit _ -> result(value, 0);
        default -> Optional.empty();
      };
    }

    private Expr resolved(Expr expr) {
      return expr instanceof Var v && values.containsKey(v) ? values.get(v) : expr;
    }

    /** The parameter that result {@code index} of a call of a program function is. */
    private Optional<Var> result(Expr launch, int index) {
      return switch (launch) {
        case Call c -> result(c.op(), c.args(), index);
        case Submit s -> result(s.op(), s.args(), index);
        default -> Optional.empty();
      };
    }

    private Optional<Var> result(Op op, List<Expr> args, int index) {
      if (!(op instanceof GlobalVar callee)) {
        return Optional.empty();
      }
      return program
          .function(callee)
          .filter(f -> f != function)
          .flatMap(
              f -> {
                ImmutableList<Expr> results = returned(f);
                return index < results.size()
                    ? new Trace(f).param(results.get(index)).map(f.params()::indexOf)
                    : Optional.empty();
              })
          .filter(i -> i < args.size())
          .flatMap(i -> param(args.get(i)));
    }
  }
}
