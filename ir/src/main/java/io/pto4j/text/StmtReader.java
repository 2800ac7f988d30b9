package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Comments;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads statements; loops and scopes are left to their own readers. */
final class StmtReader {
  private static final int MAX_DEPTH = 10_000;
  private static final int MOST_EXPANSIONS = 100;
  private static final int ALL_EXPANSIONS = 10_000;

  private final Module module;
  private final Bindings bindings;
  private final Surroundings surroundings;
  private final ExprReader exprs;
  private final AssignReader assigns;
  private final LoopReader loops;
  private final ScopeReader scopes;
  private final Directives directives;
  private final Recursion recursion = new Recursion(MAX_DEPTH);

  /** The statements in front of the one that is read. */
  private List<Stmt> sink = new ArrayList<>();

  private int expansions;

  /** How many templates have been written out, also those in templates. */
  private int expanded;

  StmtReader(Module module, Signature function) {
    this.module = module;
    this.bindings = function.bindings();
    this.surroundings = new Surroundings(function);
    this.exprs = new ExprReader(module, bindings);
    this.assigns = new AssignReader(this);
    this.loops = new LoopReader(this);
    this.scopes = new ScopeReader(this);
    this.directives = new Directives(module, surroundings, exprs);
    exprs.enter(new ExprReader.Place(this::expand, s -> sink.add(s), surroundings));
  }

  Module module() {
    return module;
  }

