package io.pto4j.pass.orch;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;

/**
 * Makes the runtime's scopes explicit: the body of an orchestration function, of its loops and of
 * its branches is an automatic scope, except inside a manual one. Source: PyPTO passes,
 * MaterializeRuntimeScopes.
 */
public final class MaterializeRuntimeScopes implements Pass {
  private static final String AUTO_SCOPE = "auto_scope";

  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(Property.SPLIT_INCORE_ORCH, Property.CALL_DIRECTIONS_RESOLVED);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.RUNTIME_SCOPES_MATERIALIZED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(
        f -> {
          if (f.funcType() != FunctionType.ORCHESTRATION || !f.attrs().getBool(AUTO_SCOPE, true)) {
            return f;
          }
          Function scoped = new Wrapper().function(f);
          return scoped
              .withBody(wrap(scoped.body()))
              .withAttrs(scoped.attrs().without(AUTO_SCOPE).with(AUTO_SCOPE, AttrValue.of(false)));
        });
  }

  private static Stmt wrap(Stmt body) {
    ImmutableList<Stmt> stmts = SeqStmts.listOf(body);
    if (stmts.size() == 1
        && stmts.getFirst() instanceof RuntimeScopeStmt scope
        && !scope.manual()) {
      return body;
    }
    return new RuntimeScopeStmt(body.span(), ImmutableList.of(), "", body, Attrs.empty(), false);
  }

  private static final class Wrapper extends Rewriter {
    private boolean manual;

    @Override
    public Stmt stmt(Stmt stmt) {
      Stmt mapped =
          switch (stmt) {
            case RuntimeScopeStmt s when s.manual() -> {
              boolean outer = manual;
              manual = true;
              Stmt inside = super.stmt(s);
              manual = outer;
              yield inside;
            }
            default -> super.stmt(stmt);
          };
      if (manual) {
        return mapped;
      }
      return switch (mapped) {
        case ForStmt s -> s.withBody(wrap(s.body()));
        case IfStmt s ->
            s.withThenBody(wrap(s.thenBody()))
                .withElseBody(s.elseBody().map(MaterializeRuntimeScopes::wrap));
        default -> mapped;
      };
    }

    @Override
    public Type type(Type type) {
      return type;
    }
  }
}
