package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.DataType;
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
import java.util.List;
import java.util.Optional;

/** Reads {@code with} statements. */
final class ScopeReader {
  private final StmtReader stmts;

  ScopeReader(StmtReader stmts) {
    this.stmts = stmts;
  }

  void scope(
      Py.With s, ImmutableList<String> comments, StmtReader.Outputs outputs, List<Stmt> out) {
    String form = stmts.module().callee(s.context()).orElse("");
    if (!(s.context() instanceof Py.Call call)) {
      throw unknown(s);
    }
    boolean captures = form.equals("pl.at") || form.equals("pl.spmd");
    if (s.target().isPresent() && !captures) {
      throw Module.error(s, "only pl.at and pl.spmd give a task id", "remove 'as ...'");
    }
    if (form.equals("pld.comm_domain")) {
      out.add(new DomainReader(stmts).domain(s, call, comments, outputs));
      return;
    }
    ScopeOptions options = ScopeOptions.read(stmts, call, form.equals("pl.spmd"));
    Optional<Var> taskId = s.target().map(name -> captured(name, out));
    out.add(
        switch (form) {
          case "pl.at" -> at(s, call, comments, options, taskId);
          case "pl.cluster" ->
              new ClusterScopeStmt(
                  s.span(), comments, options.nameHint(), body(s), options.attrs(taskId));
          case "pl.reg_scope" ->
              new RegScopeStmt(
                  s.span(),
                  comments,
                  options.nameHint(),
                  stmts.body(s.body(), outputs, s.span()),
                  options.attrs(taskId));
          case "pl.scope" -> runtime(s, call, comments, options, outputs);
          case "pl.manual_scope" ->
              new RuntimeScopeStmt(
                  s.span(), comments, options.nameHint(), body(s), options.attrs(taskId), true);
          case "pl.spmd" -> spmd(s, call, comments, options, taskId);
          default -> throw unknown(s);
        });
  }

  private static RuntimeException unknown(Py.With s) {
    return Module.error(
        s.context(),
        "unknown scope",
        "scopes are pl.at, pl.cluster, pl.spmd, pl.scope, pl.manual_scope, pl.reg_scope and"
            + " pld.comm_domain");
  }

  /** The variable of a task id; until the scope has run, it stands for no task. */
  private Var captured(Py.Name name, List<Stmt> out) {
    Var var = stmts.target(name, ScalarType.of(DataType.TASK_ID));
    out.add(new AssignStmt(name.span(), ImmutableList.of(), var, ExprReader.noTask(name.span())));
    return var;
  }

  private Stmt body(Py.With s) {
    return stmts.body(s.body(), new StmtReader.Outputs(), s.span());
  }

  private ScopeStmt at(
      Py.With s,
      Py.Call call,
      ImmutableList<String> comments,
      ScopeOptions options,
      Optional<Var> taskId) {
    Py.Expr levelText =
        call.keyword("level")
            .or(() -> call.args().stream().findFirst())
            .orElseThrow(
                () -> Module.error(call, "pl.at needs a level", "write level=pl.Level.CORE_GROUP"));
    Level level = DecoratorReader.level(stmts.module(), levelText);
    if (level == Level.CORE_GROUP) {
      return new InCoreScopeStmt(
          s.span(), comments, options.nameHint(), body(s), options.attrs(taskId), options.split());
    }
    Optional<Role> role = call.keyword("role").map(r -> DecoratorReader.role(stmts.module(), r));
    return new HierarchyScopeStmt(
        s.span(), comments, options.nameHint(), body(s), options.attrs(taskId), level, role);
  }

  private ScopeStmt runtime(
      Py.With s,
      Py.Call call,
      ImmutableList<String> comments,
      ScopeOptions options,
      StmtReader.Outputs outputs) {
    boolean manual =
        call.keyword("mode")
            .filter(m -> m instanceof Py.Attr(_, _, String n) && n.equals("MANUAL"))
            .isPresent();
    Stmt body = manual ? body(s) : stmts.body(s.body(), outputs, s.span());
    return new RuntimeScopeStmt(
        s.span(), comments, options.nameHint(), body, options.attrs(Optional.empty()), manual);
  }

  private ScopeStmt spmd(
      Py.With s,
      Py.Call call,
      ImmutableList<String> comments,
      ScopeOptions options,
      Optional<Var> taskId) {
    boolean carrier =
        s.body().size() == 1
            && s.body().getFirst() instanceof Py.With inner
            && stmts.module().calls(inner.context(), "at");
    boolean wrapped = !carrier && (options.hasOptimizations() || readsIndex(s.body()));
    Stmt body = body(s);
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
        options.coreNum(call),
        options.syncStart());
  }

  /** Whether the body asks for the number of its block, so that it is a kernel itself. */
  private boolean readsIndex(List<Py.Stmt> body) {
    return body.stream().anyMatch(stmt -> PyWalk.anyCall(stmt, this::isBlockIndex));
  }

  private boolean isBlockIndex(Py.Call call) {
    return stmts
        .module()
        .dotted(call.function())
        .filter(name -> name.endsWith(".get_block_idx"))
        .isPresent();
  }
}
