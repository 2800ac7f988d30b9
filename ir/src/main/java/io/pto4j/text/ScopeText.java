package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.RegScopeStmt;
import io.pto4j.ir.Role;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Prints scopes: {@code with} blocks, and the loops over blocks and lanes. */
final class ScopeText {
  private static final String BLOCK_INDEX = "tile.get_block_idx";
  private static final String LANE_INDEX = "tile.get_subblock_idx";
  private static final String SPMD_SUFFIX = "_spmd";

  /** The attributes of scopes that have a keyword of their own. */
  private static final ImmutableSet<String> SPELLED =
      ImmutableSet.of(
          "manual_dep_edges",
          "arg_direction_overrides_vars",
          "dump_vars",
          "task_id_var",
          "allow_early_resolve",
          "predicate",
          "slot_num",
          "windowize");

  private final PrintScope scope;
  private final ExprText exprs;
  private final AttrText attrs;
  private final StmtText stmts;
  private final StmtText.LineBuffer out;

  ScopeText(PrintScope scope, ExprText exprs, StmtText stmts, StmtText.LineBuffer out) {
    this.scope = scope;
    this.exprs = exprs;
    this.attrs = new AttrText(scope, exprs);
    this.stmts = stmts;
    this.out = out;
  }

  /** The variable that captures the task id of {@code s}. */
  static Optional<Var> taskId(ScopeStmt s) {
    return s.attrs()
        .get("task_id_var")
        .flatMap(v -> v instanceof AttrValue.OfVar(Var var) ? Optional.of(var) : Optional.empty());
  }

  void scope(ScopeStmt s, List<? extends Var> outputs) {
    switch (s) {
      case InCoreScopeStmt in -> with("at", atParts(in), in, outputs);
      case HierarchyScopeStmt h -> with("at", atParts(h), h, outputs);
      case ClusterScopeStmt c -> {
        List<String> parts = new ArrayList<>();
        addName(c.nameHint(), parts);
        addOthers(c.attrs(), parts);
        with("cluster", parts, c, outputs);
      }
      case RuntimeScopeStmt r -> {
        List<String> parts = new ArrayList<>();
        if (r.manual()) {
          parts.add("mode=" + scope.pl("ScopeMode.MANUAL"));
        }
        addOwnName(r.nameHint(), parts);
        addOthers(r.attrs(), parts);
        with("scope", parts, r, outputs);
      }
      case RegScopeStmt r -> {
        List<String> parts = new ArrayList<>();
        addName(r.nameHint(), parts);
        addOthers(r.attrs(), parts);
        with("reg_scope", parts, r, outputs);
      }
      case CommDomainScopeStmt c -> domain(c, outputs);
      case SpmdScopeStmt spmd -> spmd(spmd, outputs);
      case SplitAivScopeStmt split -> split(split);
    }
  }

  private void domain(CommDomainScopeStmt s, List<? extends Var> outputs) {
    if (scope.ecosystem()) {
      // the ecosystem has no text for it
      String slots = StmtText.join(s.slots().stream().map(w -> scope.name(w.base())).toList());
      String devices = s.devices().isEmpty() ? "all" : s.devices().toString();
      out.line("# pld.comm_domain: devices=" + devices + ", slots=[" + slots + "]");
      stmts.stmts(StmtText.flat(s.body()), outputs);
      return;
    }
    List<String> parts = new ArrayList<>();
    addName(s.nameHint(), parts);
    if (!s.devices().isEmpty()) {
      parts.add("devices=" + s.devices());
    }
    TypeText types = new TypeText(scope, exprs, false);
    parts.add("slots=[" + StmtText.join(s.slots().stream().map(types::window).toList()) + "]");
    addOthers(s.attrs(), parts);
    out.line("with pld.comm_domain(" + StmtText.join(parts) + "):");
    stmts.body(s.body(), outputs);
  }

  private void with(String function, List<String> parts, ScopeStmt s, List<? extends Var> outputs) {
    header(function, parts, s);
    stmts.body(s.body(), outputs);
  }

  private void header(String function, List<String> parts, ScopeStmt s) {
    String capture = taskId(s).map(id -> " as " + scope.name(id)).orElse("");
    out.line("with " + scope.pl(function) + "(" + StmtText.join(parts) + ")" + capture + ":");
  }

  private List<String> atParts(InCoreScopeStmt s) {
    List<String> parts = new ArrayList<>();
    parts.add("level=" + scope.pl("Level.CORE_GROUP"));
    addOptimizations(s, parts);
    addCommon(s.nameHint(), s.attrs(), parts);
    return parts;
  }

  private List<String> atParts(HierarchyScopeStmt s) {
    List<String> parts = new ArrayList<>();
    parts.add("level=" + scope.pl("Level." + s.level().text()));
    s.role().ifPresent(r -> parts.add("role=" + scope.pl("Role." + role(r, scope))));
    addCommon(s.nameHint(), s.attrs(), parts);
    return parts;
  }

  static String role(Role role, PrintScope scope) {
    return role == Role.WORKER ? scope.spelling(DialectRule.WORKER_ROLE) : role.text();
  }

  private void addOptimizations(InCoreScopeStmt s, List<String> parts) {
    List<String> optimizations = new ArrayList<>();
    split(s).ifPresent(m -> optimizations.add(scope.pl("split") + "(" + attrs.splitMode(m) + ")"));
    s.attrs()
        .get("slot_num")
        .ifPresent(
            n ->
                optimizations.add(
                    scope.pl("cross_core_slot") + "(slot_num=" + attrs.value(n) + ")"));
    if (!optimizations.isEmpty()) {
      parts.add("optimizations=[" + StmtText.join(optimizations) + "]");
    }
  }

