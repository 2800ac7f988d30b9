package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The variables whose contents a call or scope is to dump, in the attribute of that name. */
final class DumpedVars {
  static final String ATTR = "dump_vars";

  private DumpedVars() {}

  /**
   * Asks the scopes and calls of kernels in {@code stmt} to dump those of {@code vars} they use.
   */
  static Stmt merge(Stmt stmt, List<Var> vars) {
    return vars.isEmpty() ? stmt : new Merger(vars).stmt(stmt);
  }

  private static Attrs merge(Attrs attrs, List<Var> vars) {
    if (vars.isEmpty()) {
      return attrs;
    }
    Set<Var> all = new LinkedHashSet<>(attrs.getVars(ATTR));
    all.addAll(vars);
    return attrs.with(ATTR, new AttrValue.OfVars(ImmutableList.copyOf(all)));
  }

  private static final class Merger extends Rewriter {
    private final List<Var> vars;

    Merger(List<Var> vars) {
      this.vars = vars;
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      Stmt mapped = super.stmt(stmt);
      return switch (mapped) {
        case RuntimeScopeStmt s -> s;
        case ScopeStmt s -> {
          Set<Var> used = Walk.usedVars(s.body());
          yield Scopes.with(
              s, merge(s.attrs(), vars.stream().filter(used::contains).toList()), s.body());
        }
        default -> mapped;
      };
    }

    @Override
    public Expr expr(Expr expr) {
      Expr mapped = super.expr(expr);
      return mapped instanceof Call c && c.op() instanceof GlobalVar
          ? c.withAttrs(merge(c.attrs(), vars.stream().filter(c.args()::contains).toList()))
          : mapped;
    }
  }
}
