package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads statements; loops and scopes are left to their own readers. */
final class StmtReader {
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);
  private static final int MOST_EXPANSIONS = 100;

  private final Module module;
  private final Bindings bindings;
  private final ExprReader exprs;
  private final LoopReader loops;
  private final ScopeReader scopes;
  private final Directives directives;

  /** The statements in front of the one that is read. */
  private List<Stmt> sink = new ArrayList<>();

  private int expansions;

  StmtReader(Module module, Bindings bindings) {
    this.module = module;
    this.bindings = bindings;
    this.exprs = new ExprReader(module, bindings);
    this.loops = new LoopReader(this);
    this.scopes = new ScopeReader(this);
    this.directives = new Directives(module, bindings, exprs);
    exprs.inliner(this::expand);
  }

  Module module() {
    return module;
  }

  Bindings bindings() {
    return bindings;
  }

  ExprReader exprs() {
    return exprs;
  }

  /** The variables that the yields of one body give values to, in the order of their names. */
  static final class Outputs {
    private final Map<String, Var> vars = new LinkedHashMap<>();

    ImmutableList<Var> vars() {
      return ImmutableList.copyOf(vars.values());
    }

    boolean isEmpty() {
      return vars.isEmpty();
    }
  }

  /** Reads a body in a scope of its own. */
  Stmt body(List<Py.Stmt> body, Outputs outputs, Span span) {
    List<Stmt> outer = sink;
    List<Stmt> stmts = new ArrayList<>();
    sink = stmts;
    recursion.<Void>descend(
        () -> {
          read(body, outputs);
          return null;
        });
    sink = outer;
    return stmts.size() == 1 ? stmts.getFirst() : SeqStmts.of(stmts, span);
  }

  private void read(List<Py.Stmt> body, Outputs outputs) {
    List<Stmt> stmts = sink;
    List<String> passedOn = new ArrayList<>();
    for (Py.Stmt stmt : body) {
      List<String> comments = new ArrayList<>(passedOn);
      comments.addAll(stmt.comments());
      passedOn.clear();
      if (stmt instanceof Py.Pass) {
        passedOn.addAll(comments);
      } else {
        int before = stmts.size();
        recover(stmt, () -> stmt(stmt, ImmutableList.copyOf(comments), outputs, stmts));
        if (stmts.size() == before) {
          passedOn.addAll(comments);
        }
        sink = stmts;
      }
    }
  }

  /** Reads a statement; after a mistake in it, reading goes on with the next one. */
  private void recover(Py.Stmt stmt, Runnable read) {
    int found = module.failures().count();
    int depth = bindings.depth();
    Optional<SplitMode> region = bindings.region();
    try {
      read.run();
    } catch (IrException e) {
      bindings.unwind(depth);
      bindings.region(region);
      bindings.fail(PyWalk.assigned(stmt));
      if (module.failures().count() == found) {
        module.failures().add(e);
      }
    }
  }

  /** Writes the statements of {@code template} in front of the one that is read. */
  private Expr expand(Py.Call call, Py.FunctionDef template) {
    ImmutableList<Expr> args = exprs.exprs(call.args());
    List<Py.Param> params = template.params();
    if (args.size() != params.size() || !call.keywords().isEmpty()) {
      throw Module.error(
          call,
          "template '%s' takes %d arguments by position".formatted(template.name(), params.size()),
          "its parameters: " + String.join(", ", params.stream().map(Py.Param::name).toList()));
    }
    List<Py.Stmt> body = template.body();
    if (body.isEmpty()
        || !(body.getLast() instanceof Py.Return result)
        || result.values().isEmpty()) {
      throw Module.error(call, "template '" + template.name() + "' returns no value");
    }
    if (expansions == MOST_EXPANSIONS) {
      throw Module.error(call, "templates call each other without end");
    }
    expansions++;
    bindings.push();
    for (int i = 0; i < args.size(); i++) {
      bindings.substitute(params.get(i).name(), args.get(i));
    }
    read(body.subList(0, body.size() - 1), new Outputs());
    ImmutableList<Expr> values = exprs.exprs(result.values());
    params.forEach(p -> bindings.forget(p.name()));
    bindings.pop(true);
    expansions--;
    return values.size() == 1 ? values.getFirst() : MakeTuple.of(values, call.span());
  }

  private void stmt(Py.Stmt stmt, ImmutableList<String> comments, Outputs outputs, List<Stmt> out) {
    Span span = stmt.span();
    try {
      switch (stmt) {
        case Py.Assign s -> assign(s, comments, outputs, out);
        case Py.ExprStmt e when directives.isDirective(e) -> directives.run(e);
        case Py.ExprStmt(_, _, Py.Expr value) -> out.add(evaluated(value, comments, span));
        case Py.Return(_, _, var values) ->
            out.add(new ReturnStmt(span, comments, exprs.exprs(values)));
        case Py.If s -> out.add(ifElse(s, comments));
        case Py.While s -> out.add(whileLoop(s, comments));
        case Py.For s -> loops.loop(s, comments, out);
        case Py.With s -> scopes.scope(s, comments, outputs, out);
        case Py.Break _ -> out.add(new BreakStmt(span, comments));
        case Py.Continue _ -> out.add(new ContinueStmt(span, comments));
        case Py.Pass _ -> {}
        case Py.Import _, Py.FunctionDef _, Py.ClassDef _ ->
            throw Module.error(
                stmt,
                "this statement cannot stand in a function",
                "assignments, calls, if, for, while, with, return, break, continue and pass can");
      }
    } catch (IrException e) {
      throw e.at(span);
    }
  }

  private Stmt evaluated(Py.Expr value, ImmutableList<String> comments, Span span) {
    if (module.calls(value, "yield_")) {
      return new YieldStmt(span, comments, yielded(value));
    }
    if (module.calls(value, "func_attr")) {
      throw Module.error(value, "pl.func_attr stands at the beginning of a function");
    }
    // nobody uses the result, so its type need not be known
    Optional<Type> any = Optional.of(UnknownType.INSTANCE);
    return new EvalStmt(span, comments, exprs.expr(value, any));
  }

  private ImmutableList<Expr> yielded(Py.Expr call) {
    return exprs.exprs(((Py.Call) call).args());
  }

  private void assign(
      Py.Assign s, ImmutableList<String> comments, Outputs outputs, List<Stmt> out) {
    if (module.calls(s.value(), "yield_")) {
      out.add(yieldTo(s, comments, outputs));
      return;
    }
    switch (s.target()) {
      case Py.Name target -> out.add(assign(target, s, comments));
      case Py.TupleLit(_, ImmutableList<Py.Expr> targets) -> unpack(s, targets, comments, out);
      case Py.Index target -> out.add(assignElements(target, s, comments));
      default ->
          throw Module.error(
              s.target(), "only names can be assigned to", "write a name, or names and commas");
    }
  }

  private AssignStmt assign(Py.Name target, Py.Assign s, ImmutableList<String> comments) {
    Optional<Type> annotation = s.annotation().map(a -> exprs.types().type(a));
    Expr value = exprs.expr(s.value(), annotation.map(StmtReader::withoutMemory));
    Type type =
        annotation
            .map(a -> value instanceof Call c && !saysMore(a) ? c.type() : a)
            .orElse(value.type());
    Annotations.check(type, value.type(), s.annotation().<Py>map(a -> a).orElse(s));
    return new AssignStmt(s.span(), comments, target(target, type), value);
  }

  /** The name of a tensor, tile or array stands for what it is with some elements replaced. */
  private AssignStmt assignElements(Py.Index target, Py.Assign s, ImmutableList<String> comments) {
    if (!(target.value() instanceof Py.Name name)) {
      throw Module.error(
          target, "elements are assigned to a name only", "take the part apart into a name first");
    }
    Expr value = new Subscripts(exprs).write(target, exprs.expr(s.value()));
    return new AssignStmt(s.span(), comments, target(name, value.type()), value);
  }

  /** The memory is that of the variable; the call that computes the value says nothing about it. */
  private static Type withoutMemory(Type type) {
    return switch (type) {
      case TensorType t -> t.withMemref(Optional.empty());
      case DistributedTensorType t -> t.withMemref(Optional.empty());
      case TileType t -> t.withMemref(Optional.empty());
      case TupleType(ImmutableList<Type> types) ->
          new TupleType(
              types.stream()
                  .map(StmtReader::withoutMemory)
                  .collect(ImmutableList.toImmutableList()));
      default -> type;
    };
  }

  /** Whether an annotation says something about the variable that its value does not. */
  private static boolean saysMore(Type type) {
    return !(type instanceof ShapedType shaped) || shaped.memref().isPresent();
  }

  /** The variable of a target: a visible one is assigned again. */
  Var target(Py.Name target, Type type) {
    Optional<Var> known = bindings.find(target.id()).filter(v -> !(v instanceof IterArg));
    if (known.isPresent()) {
      checkSame(target, known.get().type(), type);
      return known.get();
    }
    return define(target, type);
  }

  private static void checkSame(Py.Name target, Type before, Type now) {
    boolean same =
        before == UnknownType.INSTANCE
            || now == UnknownType.INSTANCE
            || before.getClass() == now.getClass();
    if (!same) {
      throw Module.error(
          target,
          "cannot reassign '%s' with a different type: was %s, got %s"
              .formatted(target.id(), IrPrinter.print(before), IrPrinter.print(now)),
          "use another name");
    }
  }

  /** A new variable. */
  Var define(Py.Name target, Type type) {
    Var var = new Var(target.id(), type, target.span());
    bindings.define(target.id(), var);
    return var;
  }

  private void unpack(
      Py.Assign s, ImmutableList<Py.Expr> targets, ImmutableList<String> comments, List<Stmt> out) {
    Expr value = exprs.expr(s.value());
    if (value instanceof Submit && targets.getFirst() instanceof Py.TupleLit results) {
      targets =
          ImmutableList.<Py.Expr>builder()
              .addAll(results.elements())
              .addAll(targets.subList(1, targets.size()))
              .build();
    }
    String name = value instanceof Submit ? "_submit_tmp" : "_tuple_tmp";
    Var whole = new Var(name, value.type(), s.span());
    out.add(new AssignStmt(s.span(), comments, whole, value));
    for (int i = 0; i < targets.size(); i++) {
      if (!(targets.get(i) instanceof Py.Name target)) {
        throw Module.error(targets.get(i), "only names can be assigned to");
      }
      Expr element = TupleGetItem.of(whole, i, target.span());
      out.add(
          new AssignStmt(
              target.span(), ImmutableList.of(), target(target, element.type()), element));
    }
  }

  private Stmt yieldTo(Py.Assign s, ImmutableList<String> comments, Outputs outputs) {
    ImmutableList<Expr> values = yielded(s.value());
    List<Py.Expr> targets =
        s.target() instanceof Py.TupleLit(_, ImmutableList<Py.Expr> several)
            ? several
            : List.of(s.target());
    if (targets.size() != values.size()) {
      throw Module.error(
          s, "%d values are yielded to %d names".formatted(values.size(), targets.size()));
    }
    Optional<Type> annotation = s.annotation().map(a -> exprs.types().type(a));
    for (int i = 0; i < targets.size(); i++) {
      if (!(targets.get(i) instanceof Py.Name target)) {
        throw Module.error(targets.get(i), "a yield gives values to names");
      }
      Type type = annotation.orElse(values.get(i).type());
      outputs.vars.computeIfAbsent(target.id(), id -> new Var(id, type, target.span()));
    }
    return new YieldStmt(s.span(), comments, values);
  }

  /** Leaves the scope of a body; only its outputs stay visible if there are any. */
  void leave(Outputs outputs) {
    bindings.pop(outputs.isEmpty());
    outputs.vars.forEach(bindings::define);
  }

  Expr condition(Py.Expr e) {
    Expr condition = exprs.expr(e);
    if (!(condition.type() instanceof ScalarType(DataType dtype)) || dtype != DataType.BOOL) {
      throw Module.error(e, "a condition is a BOOL scalar", "write a comparison");
    }
    return condition;
  }

  /** The condition of a loop is read once and evaluated again and again. */
  Expr loopCondition(Py.Expr e) {
    int before = sink.size();
    Expr condition = condition(e);
    if (sink.size() != before) {
      throw Module.error(
          e,
          "a template is expanded in the condition of a loop, where it would run once only",
          "call it before the loop and at the end of the body");
    }
    return condition;
  }

  private Stmt ifElse(Py.If s, ImmutableList<String> comments) {
    Expr condition = condition(s.condition());
    Outputs outputs = new Outputs();
    Bindings scope = bindings;
    scope.push();
    Stmt thenBody = body(s.thenBody(), outputs, s.span());
    scope.push();
    Stmt elseBody = body(s.elseBody(), outputs, s.span());
    scope.pop(true);
    leave(outputs);
    boolean empty = elseBody instanceof SeqStmts seq && seq.stmts().isEmpty();
    return new IfStmt(
        s.span(),
        comments,
        condition,
        thenBody,
        empty ? Optional.empty() : Optional.of(elseBody),
        outputs.vars());
  }

  private Stmt whileLoop(Py.While s, ImmutableList<String> comments) {
    Expr condition = loopCondition(s.condition());
    Outputs outputs = new Outputs();
    bindings.push();
    Stmt body = body(s.body(), outputs, s.span());
    leave(outputs);
    return new WhileStmt(s.span(), comments, ImmutableList.of(), condition, body, outputs.vars());
  }
}
