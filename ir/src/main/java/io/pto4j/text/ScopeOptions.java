package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Var;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The arguments of a scope. */
final class ScopeOptions {
  private static final String SPMD_SUFFIX = "_spmd";

  /** The order in which attributes of scopes are kept. */
  private static final ImmutableList<String> ORDER =
      ImmutableList.of(
          "manual_dep_edges",
          "arg_direction_overrides_vars",
          "dump_vars",
          "task_id_var",
          "allow_early_resolve",
          "predicate",
          "slot_num",
          "windowize");

  private final StmtReader stmts;
  private final boolean spmd;
  private final Map<String, AttrValue> attrs = new LinkedHashMap<>();
  private Attrs others = Attrs.empty();
  private String nameHint = "";
  private Optional<SplitMode> split = Optional.empty();
  private Optional<AttrValue> slots = Optional.empty();
  private Optional<Expr> coreNum = Optional.empty();
  private boolean syncStart;

  private ScopeOptions(StmtReader stmts, boolean spmd) {
    this.stmts = stmts;
    this.spmd = spmd;
  }

  /**
   * Reads the keyword arguments of {@code call}.
   *
   * @param spmd whether it launches blocks
   */
  static ScopeOptions read(StmtReader stmts, Py.Call call, boolean spmd) {
    ScopeOptions options = new ScopeOptions(stmts, spmd);
    call.keywords().forEach(options::keyword);
    return options;
  }

  private void keyword(Py.Keyword k) {
    AttrReader reader = stmts.exprs().calls().attrs();
    switch (k.name()) {
      case "level", "role", "mode" -> {}
      case "name_hint" -> {
        if (!(k.value() instanceof Py.StrLit(_, String name))) {
          throw Module.error(k.value(), "name_hint is a string");
        }
        nameHint = name;
      }
      case "deps" -> vars("manual_dep_edges", k.value(), reader);
      case "no_dep_args" -> vars("arg_direction_overrides_vars", k.value(), reader);
      case "dumps" -> vars("dump_vars", k.value(), reader);
      case "allow_early_resolve", "windowize" -> {
        if (AttrReader.flag(k.value())) {
          attrs.put(k.name(), AttrValue.of(true));
        }
      }
      case "optimizations" -> reader.elements(k.value()).forEach(this::optimization);
      case "attrs" -> others = reader.dict(k.value());
      case "core_num" -> coreNum = Optional.of(stmts.exprs().expr(k.value()));
      case "sync_start" -> syncStart = AttrReader.flag(k.value());
      case "predicate" ->
          attrs.put("predicate", new AttrValue.OfExpr(stmts.exprs().expr(k.value())));
      default ->
          throw new IrException(
              "a scope has no argument '" + k.name() + "'",
              spmd
                  ? "it takes sync_start, name_hint, optimizations, deps, allow_early_resolve and"
                      + " predicate"
                  : "it takes optimizations, name_hint, deps, no_dep_args, dumps,"
                      + " allow_early_resolve and windowize",
              k.span());
    }
  }

  private void vars(String key, Py.Expr list, AttrReader reader) {
    ImmutableList<Var> vars = reader.vars(list);
    if (!vars.isEmpty()) {
      attrs.put(key, new AttrValue.OfVars(vars));
    }
  }

  private void optimization(Py.Expr e) {
    if (stmts.module().calls(e, "split")) {
      Py.Call call = (Py.Call) e;
      if (call.args().size() != 1) {
        throw Module.error(e, "pl.split takes one mode", "write pl.split(pl.SplitMode.UP_DOWN)");
      }
      split =
          Optional.of(stmts.module().member(call.args().getFirst(), SplitMode.class, "split mode"));
    } else if (stmts.module().calls(e, "cross_core_slot")) {
      slots =
          ((Py.Call) e)
              .keyword("slot_num")
              .map(n -> stmts.exprs().calls().attrs().value("slot_num", n));
    } else {
      throw Module.error(
          e, "unknown optimization", "there are pl.split(mode) and pl.cross_core_slot(slot_num=n)");
    }
  }

  String nameHint() {
    return nameHint;
  }

  Optional<SplitMode> split() {
    return split;
  }

  boolean syncStart() {
    return syncStart;
  }

  boolean hasOptimizations() {
    return split.isPresent() || slots.isPresent();
  }

  Expr coreNum(Py.Call call) {
    if (coreNum.isEmpty() && call.args().size() == 1) {
      coreNum = Optional.of(stmts.exprs().expr(call.args().getFirst()));
    }
    return coreNum.orElseThrow(
        () -> Module.error(call, "pl.spmd needs its number of blocks", "write pl.spmd(8)"));
  }

  /** The name of the launch that wraps a kernel called {@code innerName}. */
  String outerName() {
    return nameHint.isEmpty() || nameHint.endsWith(SPMD_SUFFIX) ? nameHint : nameHint + SPMD_SUFFIX;
  }

  String innerName() {
    return nameHint.endsWith(SPMD_SUFFIX)
        ? nameHint.substring(0, nameHint.length() - SPMD_SUFFIX.length())
        : nameHint;
  }

  /** The attributes of the kernel inside a launch. */
  Attrs innerAttrs() {
    return slots.map(n -> Attrs.of("slot_num", n)).orElse(Attrs.empty());
  }

  Attrs spmdAttrs(Optional<Var> taskId) {
    return ordered(taskId, ImmutableSet.of("slot_num"));
  }

  Attrs attrs(Optional<Var> taskId) {
    slots.ifPresent(n -> attrs.put("slot_num", n));
    return ordered(taskId, ImmutableSet.of());
  }

  private Attrs ordered(Optional<Var> taskId, ImmutableSet<String> left) {
    taskId.ifPresent(id -> attrs.put("task_id_var", new AttrValue.OfVar(id)));
    Map<String, AttrValue> sorted = new LinkedHashMap<>();
    for (String key : ORDER) {
      if (attrs.containsKey(key) && !left.contains(key)) {
        sorted.put(key, attrs.get(key));
      }
    }
    sorted.putAll(others.entries());
    return Attrs.of(sorted);
  }
}