  private static Optional<SplitMode> split(InCoreScopeStmt s) {
    return s.split().filter(m -> m != SplitMode.NONE);
  }

  private void addCommon(String name, Attrs a, List<String> parts) {
    addName(name, parts);
    addVars("deps", a.getVars("manual_dep_edges"), parts);
    addVars("no_dep_args", a.getVars("arg_direction_overrides_vars"), parts);
    addVars("dumps", a.getVars("dump_vars"), parts);
    addFlag("allow_early_resolve", a, parts);
    addFlag("windowize", a, parts);
    addOthers(a, parts);
  }

  private void addName(String name, List<String> parts) {
    if (!name.isEmpty()) {
      parts.add("name_hint=" + StringText.doubleQuoted(name));
    }
  }

  /** The name of a scope that the ecosystem has no name for. */
  private void addOwnName(String name, List<String> parts) {
    if (!scope.ecosystem()) {
      addName(name, parts);
    }
  }

  private void addVars(String key, ImmutableList<Var> vars, List<String> parts) {
    if (!vars.isEmpty()) {
      parts.add(key + "=[" + exprs.list(vars) + "]");
    }
  }

  private static void addFlag(String key, Attrs a, List<String> parts) {
    if (a.getBool(key, false)) {
      parts.add(key + "=True");
    }
  }

  /** The ecosystem has no text for other attributes of scopes; the specification's dialect does. */
  private void addOthers(Attrs a, List<String> parts) {
    if (!scope.ecosystem()) {
      attrs.dict(a, SPELLED).ifPresent(dict -> parts.add("attrs=" + dict));
    }
  }

  private void spmd(SpmdScopeStmt s, List<? extends Var> outputs) {
    List<Stmt> body = StmtText.flat(s.body());
    Optional<InCoreScopeStmt> inner =
        body.size() == 1 && body.getFirst() instanceof InCoreScopeStmt in && isImplied(s, in)
            ? Optional.of(in)
            : Optional.empty();
    if (taskId(s).isEmpty() && inner.isPresent() && blockIndex(inner.get()).isPresent()) {
      Var index = blockIndex(inner.get()).get();
      out.line(
          "for %s in %s(%s):"
              .formatted(scope.name(index), scope.pl("spmd"), StmtText.join(parts(s, inner))));
      stmts.body(withoutFirst(inner.get().body()), ImmutableList.of());
      return;
    }
    boolean inlined = taskId(s).isPresent() && inner.filter(ScopeText::isRebuilt).isPresent();
    header("spmd", parts(s, inlined ? inner : Optional.empty()), s);
    stmts.body(inlined ? inner.get().body() : s.body(), outputs);
  }

  /** Whether everything the inner scope says can be said in the outer one's line. */
  private static boolean isImplied(SpmdScopeStmt outer, InCoreScopeStmt inner) {
    boolean names =
        inner.nameHint().isEmpty()
            ? outer.nameHint().isEmpty()
            : outer.nameHint().equals(inner.nameHint() + SPMD_SUFFIX);
    return names && inner.attrs().without("slot_num").isEmpty();
  }

  /** Whether the parser would put the inner scope back. */
  private static boolean isRebuilt(InCoreScopeStmt inner) {
    AtomicBoolean readsIndex = new AtomicBoolean();
    Walk.exprs(
        inner.body(),
        e -> {
          if (e instanceof Call c && c.isOperator(BLOCK_INDEX)) {
            readsIndex.set(true);
          }
        });
    return split(inner).isPresent() || inner.attrs().has("slot_num") || readsIndex.get();
  }

  private static Optional<Var> blockIndex(InCoreScopeStmt inner) {
    return index(inner.body(), BLOCK_INDEX);
  }

  /** The variable to which the first statement of {@code body} assigns the given index. */
  private static Optional<Var> index(Stmt body, String operator) {
    List<Stmt> stmts = StmtText.flat(body);
    return !stmts.isEmpty()
            && stmts.getFirst() instanceof AssignStmt(_, _, Var var, Call call)
            && call.isOperator(operator)
        ? Optional.of(var)
        : Optional.empty();
  }

  private static List<Stmt> withoutFirst(Stmt body) {
    List<Stmt> stmts = StmtText.flat(body);
    return stmts.subList(1, stmts.size());
  }

  private List<String> parts(SpmdScopeStmt s, Optional<InCoreScopeStmt> inner) {
    List<String> parts = new ArrayList<>();
    parts.add(exprs.of(s.coreNum()));
    if (s.syncStart()) {
      parts.add("sync_start=True");
    }
    addName(s.nameHint(), parts);
    inner.ifPresent(in -> addOptimizations(in, parts));
    addVars("deps", s.attrs().getVars("manual_dep_edges"), parts);
    addFlag("allow_early_resolve", s.attrs(), parts);
    s.attrs().get("predicate").ifPresent(p -> parts.add("predicate=(" + attrs.value(p) + ")"));
    addOthers(s.attrs(), parts);
    return parts;
  }

  private void split(SplitAivScopeStmt s) {
    Optional<Var> lane = index(s.body(), LANE_INDEX);
    List<String> parts = new ArrayList<>();
    parts.add(Integer.toString(s.count()));
    parts.add("mode=" + attrs.splitMode(s.split()));
    addOwnName(s.nameHint(), parts);
    addOthers(s.attrs(), parts);
    out.line(
        "for %s in %s(%s):"
            .formatted(
                lane.map(scope::name).orElse("aiv_id"),
                scope.pl("split_aiv"),
                StmtText.join(parts)));
    new StmtText(scope.inRegion(s.split()), out)
        .body(
            lane.isPresent() ? withoutFirst(s.body()) : StmtText.flat(s.body()),
            ImmutableList.of());
  }
}
