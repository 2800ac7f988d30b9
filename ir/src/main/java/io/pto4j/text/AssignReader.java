package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Types;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.YieldStmt;
import java.util.List;
import java.util.Optional;

/** Reads assignments: of names, of parts, of several names, and of yielded values. */
final class AssignReader {
  private final StmtReader stmts;
  private final Module module;
  private final Bindings bindings;
  private final Surroundings surroundings;

  AssignReader(StmtReader stmts) {
    this.stmts = stmts;
    this.module = stmts.module();
    this.bindings = stmts.bindings();
    this.surroundings = stmts.surroundings();
  }

  void assign(Py.Assign s, StmtReader.Outputs outputs, List<Stmt> out) {
    if (module.calls(s.value(), "yield_")) {
      out.add(yieldTo(s, outputs));
      return;
    }
    switch (s.target()) {
      case Py.Name target -> assign(target, s, out);
      case Py.TupleLit(_, ImmutableList<Py.Expr> targets) -> unpack(s, targets, out);
      case Py.Index target -> out.add(assignElements(target, s));
      default -> throw ValueMistake.ASSIGNMENT_TARGET.at(s.target());
    }
  }

  private void assign(Py.Name target, Py.Assign s, List<Stmt> out) {
    // a type in quotes is for other tools
    Optional<Type> annotation =
        s.annotation()
            .filter(a -> !(a instanceof Py.StrLit))
            .map(a -> stmts.exprs().types().type(a));
    Expr value = value(target, s.value(), annotation.map(Types::withoutMemory));
    if (annotation.isEmpty() && isExtent(s.value(), value)) {
      bindings.alias(target.id(), (Var) value);
      return;
    }
    Type type =
        annotation
            .map(a -> Annotations.resolved(a, value, s.annotation().get()))
            .orElse(value.type());
    out.add(new AssignStmt(s.span(), ImmutableList.of(), target(target, type), value));
  }

  private Expr value(Py.Name target, Py.Expr value, Optional<Type> annotation) {
    LaunchReader launches = stmts.exprs().calls().launches();
    if (launches.isLaunch(value)) {
      return launches.submit((Py.Call) value, annotation);
    }
    return WindowReader.isAllocation(module, value)
        ? new WindowReader(stmts).allocation((Py.Call) value, target.id())
        : stmts.exprs().expr(value, annotation);
  }

  /** Whether the value is the extent of a tensor, which needs no variable of its own. */
  private boolean isExtent(Py.Expr text, Expr value) {
    return value instanceof Var
        && module
            .callee(text)
            .filter(c -> c.equals("pl.dim") || c.equals("pl.tensor.dim"))
            .isPresent();
  }

  /** The name of a tensor, tile or array stands for what it is with some elements replaced. */
  private AssignStmt assignElements(Py.Index target, Py.Assign s) {
    if (!(target.value() instanceof Py.Name name)) {
      throw ValueMistake.ELEMENT_TARGET.at(target);
    }
    if (surroundings.function().strictSsa()) {
      throw ValueMistake.STRICT_ELEMENTS.at(target);
    }
    Expr value = new Subscripts(stmts.exprs()).write(target, stmts.exprs().expr(s.value()));
    return new AssignStmt(s.span(), ImmutableList.of(), target(name, value.type()), value);
  }

  /** The variable of a target: a visible one is assigned again. */
  Var target(Py.Name target, Type type) {
    Var var = surroundings.function().strictSsa() ? once(target, type) : again(target, type);
    surroundings.assigned(var);
    return var;
  }

  private Var again(Py.Name target, Type type) {
    Optional<Var> known = bindings.find(target.id()).filter(v -> !(v instanceof IterArg));
    if (known.isEmpty()) {
      return define(target, type);
    }
    Type before = known.get().type();
    if (!Annotations.same(before, type)) {
      throw ValueMistake.REASSIGNED_TYPE.at(
          target,
          target.id(),
          IrPrinter.print(before),
          IrPrinter.print(type),
          isLaunch(type)
              ? "a launch also gives its task id: write " + target.id() + ", tid = pl.submit(..)"
              : "use another name");
    }
    return known.get();
  }

  /** Whether a value is that of a launch, which ends with the id of its task. */
  private static boolean isLaunch(Type type) {
    return type instanceof TupleType(var types)
        && !types.isEmpty()
        && types.getLast() instanceof ScalarType(DataType dtype)
        && dtype == DataType.TASK_ID;
  }

  private Var once(Py.Name target, Type type) {
    checkOnce(target);
    return define(target, type);
  }

