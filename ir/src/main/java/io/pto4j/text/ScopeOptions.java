package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Var;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /** The scopes and the arguments that they take. */
  enum Form {
    AT(
        "pl.at",
        "level",
        "role",
        "optimizations",
        "name_hint",
        "deps",
        "no_dep_args",
        "dumps",
        "allow_early_resolve",
        "windowize"),
    CLUSTER("pl.cluster", "name_hint"),
    REG_SCOPE("pl.reg_scope", "name_hint"),
    SCOPE("pl.scope", "mode", "name_hint"),
    MANUAL_SCOPE("pl.manual_scope", "name_hint"),
    SPMD(
        "pl.spmd",
        "core_num",
        "sync_start",
        "name_hint",
        "optimizations",
        "deps",
        "allow_early_resolve",
        "predicate"),
    SPMD_LOOP(
        "pl.spmd",
        "core_num",
        "sync_start",
        "name_hint",
        "optimizations",
        "allow_early_resolve",
        "predicate"),
    LANES("pl.split_aiv", "mode", "name_hint");

    private final String text;
    private final ImmutableSet<String> keywords;

    Form(String text, String... keywords) {
      this.text = text;
      this.keywords = ImmutableSet.copyOf(keywords);
    }
  }

  private final StmtReader stmts;
  private final Form form;
  private final Map<String, AttrValue> attrs = new LinkedHashMap<>();
  private Attrs others = Attrs.empty();
  private String nameHint = "";
  private Optional<SplitMode> split = Optional.empty();
  private Optional<AttrValue> slots = Optional.empty();
  private Optional<Expr> coreNum = Optional.empty();
  private boolean syncStart;

  private ScopeOptions(StmtReader stmts, Form form) {
    this.stmts = stmts;
    this.form = form;
  }

  /** Reads the keyword arguments of {@code call}. */
  static ScopeOptions read(StmtReader stmts, Py.Call call, Form form) {
    ScopeOptions options = new ScopeOptions(stmts, form);
    for (Py.Keyword k : call.keywords()) {
      if (!form.keywords.contains(k.name()) && !k.name().equals("attrs")) {
        throw FlowMistake.SCOPE_KEYWORD.at(
            k.span(), k.name(), form.text, String.join(", ", form.keywords));
      }
      options.keyword(k);
    }
    options.launch(call);
    return options;
  }

  private void keyword(Py.Keyword k) {
    CallReader calls = stmts.exprs().calls();
    AttrReader reader = calls.attrs();
    switch (k.name()) {
      case "name_hint" -> nameHint = name(k.value());
      case "deps" -> deps(k.value());
      case "no_dep_args" -> vars("arg_direction_overrides_vars", k);
      case "dumps" -> vars("dump_vars", k);
      case "allow_early_resolve", "windowize" -> {
        if (AttrReader.flag(k.value())) {
          attrs.put(k.name(), AttrValue.of(true));
        }
      }
      case "optimizations" -> {
        if (!(k.value() instanceof Py.ListLit(_, var entries))) {
          throw CallMistake.NOT_A_LIST.at(k.value());
        }
        entries.forEach(this::optimization);
      }
      case "attrs" -> others = reader.dict(k.value());
      case "core_num" -> coreNum = Optional.of(stmts.exprs().expr(k.value()));
      case "sync_start" -> syncStart = AttrReader.flag(k.value());
      // checked once the other arguments are known
      case "predicate", "level", "role", "mode" -> {}
      default -> throw new AssertionError(k.name());
    }
  }

  /** Reads what is checked against other arguments. */
  private void launch(Py.Call call) {
    Optional<Py.Expr> predicate = call.keyword("predicate");
    if (predicate.isPresent()) {
      ImmutableList<Var> edges =
          attrs.get("manual_dep_edges") instanceof AttrValue.OfVars(var vars)
              ? vars
              : ImmutableList.of();
      Expr read = new PredicateReader(stmts.exprs()).predicate(predicate.get(), edges);
      attrs.put("predicate", new AttrValue.OfExpr(read));
    }
    boolean launches = form == Form.SPMD || form == Form.SPMD_LOOP;
    if (launches && stmts.surroundings().isIn(Surroundings.Around.CLUSTER)) {
      for (Py.Keyword k : call.keywords()) {
        boolean effective =
            k.name().equals("predicate")
                || (k.name().equals("allow_early_resolve") && AttrReader.flag(k.value()));
        if (effective) {
          throw FlowMistake.IN_CLUSTER.at(k.span(), k.name());
        }
      }
    }
    ImmutableSet<Var> tagged = ImmutableSet.copyOf(stmts.surroundings().tagged());
    if (form == Form.AT && !tagged.isEmpty()) {
      Set<Var> dumped = new LinkedHashSet<>();
      if (attrs.get("dump_vars") instanceof AttrValue.OfVars(var vars)) {
        dumped.addAll(vars);
      }
      dumped.addAll(tagged);
      attrs.put("dump_vars", new AttrValue.OfVars(ImmutableList.copyOf(dumped)));
    }
  }

  private static String name(Py.Expr e) {
    if (!(e instanceof Py.StrLit(_, String name))) {
      throw FlowMistake.NAME_HINT.at(e);
    }
    if (!name.isEmpty() && !PythonNames.isIdentifier(name)) {
      throw FlowMistake.NAME_HINT.at(e);
    }
    return name;
  }

  private void deps(Py.Expr list) {
    ImmutableList<Var> vars = stmts.exprs().calls().launches().deps(list);
    if (!vars.isEmpty()) {
      attrs.put("manual_dep_edges", new AttrValue.OfVars(vars));
    }
  }

  private void vars(String key, Py.Keyword k) {
    ImmutableList<Var> vars = stmts.exprs().calls().attrs().tensors(k.name(), k.value());
    if (!vars.isEmpty()) {
      attrs.put(key, new AttrValue.OfVars(vars));
    }
  }

  private void optimization(Py.Expr e) {
    String name = stmts.module().callee(e).orElse("").replace("pl.optimizations.", "pl.");
    switch (name) {
      case "pl.split" -> split((Py.Call) e);
      case "pl.cross_core_slot" -> {
        Py.Call call = (Py.Call) e;
        if (!call.args().isEmpty() || call.keywords().size() != 1) {
          throw FlowMistake.SLOT_NUMBER.at(e);
        }
        slots(call.keyword("slot_num").orElseThrow(() -> FlowMistake.SLOT_NUMBER.at(e)));
      }
      default -> throw FlowMistake.OPTIMIZATION.at(e);
    }
  }

  private void split(Py.Call call) {
    boolean form =
        call.args().size() == 1
            && call.keywords().stream().allMatch(k -> k.name().equals("slot_num"));
    if (!form) {
      throw FlowMistake.SPLIT_MODE.at(call);
    }
    if (split.isPresent()) {
      throw FlowMistake.OPTIMIZATION_TWICE.at(call);
    }
    split = Optional.of(stmts.module().member(call.args().getFirst(), SplitMode.class));
    call.keyword("slot_num")
        .ifPresent(
            n -> {
              stmts
                  .module()
                  .warn(n, "slot_num of pl.split is out of use; write pl.cross_core_slot(..)");
              slots(n);
            });
  }

  private void slots(Py.Expr e) {
    if (slots.isPresent()) {
      throw FlowMistake.OPTIMIZATION_TWICE.at(e);
    }
    if (!(e instanceof Py.IntLit(_, long n)) || n < 1 || n > Integer.MAX_VALUE) {
      throw FlowMistake.SLOT_NUMBER.at(e);
    }
    slots = Optional.of(AttrValue.of((int) n));
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

  /** What the kernel of this scope is for what is in it. */
  Surroundings.Around kernel() {
    return split.isPresent() ? Surroundings.Around.SPLIT_KERNEL : Surroundings.Around.KERNEL;
  }

  Expr coreNum(Py.Call call) {
    if (call.args().size() + (coreNum.isPresent() ? 1 : 0) != 1) {
      throw FlowMistake.SPMD_BLOCKS.at(call);
    }
    Expr blocks = coreNum.orElseGet(() -> stmts.exprs().expr(call.args().getFirst()));
    checkBlocks(call.keyword("core_num").orElseGet(() -> call.args().getFirst()), blocks);
    return blocks;
  }

  /** Refuses numbers of blocks that are no positive integers. */
  static void checkBlocks(Py place, Expr blocks) {
    boolean integer = blocks.type() instanceof ScalarType(DataType dtype) && dtype.isInt();
    if (!integer || (Dims.constant(blocks).orElse(1) <= 0)) {
      throw FlowMistake.SPMD_BLOCKS.at(place);
    }
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
    Attrs tagged = tagged(stmts.surroundings());
    return slots.map(n -> tagged.with("slot_num", n)).orElse(tagged);
  }

  /** The attributes of a kernel that the author does not write. */
  static Attrs tagged(Surroundings around) {
    return around.tagged().isEmpty()
        ? Attrs.empty()
        : Attrs.of("dump_vars", new AttrValue.OfVars(ImmutableList.copyOf(around.tagged())));
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
