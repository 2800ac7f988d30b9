package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.analysis.Types;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ChildMapper;
import io.pto4j.ir.Children;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import io.pto4j.pass.AutoName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Converts one function to SSA form. */
final class SsaConverter implements ChildMapper {
  private static final Comparator<Var> BY_NAME =
      Comparator.comparing(Var::nameHint).thenComparingLong(Var::uniqueId);

  private final Function function;
  private final LoopEscapes escapes;
  private final Map<Var, Integer> versions = new HashMap<>();

  /** The value that each original variable has at this point. */
  private final Map<Var, Var> current = new HashMap<>();

  /** What {@link #current} held before each change, so that a branch can be taken back. */
  private final List<Change> changes = new ArrayList<>();

  private record Change(Var var, Optional<Var> before) {}

  /** The iteration arguments and results that a loop gets for reassigned variables. */
  private record Carry(List<Var> vars, List<IterArg> args, List<Var> results) {}

  SsaConverter(Function function) {
    this.function = function;
    this.escapes = LoopEscapes.of(function);
  }

  Function convert() {
    // extents of shaped parameters may refer to scalar parameters, so those come first
    function.params().stream().filter(p -> p.type() instanceof ScalarType).forEach(this::def);
    ImmutableList<Var> params =
        Children.mapList(
            function.params(), p -> p.type() instanceof ScalarType ? value(p) : def(p));
    ImmutableList<Type> returnTypes = Children.mapList(function.returnTypes(), this::type);
    Attrs attrs = Children.map(function.attrs(), this);
    return function
        .withParams(params)
        .withReturnTypes(returnTypes)
        .withAttrs(attrs)
        .withBody(stmt(function.body()));
  }

  private Var value(Var var) {
    return current.getOrDefault(var, var);
  }

  private void bind(Var var, Var value) {
    changes.add(new Change(var, Optional.ofNullable(current.put(var, value))));
  }

  private void takeBack(int mark) {
    for (int i = changes.size() - 1; i >= mark; i--) {
      Change change = changes.remove(i);
      change.before.ifPresentOrElse(
          value -> current.put(change.var, value), () -> current.remove(change.var));
    }
  }

  private String nextName(Var var, String role) {
    int version = versions.merge(var, 1, Integer::sum) - 1;
    return AutoName.versioned(var.nameHint(), role, version);
  }

  private Var define(Var var, String role, Type type) {
    Var defined = new Var(nextName(var, role), type, var.span());
    bind(var, defined);
    return defined;
  }

  @Override
  public Expr expr(Expr expr) {
    return expr instanceof Var var ? value(var) : Children.map(expr, this);
  }

  @Override
  public Type type(Type type) {
    return Children.map(type, this);
  }

  @Override
  public Var def(Var var) {
    return define(var, "ssa", type(var.type()));
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    return switch (stmt) {
      case AssignStmt s -> assign(s);
      case IfStmt s -> branch(s);
      case ForStmt s -> loop(s);
      case WhileStmt s -> loop(s);
      default -> Children.map(stmt, this);
    };
  }

  private Stmt assign(AssignStmt s) {
    Expr value = expr(s.value());
    return new AssignStmt(
        s.span(), s.leadingComments(), define(s.var(), "ssa", assignedType(s.var(), value)), value);
  }

  private Type assignedType(Var target, Expr value) {
    Type type = value.type();
    boolean telling =
        value instanceof Var || type instanceof ShapedType || type instanceof TupleType;
    return telling ? withMemory(type, target.type()) : type(target.type());
  }

  /** Keeps the memory that the author declared for the target. */
  private Type withMemory(Type type, Type declared) {
    return switch (type) {
      case TensorType t when t.memref().isEmpty() && declared instanceof TensorType d ->
          d.memref().isEmpty() ? t : t.withMemref(((TensorType) type(d)).memref());
      case TileType t when t.memref().isEmpty() && declared instanceof TileType d ->
          d.memref().isEmpty() ? t : t.withMemref(((TileType) type(d)).memref());
      default -> type;
    };
  }

