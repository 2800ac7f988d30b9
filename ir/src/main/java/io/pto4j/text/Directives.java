package io.pto4j.text;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Var;
import java.util.Optional;
import java.util.stream.Collectors;

/** Statements that are done while a text is read and leave nothing in the program. */
final class Directives {
  private static final ImmutableSet<String> NAMES =
      ImmutableSet.of("pl.static_print", "pl.static_assert");

  private final Module module;
  private final Bindings bindings;
  private final ExprReader exprs;

  Directives(Module module, Bindings bindings, ExprReader exprs) {
    this.module = module;
    this.bindings = bindings;
    this.exprs = exprs;
  }

  boolean isDirective(Py.Stmt stmt) {
    return stmt instanceof Py.ExprStmt(_, _, Py.Expr value)
        && module.callee(value).filter(NAMES::contains).isPresent();
  }

  void run(Py.Stmt stmt) {
    Py.Call call = (Py.Call) ((Py.ExprStmt) stmt).value();
    if (module.calls(call, "static_print")) {
      print(call);
    } else {
      check(call);
    }
  }

  private void print(Py.Call call) {
    if (call.args().isEmpty() || !call.keywords().isEmpty()) {
      throw Module.error(
          call, "pl.static_print takes values to show", "write pl.static_print(\"x is\", x)");
    }
    module.say(
        "static_print [%s:%d]: ".formatted(call.span().filename(), call.span().beginLine())
            + call.args().stream().map(this::shown).collect(Collectors.joining(" ")));
  }

  private String shown(Py.Expr e) {
    if (e instanceof Py.StrLit(_, String text)) {
      return text;
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
      throw Module.error(
          call,
          "pl.static_assert takes a condition, and perhaps a string",
          "write pl.static_assert(N > 32, \"N too small\")");
    }
    String message = call.args().size() == 2 ? ": " + ((Py.StrLit) call.args().get(1)).value() : "";
    Optional<Boolean> holds = truth(call.args().getFirst());
    if (holds.isEmpty()) {
      throw Module.error(
          call.args().getFirst(),
          "the condition of pl.static_assert is not constant" + message,
          "compare numbers that are known while the text is read");
    }
    if (!holds.get()) {
      throw Module.error(call, "static_assert failed" + message, "the condition is false");
    }
  }

  /** The truth of a constant condition. */
  private Optional<Boolean> truth(Py.Expr e) {
    return switch (e) {
      case Py.BoolLit(_, boolean value) -> Optional.of(value);
      case Py.Unary(_, String op, Py.Expr operand) when op.equals("not") ->
          truth(operand).map(t -> !t);
      case Py.Binary(_, String op, Py.Expr left, Py.Expr right) when op.equals("and") ->
          truth(left).flatMap(l -> truth(right).map(r -> l && r));
      case Py.Binary(_, String op, Py.Expr left, Py.Expr right) when op.equals("or") ->
          truth(left).flatMap(l -> truth(right).map(r -> l || r));
      case Py.Binary b -> comparison(b);
      default -> number(e).map(n -> n.doubleValue() != 0);
    };
  }

  private Optional<Boolean> comparison(Py.Binary b) {
    Optional<Number> left = number(b.left());
    Optional<Number> right = number(b.right());
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    int order = compare(left.get(), right.get());
    return switch (b.op()) {
      case "==" -> Optional.of(order == 0);
      case "!=" -> Optional.of(order != 0);
      case "<" -> Optional.of(order < 0);
      case "<=" -> Optional.of(order <= 0);
      case ">" -> Optional.of(order > 0);
      case ">=" -> Optional.of(order >= 0);
      default -> number(b).map(n -> n.doubleValue() != 0);
    };
  }

  private static int compare(Number left, Number right) {
    return left instanceof Long l && right instanceof Long r
        ? Long.compare(l, r)
        : Double.compare(left.doubleValue(), right.doubleValue());
  }

  private Optional<Number> number(Py.Expr e) {
    return new LiteralFolder(module, bindings).fold(e);
  }
}