  /** Refuses a second definition in the innermost scope where names are assigned once. */
  void checkOnce(Py.Name target) {
    Optional<Var> known = bindings.findHere(target.id());
    if (surroundings.function().strictSsa() && known.isPresent()) {
      throw ValueMistake.ALREADY_DEFINED
          .at(target, target.id())
          .withNote(
              "the previous definition is at %s; each variable can only be assigned once per scope"
                  .formatted(known.get().span()));
    }
  }

  /** A new variable. */
  Var define(Py.Name target, Type type) {
    Var var = new Var(target.id(), type, target.span());
    bindings.define(target.id(), var);
    return var;
  }

  private void unpack(Py.Assign s, ImmutableList<Py.Expr> targets, List<Stmt> out) {
    LaunchReader launches = stmts.exprs().calls().launches();
    boolean launch = launches.isLaunch(s.value());
    Expr value =
        launch
            ? launches.submit((Py.Call) s.value(), Optional.empty())
            : stmts.exprs().expr(s.value());
    ImmutableList<Py.Expr> names = launch ? launched(s, targets, (Submit) value) : targets;
    checkCount(s, names, value);
    Var whole = new Var(launch ? "_submit_tmp" : "_tuple_tmp", value.type(), s.span());
    out.add(new AssignStmt(s.span(), ImmutableList.of(), whole, value));
    ImmutableList.Builder<Var> vars = ImmutableList.builder();
    for (int i = 0; i < names.size(); i++) {
      if (!(names.get(i) instanceof Py.Name target)) {
        throw ValueMistake.ASSIGNMENT_TARGET.at(names.get(i));
      }
      Expr element = TupleGetItem.of(whole, i, target.span());
      Var var = target(target, element.type());
      vars.add(var);
      out.add(new AssignStmt(target.span(), ImmutableList.of(), var, element));
    }
    if (launch) {
      ImmutableList<Var> all = vars.build();
      all.subList(0, all.size() - 1).forEach(v -> surroundings.produced(v, all.getLast()));
    }
  }

  private static void checkCount(Py.Assign s, ImmutableList<Py.Expr> names, Expr value) {
    if (value.type() == UnknownType.INSTANCE) {
      return;
    }
    if (!(value.type() instanceof TupleType(ImmutableList<Type> types))) {
      throw ValueMistake.NOT_A_TUPLE.at(s.value(), IrPrinter.print(value.type()));
    }
    if (types.size() != names.size()) {
      throw ValueMistake.UNPACKED_COUNT.at(s.target(), types.size(), names.size());
    }
  }

  /** The names of the results and of the task id. */
  private ImmutableList<Py.Expr> launched(
      Py.Assign s, ImmutableList<Py.Expr> targets, Submit submit) {
    if (targets.size() != 2) {
      throw CallMistake.SUBMIT_TARGETS.at(s.target());
    }
    ImmutableList<Py.Expr> results =
        targets.getFirst() instanceof Py.TupleLit(_, ImmutableList<Py.Expr> several)
            ? several
            : ImmutableList.of(targets.getFirst());
    ImmutableList<Py.Expr> names =
        ImmutableList.<Py.Expr>builder().addAll(results).add(targets.getLast()).build();
    if (!names.stream().allMatch(Py.Name.class::isInstance)) {
      throw CallMistake.SUBMIT_TARGETS.at(s.target());
    }
    int known = submit.type() instanceof TupleType t ? t.types().size() - 1 : results.size();
    if (known != results.size()) {
      GlobalVar kernel = (GlobalVar) submit.op();
      throw CallMistake.SUBMIT_RESULTS.at(s.target(), kernel.name(), known, results.size());
    }
    return names;
  }

  private Stmt yieldTo(Py.Assign s, StmtReader.Outputs outputs) {
    ImmutableList<Expr> values = stmts.yielded(s.value());
    List<Py.Expr> targets =
        s.target() instanceof Py.TupleLit(_, ImmutableList<Py.Expr> several)
            ? several
            : List.of(s.target());
    if (targets.size() != values.size()) {
      throw FlowMistake.YIELD_COUNT.at(s, values.size(), targets.size());
    }
    Optional<Type> annotation = s.annotation().map(a -> stmts.exprs().types().type(a));
    for (int i = 0; i < targets.size(); i++) {
      if (!(targets.get(i) instanceof Py.Name target)) {
        throw FlowMistake.YIELD_TARGET.at(targets.get(i));
      }
      Type type = annotation.orElse(values.get(i).type());
      outputs.add(target, type);
    }
    return new YieldStmt(s.span(), ImmutableList.of(), values);
  }
}