  private Stmt loop(ForStmt s) {
    Expr start = expr(s.start());
    Expr stop = expr(s.stop());
    Expr step = expr(s.step());
    Attrs attrs = Children.map(s.attrs(), this);
    List<IterArg> args = new ArrayList<>(convertArgs(s.iterArgs()));
    Carry carry = carry(s, s.span());
    int mark = changes.size();
    enter(s.iterArgs(), args, carry);
    Var loopVar = define(s.loopVar(), "idx", type(s.loopVar().type()));
    Stmt body = yieldCarried(stmt(s.body()), carry, s.span());
    takeBack(mark);
    return new ForStmt(
        s.span(),
        s.leadingComments(),
        loopVar,
        start,
        stop,
        step,
        ImmutableList.copyOf(Iterables.concat(args, carry.args)),
        body,
        leave(s.returnVars(), carry),
        s.kind(),
        attrs,
        s.hardwareLoopPolicy());
  }

  private Stmt loop(WhileStmt s) {
    List<IterArg> args = convertArgs(s.iterArgs());
    Carry carry = carry(s, s.span());
    int mark = changes.size();
    enter(s.iterArgs(), args, carry);
    Expr condition = expr(s.condition());
    Stmt body = yieldCarried(stmt(s.body()), carry, s.span());
    takeBack(mark);
    return new WhileStmt(
        s.span(),
        s.leadingComments(),
        ImmutableList.copyOf(Iterables.concat(args, carry.args)),
        condition,
        body,
        leave(s.returnVars(), carry));
  }

  private List<IterArg> convertArgs(List<IterArg> args) {
    return args.stream()
        .map(a -> new IterArg(a.nameHint(), type(a.type()), expr(a.initValue()), a.span()))
        .toList();
  }

