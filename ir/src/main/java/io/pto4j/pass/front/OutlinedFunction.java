package io.pto4j.pass.front;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import io.pto4j.analysis.Lineage;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.pass.AutoName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds the function that a scope becomes. */
final class OutlinedFunction {
  private OutlinedFunction() {}

  /**
   * The function of a scope: its parameters are copies of the inputs, its results the outputs and
   * the tensors stored to, the latter as the parameters themselves.
   *
   * @param body the scope's body, with the scopes in it already outlined
   * @param callees the functions that those became
   */
  static Function build(
      OutlinedKind kind,
      String name,
      ScopeStmt scope,
      Stmt body,
      ScopeBoundary boundary,
      List<Function> callees) {
    BodyCloner cloner = new BodyCloner(original -> original);
    Map<Var, Var> params = params(boundary.inputs(), cloner);
    Stmt copy = cloner.stmt(new StoreExporter(body, boundary).stmt(body));
    Lineage lineage = Lineage.of(body, boundary.inputs());
    ImmutableList.Builder<Expr> results = ImmutableList.builder();
    for (Var output : boundary.outputs()) {
      checkLeavesCore(kind, output, scope);
      results.add(lineage.root(output).<Expr>map(params::get).orElseGet(() -> cloner.expr(output)));
    }
    boundary.storeTargets().forEach(target -> results.add(params.get(target)));
    ImmutableList<Expr> returned = results.build();
    return new Function(
        scope.span(),
        boundary.inputs().stream().map(params::get).collect(toImmutableList()),
        ScopeDirections.of(body, boundary.inputs(), callees),
        kind.functionType(),
        OutlinedKind.level(scope),
        OutlinedKind.role(scope),
        OutlinedKind.functionAttrs(scope),
        false,
        returnTypes(boundary, cloner),
        returned.isEmpty()
            ? copy
            : SeqStmts.flatten(
                ImmutableList.of(copy, ReturnStmt.of(returned, scope.span())), scope.span()),
        name);
  }

  private static Map<Var, Var> params(ImmutableSet<Var> inputs, BodyCloner cloner) {
    Map<Var, Var> params = new HashMap<>();
    // extents in types may be scalar inputs, so those come first
    Iterables.concat(
            Iterables.filter(inputs, v -> v.type() instanceof ScalarType),
            Iterables.filter(inputs, v -> !(v.type() instanceof ScalarType)))
        .forEach(
            input -> {
              Var param = new Var(input.nameHint(), cloner.type(input.type()), input.span());
              params.put(input, param);
              cloner.replace(input, param);
            });
    return params;
  }

  private static ImmutableList<Type> returnTypes(ScopeBoundary boundary, BodyCloner cloner) {
    return ImmutableList.<Var>builder()
        .addAll(boundary.outputs())
        .addAll(boundary.storeTargets())
        .build()
        .stream()
        .map(v -> cloner.type(v.type()))
        .collect(toImmutableList());
  }

  private static void checkLeavesCore(OutlinedKind kind, Var output, ScopeStmt scope) {
    if (kind == OutlinedKind.INCORE && output.type() instanceof TileType) {
      throw new IrException(
          "tile '%s' is used outside the core-group region that computes it"
              .formatted(AutoName.base(output.nameHint())),
          "store it to a tensor in the region, or use it inside",
          output.span().isKnown() ? output.span() : scope.span());
    }
  }

  /** Names the results of stores into inputs {@code <input>__store}. */
  private static final class StoreExporter extends Rewriter {
    private final ScopeBoundary boundary;
    private final Set<String> taken = new HashSet<>();

    StoreExporter(Stmt body, ScopeBoundary boundary) {
      this.boundary = boundary;
      boundary.inputs().forEach(v -> taken.add(v.nameHint()));
      Walk.definedVars(body).forEach(v -> taken.add(v.nameHint()));
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      return switch (stmt) {
        case AssignStmt s when boundary.storeResults().containsKey(s.var()) ->
            SeqStmts.of(
                ImmutableList.of(
                    s, AssignStmt.of(result(boundary.storeResults().get(s.var())), s.var())),
                s.span());
        case EvalStmt s
            when ScopeBoundary.storeTarget(s.expr())
                .filter(boundary.storeTargets()::contains)
                .isPresent() ->
            new AssignStmt(
                s.span(),
                s.leadingComments(),
                result(ScopeBoundary.storeTarget(s.expr()).orElseThrow()),
                s.expr());
        default -> super.stmt(stmt);
      };
    }

    private Var result(Var target) {
      String name = AutoName.base(target.nameHint()) + "__store";
      if (!taken.add(name)) {
        name = AutoName.fresh(name, taken::contains);
        taken.add(name);
      }
      return new Var(name, target.type(), target.span());
    }
  }
}
