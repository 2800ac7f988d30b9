package io.pto4j.pass.front;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import java.util.List;
import java.util.Optional;

/**
 * The call or submit that stands for an outlined scope. Source: PyPTO passes, outlining, call site.
 *
 * @param attrs the scope's attributes, with variables renamed as at the call site
 * @param inputs the variables that the scope captures, which are the arguments
 */
record ScopeLaunch(ScopeStmt scope, Attrs attrs, String callee, ImmutableList<Var> inputs) {
  private static final String TASK_ID = "task_id_var";
  private static final String DEPS = "manual_dep_edges";
  private static final String EARLY = "allow_early_resolve";
  private static final String PREDICATE = "predicate";
  private static final String NO_DEP = "arg_direction_overrides_vars";

  static Optional<Var> taskIdVar(Attrs attrs) {
    return attrs
        .get(TASK_ID)
        .flatMap(v -> v instanceof AttrValue.OfVar(Var var) ? Optional.of(var) : Optional.empty());
  }

  /** The variable that the author named for the task id. */
  Optional<Var> taskIdVar() {
    return taskIdVar(scope.attrs());
  }

  /** Whether the task's id or options are wanted, so that it is submitted rather than called. */
  boolean isSubmit() {
    return attrs.has(TASK_ID)
        || attrs.has(PREDICATE)
        || attrs.getBool(EARLY, false)
        || !attrs.getVars(DEPS).isEmpty();
  }

  Call call(ImmutableList<Type> results) {
    Type type =
        switch (results.size()) {
          case 0 -> UnknownType.INSTANCE;
          case 1 -> Iterables.getOnlyElement(results);
          default -> new TupleType(results);
        };
    return new Call(
        scope.span(), type, new GlobalVar(callee), args(), launchAttrs(), Attrs.empty());
  }

  /**
   * @param results the types of the outputs and the task id
   */
  Submit submit(ImmutableList<Type> results) {
    return new Submit(
        scope.span(),
        new TupleType(results),
        new GlobalVar(callee),
        args(),
        ImmutableList.copyOf(attrs.getVars(DEPS)),
        Optional.empty(),
        false,
        attrs.getBool(EARLY, false),
        attrs
            .get(PREDICATE)
            .flatMap(
                v -> v instanceof AttrValue.OfExpr(Expr e) ? Optional.of(e) : Optional.empty()),
        launchAttrs(),
        Attrs.empty());
  }

  private ImmutableList<Expr> args() {
    return ImmutableList.copyOf(inputs);
  }

  private Attrs launchAttrs() {
    Attrs result = Attrs.empty();
    List<Integer> noDep = attrs.getVars(NO_DEP).stream().map(this::captured).sorted().toList();
    if (!noDep.isEmpty()) {
      result =
          result.with("arg_direction_overrides", new AttrValue.OfInts(ImmutableList.copyOf(noDep)));
    }
    List<Var> dumped = attrs.getVars(DumpedVars.ATTR);
    ImmutableList<Var> dumpedArgs =
        inputs.stream().filter(dumped::contains).collect(toImmutableList());
    return dumpedArgs.isEmpty()
        ? result
        : result.with(DumpedVars.ATTR, new AttrValue.OfVars(dumpedArgs));
  }

  private int captured(Var var) {
    int index = inputs.indexOf(var);
    if (index < 0) {
      throw new IrException(
          "'%s' is excluded from dependencies, but the region does not use it"
              .formatted(var.nameHint()),
          "name only tensors that the region reads or writes",
          scope.span());
    }
    return index;
  }
}