  private Carry carry(Stmt loop, Span span) {
    List<Var> vars =
        escapes.assigned(loop).stream().filter(current::containsKey).sorted(BY_NAME).toList();
    List<Var> escaping =
        escapes.escaping(loop).stream()
            .filter(v -> !current.containsKey(v))
            .sorted(BY_NAME)
            .toList();
    Carry carry = new Carry(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    vars.forEach(v -> addCarried(carry, v, current.get(v)));
    escaping.forEach(v -> addCarried(carry, v, initialValue(v, loop, span)));
    return carry;
  }

  private void addCarried(Carry carry, Var var, Var init) {
    carry.vars.add(var);
    carry.args.add(new IterArg(nextName(var, "iter"), init.type(), init, var.span()));
    carry.results.add(new Var(nextName(var, "rv"), init.type(), var.span()));
  }

  /**
   * The value, before the loop, of a variable that only the loop assigns: if that is the result of
   * a write into a buffer from outside, the buffer.
   */
  private Var initialValue(Var var, Stmt loop, Span span) {
    List<Var> destinations = new ArrayList<>();
    Walk.stmts(
        loop,
        s -> {
          if (s instanceof AssignStmt a && a.var() == var) {
            destination(a.value()).ifPresent(destinations::add);
          }
        });
    return destinations.stream()
        .flatMap(d -> Optional.ofNullable(current.get(d)).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new IrException(
                    "variable '%s' is assigned only inside the loop, but used after it"
                        .formatted(var.nameHint()),
                    "assign it before the loop, too: the loop may run no iteration",
                    span));
  }

  /** The variable into whose buffer an operator writes, such as the target of a store. */
  private static Optional<Var> destination(Expr value) {
    if (!(value instanceof Call c && c.op() instanceof Operator(String name))) {
      return Optional.empty();
    }
    return Operators.find(name)
        .map(OpDef::reusesInput)
        .filter(OptionalInt::isPresent)
        .map(input -> c.args().get(input.getAsInt()))
        .flatMap(arg -> arg instanceof Var v ? Optional.of(v) : Optional.empty());
  }

  private void enter(List<IterArg> original, List<IterArg> args, Carry carry) {
    for (int i = 0; i < args.size(); i++) {
      bind(original.get(i), args.get(i));
    }
    for (int i = 0; i < carry.vars.size(); i++) {
      bind(carry.vars.get(i), carry.args.get(i));
    }
  }

  private Stmt yieldCarried(Stmt body, Carry carry, Span span) {
    List<Var> finals = carry.vars.stream().map(current::get).toList();
    for (int i = 0; i < finals.size(); i++) {
      checkSameType(
          carry.vars.get(i),
          "before the loop and at the end of its body",
          carry.args.get(i),
          finals.get(i),
          span);
    }
    return Yields.append(body, finals, span);
  }

  private ImmutableList<Var> leave(List<Var> returnVars, Carry carry) {
    ImmutableList.Builder<Var> results = ImmutableList.builder();
    returnVars.forEach(v -> results.add(define(v, "rv", type(v.type()))));
    for (int i = 0; i < carry.vars.size(); i++) {
      bind(carry.vars.get(i), carry.results.get(i));
    }
    return results.addAll(carry.results).build();
  }

  private Stmt branch(IfStmt s) {
    Expr condition = expr(s.condition());
    int mark = changes.size();
    Stmt thenBody = stmt(s.thenBody());
    Map<Var, Var> thenValues = valuesSince(mark);
    takeBack(mark);
    Optional<Stmt> elseBody = s.elseBody().map(this::stmt);
    Map<Var, Var> elseValues = valuesSince(mark);
    takeBack(mark);

    List<Var> merged = merged(thenValues, elseValues);
    ImmutableList.Builder<Var> returnVars = ImmutableList.builder();
    s.returnVars().forEach(v -> returnVars.add(define(v, "rv", type(v.type()))));
    List<Var> fromThen = values(merged, thenValues);
    List<Var> fromElse = values(merged, elseValues);
    for (int i = 0; i < merged.size(); i++) {
      checkSameType(
          merged.get(i),
          "in the two branches of the if",
          fromThen.get(i),
          fromElse.get(i),
          s.span());
      returnVars.add(define(merged.get(i), "phi", fromThen.get(i).type()));
    }
    if (!merged.isEmpty()) {
      thenBody = Yields.append(thenBody, fromThen, s.span());
      elseBody =
          Optional.of(
              Yields.append(
                  elseBody.orElse(SeqStmts.of(ImmutableList.of(), s.span())), fromElse, s.span()));
    }
    return new IfStmt(
        s.span(), s.leadingComments(), condition, thenBody, elseBody, returnVars.build());
  }

  private Map<Var, Var> valuesSince(int mark) {
    Map<Var, Var> values = new LinkedHashMap<>();
    changes.subList(mark, changes.size()).forEach(c -> values.put(c.var, current.get(c.var)));
    return values;
  }

  /** The variables that have a value after the if, whichever branch ran, and a new one in one. */
  private List<Var> merged(Map<Var, Var> thenValues, Map<Var, Var> elseValues) {
    Set<Var> changed = new LinkedHashSet<>(thenValues.keySet());
    changed.addAll(elseValues.keySet());
    return changed.stream()
        .filter(
            v ->
                current.containsKey(v)
                    || (thenValues.containsKey(v)
                        && elseValues.containsKey(v)
                        && Types.same(thenValues.get(v).type(), elseValues.get(v).type())))
        .sorted(BY_NAME)
        .toList();
  }

  private List<Var> values(Collection<Var> vars, Map<Var, Var> branch) {
    return vars.stream().map(v -> branch.getOrDefault(v, current.get(v))).toList();
  }

  private static void checkSameType(Var var, String where, Var a, Var b, Span span) {
    if (!Types.same(a.type(), b.type())) {
      throw new IrException(
          "variable '%s' has different types %s: %s and %s"
              .formatted(var.nameHint(), where, Types.text(a.type()), Types.text(b.type())),
          "a reassigned variable keeps its type; use another variable for the other value",
          span);
    }
  }
}
