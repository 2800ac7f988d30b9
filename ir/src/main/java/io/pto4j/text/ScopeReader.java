package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.Level;
import io.pto4j.ir.RegScopeStmt;
import io.pto4j.ir.Role;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.text.ScopeOptions.Form;
import io.pto4j.text.Surroundings.Around;
import java.util.List;
import java.util.Optional;

/** Reads {@code with} statements. */
final class ScopeReader {
  private static final ImmutableMap<String, Form> FORMS =
      ImmutableMap.of(
          "pl.at", Form.AT,
          "pl.cluster", Form.CLUSTER,
          "pl.reg_scope", Form.REG_SCOPE,
          "pl.scope", Form.SCOPE,
          "pl.manual_scope", Form.MANUAL_SCOPE,
          "pl.spmd", Form.SPMD);

  private final StmtReader stmts;
  private final SpmdBodies bodies;

  ScopeReader(StmtReader stmts) {
    this.stmts = stmts;
    this.bodies = new SpmdBodies(stmts.module());
  }

  void scope(
      Py.With s, ImmutableList<String> comments, StmtReader.Outputs outputs, List<Stmt> out) {
    String name = stmts.module().callee(s.context()).orElse("");
    if (!(s.context() instanceof Py.Call call)) {
      throw FlowMistake.UNKNOWN_SCOPE.at(s.context());
    }
    if (name.equals("pld.comm_domain")) {
      out.add(new DomainReader(stmts).domain(s, call, comments, outputs));
      return;
    }
    Form form = FORMS.get(name);
    if (form == null) {
      throw FlowMistake.UNKNOWN_SCOPE.at(s.context());
    }
    checkTarget(s, form);
    ScopeOptions options = ScopeOptions.read(stmts, call, form);
    if (form != Form.AT && form != Form.SPMD && !call.args().isEmpty()) {
      throw FlowMistake.SCOPE_POSITIONAL.at(call.args().getFirst(), name);
    }
    out.add(
        switch (form) {
          case AT -> at(s, call, comments, options, outputs, out);
          case CLUSTER ->
              new ClusterScopeStmt(
                  s.span(),
                  comments,
                  options.nameHint(),
                  body(s, outputs, Around.CLUSTER),
                  options.attrs(Optional.empty()));
          case REG_SCOPE ->
              new RegScopeStmt(
                  s.span(),
                  comments,
                  options.nameHint(),
                  stmts.body(s.body(), outputs, s.span()),
                  options.attrs(Optional.empty()));
          case SCOPE, MANUAL_SCOPE -> runtime(s, call, comments, options, outputs);
          case SPMD -> spmd(s, call, comments, options, outputs, out);
          case SPMD_LOOP, LANES -> throw new AssertionError(form);
        });
  }

  private void checkTarget(Py.With s, Form form) {
    if (s.target().isEmpty()) {
      return;
    }
    if (form != Form.AT && form != Form.SPMD) {
      throw FlowMistake.SCOPE_TARGET.at(s.target().get());
    }
    if (form == Form.SPMD && stmts.surroundings().isIn(Around.CLUSTER)) {
      throw FlowMistake.IN_CLUSTER.at(s.target().get(), "as");
    }
  }

  /** The variable of a task id; until the scope has run, it stands for no task. */
  private Var captured(Py.Name name, List<Stmt> out) {
    Var var = stmts.assigns().target(name, ScalarType.of(DataType.TASK_ID));
    out.add(new AssignStmt(name.span(), ImmutableList.of(), var, ExprReader.noTask(name.span())));
    return var;
  }

  private Stmt body(Py.With s, StmtReader.Outputs outputs, Around around) {
    stmts.surroundings().enter(around);
    Stmt body = stmts.body(s.body(), outputs.inScope(), s.span());
    stmts.surroundings().leave();
    return body;
  }

