package io.pto4j.text;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.Var;
import java.util.Optional;
import java.util.stream.Collectors;

/** Statements that are done while a text is read and leave nothing in the program. */
final class Directives {
  private static final ImmutableSet<String> NAMES =
      ImmutableSet.of("pl.static_print", "pl.static_assert", "pl.dump_tag");

  private final Module module;
  private final Surroundings surroundings;
  private final ExprReader exprs;

  Directives(Module module, Surroundings surroundings, ExprReader exprs) {
    this.module = module;
    this.surroundings = surroundings;
    this.exprs = exprs;
  }

  boolean isDirective(Py.Stmt stmt) {
    return stmt instanceof Py.ExprStmt(_, _, Py.Expr value)
        && module.callee(value).filter(NAMES::contains).isPresent();
  }

  void run(Py.Stmt stmt) {
    Py.Call call = (Py.Call) ((Py.ExprStmt) stmt).value();
    switch (module.callee(call).orElseThrow()) {
      case "pl.static_print" -> print(call);
      case "pl.static_assert" -> check(call);
      default -> tag(call);
    }
  }

  private void print(Py.Call call) {
    if (call.args().isEmpty() || !call.keywords().isEmpty()) {
      throw CallMistake.STATIC_PRINT_EMPTY.at(call);
    }
    module.say(
        "static_print [%s:%d]: ".formatted(call.span().filename(), call.span().beginLine())
            + call.args().stream().map(this::shown).collect(Collectors.joining(" ")));
  }

  private String shown(Py.Expr e) {
    if (e instanceof Py.StrLit(_, String text)) {
      return text;
    }
    if (e instanceof Py.Template(_, var parts)) {
      return parts.stream().map(this::shown).collect(Collectors.joining());
    }
    Expr value = exprs.expr(e);
    boolean typed =
        value instanceof Var
            || value instanceof ConstInt
            || value instanceof ConstFloat
            || value instanceof ConstBool;
    return typed
        ? IrPrinter.print(value) + ": " + IrPrinter.print(value.type())
        : IrPrinter.print(value);
  }

  private void check(Py.Call call) {
    boolean form =
        !call.args().isEmpty()
            && call.args().size() <= 2
            && call.keywords().isEmpty()
            && (call.args().size() == 1 || call.args().get(1) instanceof Py.StrLit);
    if (!form) {
      throw CallMistake.STATIC_ASSERT_FORM.at(call);
    }
    String message = call.args().size() == 2 ? ": " + ((Py.StrLit) call.args().get(1)).value() : "";
    Optional<Boolean> holds = truth(call.args().getFirst());
    if (holds.isEmpty()) {
      throw CallMistake.STATIC_ASSERT_UNKNOWN.at(call.args().getFirst(), message);
    }
    if (!holds.get()) {
      throw CallMistake.STATIC_ASSERT_FAILED.at(call, message);
    }
  }

  /** The truth of a constant condition. */
  private Optional<Boolean> truth(Py.Expr e) {
    Optional<Boolean> known = new Conditions(exprs.outside()).truth(e);
    if (known.isPresent()) {
      return known;
    }
    return switch (exprs.expr(e)) {
      case ConstBool c -> Optional.of(c.value());
      case ConstInt c -> Optional.of(c.value() != 0);
      case ConstFloat c -> Optional.of(c.value() != 0);
      default -> Optional.empty();
    };
  }

  private void tag(Py.Call call) {
    FunctionType type = surroundings.function().type();
    if (type != FunctionType.ORCHESTRATION && type != FunctionType.INLINE) {
      throw CallMistake.DUMP_TAG_PLACE.at(call);
    }
    boolean form =
        call.args().size() == 1
            && call.keywords().isEmpty()
            && call.args().getFirst() instanceof Py.Name;
    if (!form) {
      throw CallMistake.DUMP_TAG_FORM.at(call);
    }
    Expr tensor = exprs.expr(call.args().getFirst());
    if (!(tensor instanceof Var var) || !(var.type() instanceof TensorLike)) {
      throw CallMistake.DUMP_TAG_TENSOR.at(call.args().getFirst(), IrPrinter.print(tensor.type()));
    }
    surroundings.tag(var);
  }
}
