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
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
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
  private final Module module;
  private final Bindings bindings;
  private final ExprReader exprs;
  private final LoopReader loops;
  private final ScopeReader scopes;

  StmtReader(Module module, Bindings bindings) {
    this.module = module;
    this.bindings = bindings;
    this.exprs = new ExprReader(module, bindings);
    this.loops = new LoopReader(this);
    this.scopes = new ScopeReader(this);
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
    List<Stmt> stmts = new ArrayList<>();
    List<String> passedOn = new ArrayList<>();
    for (Py.Stmt stmt : body) {
      List<String> comments = new ArrayList<>(passedOn);
      comments.addAll(stmt.comments());
      passedOn.clear();
      if (stmt instanceof Py.Pass) {
        passedOn.addAll(comments);
      } else {
        stmt(stmt, ImmutableList.copyOf(comments), outputs, stmts);
      }
    }
    return stmts.size() == 1 ? stmts.getFirst() : SeqStmts.of(stmts, span);
  }

  private void stmt(Py.Stmt stmt, ImmutableList<String> comments, Outputs outputs, List<Stmt> out) {
    Span span = stmt.span();
    try {
      switch (stmt) {
        case Py.Assign s -> assign(s, comments, outputs, out);
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
            .map(a -> value instanceof Call c && isIncomplete(a) ? c.type() : a)
            .orElse(value.type());
    check(s, type, value.type());
    return new AssignStmt(s.span(), comments, target(target, type), value);
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

  private static boolean isIncomplete(Type type) {
    return type instanceof TileType tile && tile.memorySpace().isEmpty();
  }

  private static void check(Py.Assign s, Type annotation, Type value) {
    boolean kinds =
        value == UnknownType.INSTANCE
            || annotation == UnknownType.INSTANCE
            || annotation.getClass() == value.getClass();
    boolean dtypes =
        !(annotation instanceof ScalarType(DataType a) && value instanceof ScalarType(DataType v))
            || a == v
            || (a.isInt() && v == DataType.INDEX)
            || (a == DataType.INDEX && v.isInt());
    if (!kinds || !dtypes) {
      throw Module.error(
          s.annotation().<Py>map(a -> a).orElse(s),
          "the annotation does not fit the value",
          "change it to: " + IrPrinter.print(value));
    }
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
    Expr condition = condition(s.condition());
    Outputs outputs = new Outputs();
    bindings.push();
    Stmt body = body(s.body(), outputs, s.span());
    leave(outputs);
    return new WhileStmt(s.span(), comments, ImmutableList.of(), condition, body, outputs.vars());
  }
}