  Bindings bindings() {
    return bindings;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  ExprReader exprs() {
    return exprs;
  }

  AssignReader assigns() {
    return assigns;
  }

  /** The variables that the yields of one body give values to, in the order of their names. */
  static final class Outputs {
    private final Map<String, Var> vars = new LinkedHashMap<>();
    private final Map<String, Py.Name> names = new HashMap<>();
    private final Set<String> branch = new HashSet<>();
    private final boolean throughScopes;
    private boolean withoutNames;

    /** The name that was yielded to most recently. */
    private Py.Name last;

    /** Outputs to which yields in scopes within the body do not belong. */
    Outputs() {
      this(false);
    }

    /**
     * @param throughScopes whether yields in scopes within the body belong to it
     */
    Outputs(boolean throughScopes) {
      this.throughScopes = throughScopes;
    }

    ImmutableList<Var> vars() {
      return ImmutableList.copyOf(vars.values());
    }

    boolean isEmpty() {
      return vars.isEmpty();
    }

    /** Whether the body yields anything. */
    boolean isYielded() {
      return !vars.isEmpty() || withoutNames;
    }

    void yieldWithoutNames() {
      withoutNames = true;
    }

    /** Begins another branch, which yields to the same names. */
    void nextBranch() {
      branch.clear();
    }

    /** Whether the branch has yields to exactly the names that there are. */
    boolean isWhole() {
      return branch.isEmpty() || branch.equals(names.keySet());
    }

    /** Where the yields in a scope within the body belong. */
    Outputs inScope() {
      return throughScopes ? this : new Outputs();
    }

    void add(Py.Name target, Type type) {
      names.putIfAbsent(target.id(), target);
      branch.add(target.id());
      last = target;
      vars.computeIfAbsent(target.id(), id -> new Var(id, type, target.span()));
    }
  }

  /** Reads a body in a scope of its own. */
  Stmt body(List<Py.Stmt> body, Outputs outputs, Span span) {
    return body(body, outputs, span, List.of());
  }

  /**
   * Reads a body in a scope of its own.
   *
   * @param comments those of statements above it that leave nothing behind
   */
  Stmt body(List<Py.Stmt> body, Outputs outputs, Span span, List<String> comments) {
    List<Stmt> outer = sink;
    List<Stmt> stmts = new ArrayList<>();
    sink = stmts;
    recursion.<Void>descend(
        () -> {
          read(body, outputs, comments);
          return null;
        });
    sink = outer;
    return stmts.size() == 1 ? stmts.getFirst() : SeqStmts.of(stmts, span);
  }

  private void read(List<Py.Stmt> body, Outputs outputs, List<String> above) {
    List<Stmt> stmts = sink;
    List<String> passedOn = new ArrayList<>(above);
    for (Py.Stmt stmt : body) {
      List<String> comments = new ArrayList<>(passedOn);
      comments.addAll(stmt.comments());
      passedOn.clear();
      if (stmt instanceof Py.Pass) {
        passedOn.addAll(comments);
      } else {
        int before = stmts.size();
        // the task id in front of a scope leaves the comments to it
        boolean own = stmt instanceof Py.With;
        ImmutableList<String> all = ImmutableList.copyOf(comments);
        recover(stmt, () -> stmt(stmt, own ? all : ImmutableList.of(), outputs, stmts));
        if (stmts.size() == before) {
          passedOn.addAll(comments);
        } else if (!own && !all.isEmpty()) {
          stmts.set(before, Comments.prepend(all, stmts.get(before)));
        }
        sink = stmts;
      }
    }
  }

  /** Reads a statement; after a mistake in it, reading goes on with the next one. */
  private void recover(Py.Stmt stmt, Runnable read) {
    int found = module.failures().count();
    int depth = bindings.depth();
    int around = surroundings.depth();
    Optional<SplitMode> region = bindings.region();
    try {
      read.run();
      return;
    } catch (ParseException e) {
      if (module.failures().count() == found) {
        module.failures().add(e);
      }
    } catch (Failures.FollowUp _) {
      // what it follows is among the failures
    }
    bindings.unwind(depth);
    surroundings.unwind(around);
    bindings.region(region);
    bindings.fail(new PyWalk().assigned(stmt));
  }

  /** Writes the statements of {@code template} in front of the one that is read. */
  private Expr expand(Py.Call call, Py.FunctionDef template) {
    return exprs.apart(() -> expanded(call, template));
  }

  private Expr expanded(Py.Call call, Py.FunctionDef template) {
    ImmutableList<Expr> args = exprs.exprs(call.args());
    List<Py.Param> params = template.params();
    if (args.size() != params.size() || !call.keywords().isEmpty()) {
      throw SignatureMistake.TEMPLATE_ARGUMENTS.at(
          call,
          template.name(),
          params.size(),
          String.join(", ", params.stream().map(Py.Param::name).toList()));
    }
    List<Py.Stmt> body = template.body();
    if (body.isEmpty()
        || !(body.getLast() instanceof Py.Return result)
        || result.values().isEmpty()) {
      throw SignatureMistake.TEMPLATE_VALUE.at(call, template.name());
    }
    body.subList(0, body.size() - 1).forEach(this::refuseReturn);
    expanded++;
    if (expansions == MOST_EXPANSIONS || expanded > ALL_EXPANSIONS) {
      throw SignatureMistake.TEMPLATE_RECURSION.at(call);
    }
    expansions++;
    bindings.push();
    for (int i = 0; i < args.size(); i++) {
      bindings.substitute(params.get(i).name(), args.get(i));
    }
    read(body.subList(0, body.size() - 1), new Outputs(), List.of());
    ImmutableList<Expr> values = exprs.exprs(result.values());
    params.forEach(p -> bindings.forget(p.name()));
    bindings.pop(true);
    expansions--;
    return values.size() == 1 ? values.getFirst() : MakeTuple.of(values, call.span());
  }

  /** A return above the end of a template would be one of the function around. */
  private void refuseReturn(Py.Stmt stmt) {
    new PyWalk()
        .findReturn(stmt)
        .ifPresent(
            r -> {
              throw SignatureMistake.TEMPLATE_RETURN.at(r);
            });
  }

  private void stmt(Py.Stmt stmt, ImmutableList<String> comments, Outputs outputs, List<Stmt> out) {
    Span span = stmt.span();
    try {
      switch (stmt) {
        case Py.Assign s -> assigns.assign(s, outputs, out);
        case Py.ExprStmt e when directives.isDirective(e) -> directives.run(e);
        case Py.ExprStmt(_, _, Py.Expr value) -> out.add(evaluated(value, outputs, span));
        case Py.Return(_, _, var values) ->
            out.add(new ReturnStmt(span, ImmutableList.of(), exprs.exprs(values)));
        case Py.If s -> out.add(ifElse(s));
        case Py.While s -> out.add(whileLoop(s));
        case Py.For s -> loops.loop(s, out);
        case Py.With s -> scopes.scope(s, comments, outputs, out);
        case Py.Break _ -> {
          checkLoop(stmt, "break");
          out.add(new BreakStmt(span, ImmutableList.of()));
        }
        case Py.Continue _ -> {
          checkLoop(stmt, "continue");
          out.add(new ContinueStmt(span, ImmutableList.of()));
        }
        case Py.Pass _ -> {}
        case Py.Import _, Py.FunctionDef _, Py.ClassDef _, Py.Unread _ ->
            throw SyntaxMistake.STATEMENT.at(stmt, stmt.getClass().getSimpleName());
      }
    } catch (ParseException e) {
      throw e;
    } catch (IrException e) {
      throw FlowMistake.CONSTRUCTION.at(e.at(span).span(), e.getMessage(), Mistake.hint(e));
    }
  }

  private void checkLoop(Py.Stmt stmt, String word) {
    Optional<Surroundings.Around> loop = surroundings.loop();
    boolean fits =
        loop.filter(l -> l == Surroundings.Around.LOOP || l == Surroundings.Around.CARRYING_LOOP)
            .isPresent();
    if (!fits) {
      throw FlowMistake.LOOP_EXIT.at(
          stmt,
          word,
          loop.isEmpty() ? "outside a loop" : "where iterations do not follow each other");
    }
  }

  private Stmt evaluated(Py.Expr value, Outputs outputs, Span span) {
    if (module.calls(value, "yield_")) {
      if (surroundings.isCarrying()) {
        throw FlowMistake.BARE_YIELD.at(value);
      }
      outputs.yieldWithoutNames();
      return new YieldStmt(span, ImmutableList.of(), yielded(value));
    }
    if (module.calls(value, "func_attr")) {
      throw SignatureMistake.FUNC_ATTR_PLACE.at(value);
    }
    // nobody uses the result, so its type need not be known
    Optional<Type> any = Optional.of(UnknownType.INSTANCE);
    return new EvalStmt(span, ImmutableList.of(), exprs.expr(value, any));
  }

  ImmutableList<Expr> yielded(Py.Expr call) {
    if (!((Py.Call) call).keywords().isEmpty()) {
      throw FlowMistake.YIELD_KEYWORD.at(call);
    }
    return exprs.exprs(((Py.Call) call).args());
  }

  /** Leaves the scope of a body; only its outputs stay visible if there are any. */
  void leave(Outputs outputs) {
    bindings.pop(!outputs.isYielded());
    outputs.vars.forEach(
        (name, var) -> {
          assigns.checkOnce(outputs.names.get(name));
          bindings.define(name, var);
        });
  }

  Expr condition(Py.Expr e) {
    Expr condition = exprs.expr(e);
    if (!(condition.type() instanceof ScalarType(DataType dtype)) || dtype != DataType.BOOL) {
      throw FlowMistake.CONDITION.at(e, IrPrinter.print(condition.type()));
    }
    return condition;
  }

  /** A condition; behind a mistake in it, the statements that it is for are read, too. */
  private Expr orNoted(Supplier<Expr> read, Py.Expr place) {
    try {
      return read.get();
    } catch (ParseException e) {
      module.failures().add(e);
    } catch (Failures.FollowUp _) {
      // what it follows is among the failures
    }
    return new ConstBool(place.span(), ScalarType.of(DataType.BOOL), true);
  }

  /** The condition of a loop is read once and evaluated again and again. */
  Expr loopCondition(Py.Expr e) {
    int before = sink.size();
    Expr condition = condition(e);
    if (sink.size() != before) {
      throw FlowMistake.TEMPLATE_IN_CONDITION.at(e);
    }
    return condition;
  }

  private Stmt ifElse(Py.If s) {
    Expr condition = orNoted(() -> condition(s.condition()), s.condition());
    Outputs outputs = new Outputs();
    Bindings scope = bindings;
    scope.push();
    Stmt thenBody = body(s.thenBody(), outputs, s.span());
    scope.push();
    outputs.nextBranch();
    int known = outputs.vars().size();
    Stmt elseBody = body(s.elseBody(), outputs, s.span());
    if (!outputs.isWhole() || (known > 0 && known < outputs.vars().size())) {
      throw FlowMistake.BRANCH_YIELDS.at(outputs.last, String.join(", ", outputs.vars.keySet()));
    }
    scope.pop(true);
    leave(outputs);
    boolean empty = elseBody instanceof SeqStmts seq && seq.stmts().isEmpty();
    return new IfStmt(
        s.span(),
        ImmutableList.of(),
        condition,
        thenBody,
        empty ? Optional.empty() : Optional.of(elseBody),
        outputs.vars());
  }

  private Stmt whileLoop(Py.While s) {
    Expr condition = orNoted(() -> loopCondition(s.condition()), s.condition());
    Outputs outputs = new Outputs();
    bindings.push();
    surroundings.enter(Surroundings.Around.LOOP);
    Stmt body = body(s.body(), outputs, s.span());
    surroundings.leave();
    leave(outputs);
    return new WhileStmt(
        s.span(), ImmutableList.of(), ImmutableList.of(), condition, body, outputs.vars());
  }
}