  private ScopeStmt at(
      Py.With s,
      Py.Call call,
      ImmutableList<String> comments,
      ScopeOptions options,
      StmtReader.Outputs outputs,
      List<Stmt> out) {
    Optional<Py.Expr> named = call.keyword("level");
    if (call.args().size() > (named.isPresent() ? 0 : 2)) {
      throw FlowMistake.AT_LEVEL.at(call);
    }
    Py.Expr levelText =
        named
            .or(() -> call.args().stream().findFirst())
            .orElseThrow(() -> FlowMistake.AT_LEVEL.at(call));
    Level level = DecoratorReader.level(stmts.module(), levelText);
    Optional<Py.Expr> roleText =
        call.keyword("role").or(() -> call.args().stream().skip(1).findFirst());
    if (level == Level.CORE_GROUP) {
      roleText.ifPresent(
          r -> {
            throw FlowMistake.AT_ROLE.at(r);
          });
      Optional<Var> taskId = s.target().map(name -> captured(name, out));
      return new InCoreScopeStmt(
          s.span(),
          comments,
          options.nameHint(),
          body(s, outputs, options.kernel()),
          options.attrs(taskId),
          options.split());
    }
    if (options.hasOptimizations()) {
      throw FlowMistake.AT_OPTIMIZATIONS.at(call);
    }
    Optional<Role> role = roleText.map(r -> DecoratorReader.role(stmts.module(), r));
    Optional<Var> taskId = s.target().map(name -> captured(name, out));
    Stmt body = stmts.body(s.body(), outputs.inScope(), s.span());
    return new HierarchyScopeStmt(
        s.span(), comments, options.nameHint(), body, options.attrs(taskId), level, role);
  }

  private ScopeStmt runtime(
      Py.With s,
      Py.Call call,
      ImmutableList<String> comments,
      ScopeOptions options,
      StmtReader.Outputs outputs) {
    boolean manual = isManual(call);
    Surroundings around = stmts.surroundings();
    if (around.isIn(Around.MANUAL_SCOPE)) {
      throw FlowMistake.IN_MANUAL_SCOPE.at(call);
    }
    if (!manual && !around.function().attrs().has("auto_scope")) {
      throw FlowMistake.AUTOMATIC_SCOPE.at(call);
    }
    if (manual) {
      around.enter(Around.MANUAL_SCOPE);
    }
    Stmt body = stmts.body(s.body(), outputs, s.span());
    if (manual) {
      around.leave();
    }
    return new RuntimeScopeStmt(
        s.span(), comments, options.nameHint(), body, options.attrs(Optional.empty()), manual);
  }

  private boolean isManual(Py.Call call) {
    if (stmts.module().calls(call, "manual_scope")) {
      return true;
    }
    Optional<Py.Expr> mode = call.keyword("mode");
    String name = mode.flatMap(stmts.module()::dotted).orElse("");
    return switch (name) {
      case "pl.ScopeMode.MANUAL" -> true;
      case "pl.ScopeMode.AUTO" -> false;
      default -> {
        if (mode.isPresent()) {
          throw FlowMistake.SCOPE_MODE.at(mode.get());
        }
        yield false;
      }
    };
  }

  private ScopeStmt spmd(
      Py.With s,
      Py.Call call,
      ImmutableList<String> comments,
      ScopeOptions options,
      StmtReader.Outputs outputs,
      List<Stmt> out) {
    if (call.keyword("deps").isPresent() && s.target().isEmpty()) {
      throw FlowMistake.SPMD_DEPS.at(call);
    }
    Expr blocks = options.coreNum(call);
    boolean carrier = isCarrier(s);
    if (carrier && options.hasOptimizations()) {
      throw FlowMistake.SPMD_CARRIER.at(call);
    }
    SpmdBodies.Content content = bodies.of(s);
    boolean kernel = !carrier && content.readsIndex();
    if (!carrier && !kernel && content.launches() != 1) {
      throw FlowMistake.SPMD_BODY.at(s, content.launches());
    }
    boolean wrapped = kernel || options.hasOptimizations();
    Optional<Var> taskId = s.target().map(name -> captured(name, out));
    Optional<Var> outer = stmts.surroundings().capture(taskId);
    Stmt body =
        wrapped
            ? body(s, outputs, options.kernel())
            : stmts.body(s.body(), outputs.inScope(), s.span());
    stmts.surroundings().capture(outer);
    if (wrapped) {
      body =
          new InCoreScopeStmt(
              s.span(),
              ImmutableList.of(),
              options.innerName(),
              body,
              options.innerAttrs(),
              options.split());
    }
    return new SpmdScopeStmt(
        s.span(),
        comments,
        wrapped ? options.outerName() : options.nameHint(),
        body,
        options.spmdAttrs(taskId),
        blocks,
        options.syncStart());
  }

  /** Whether the body is one kernel of its own. */
  private boolean isCarrier(Py.With s) {
    return s.body().size() == 1
        && s.body().getFirst() instanceof Py.With inner
        && inner.context() instanceof Py.Call at
        && stmts.module().calls(at, "at")
        && at.keyword("level")
            .or(() -> at.args().stream().findFirst())
            .filter(l -> l instanceof Py.Attr(_, _, String name) && name.equals("CORE_GROUP"))
            .isPresent();
  }
}
