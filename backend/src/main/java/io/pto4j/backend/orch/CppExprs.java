package io.pto4j.backend.orch;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Span;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;

/** Scalar expressions in C++. Division and remainder keep the floor meaning of the language. */
final class CppExprs {
  private final CppNames names;
  private final Set<Var> naturals;

  /**
   * @param naturals variables that are known not to be negative
   */
  CppExprs(CppNames names, Set<Var> naturals) {
    this.names = names;
    this.naturals = naturals;
  }

  static String type(DataType dtype, Span span) {
    return switch (dtype) {
      case TASK_ID -> "PTO2TaskId";
      default ->
          dtype
              .cType()
              .orElseThrow(
                  () ->
                      new IrException(
                          "orchestration code has no scalar of type " + dtype, "", span));
    };
  }

  String print(Expr expr) {
    return switch (expr) {
      case Var v -> names.of(v);
      case ConstInt c -> Long.toString(c.value());
      case ConstFloat c -> floating(c.value());
      case ConstBool c -> c.value() ? "1" : "0";
      case BinaryExpr b -> binary(b);
      case UnaryExpr u -> unary(u);
      case Call _, Submit _, MakeTuple _, TupleGetItem _ ->
          throw new IrException(
              "this expression has no form in orchestration code",
              "assign it to a variable first",
              expr.span());
    };
  }

  /** Six decimals as the runtime's own code has them, more where six would lose the value. */
  static String floating(double value) {
    String six = String.format(Locale.ROOT, "%.6f", value);
    return Double.parseDouble(six) == value
        ? six
        : String.format(Locale.ROOT, "%.17g", new BigDecimal(value));
  }

  private String binary(BinaryExpr b) {
    String l = print(b.left());
    String r = print(b.right());
    String type = type(Exprs.scalarDtype(b), b.span());
    return switch (b.op()) {
      case MIN -> "std::min<%s>(%s, %s)".formatted(type, l, r);
      case MAX -> "std::max<%s>(%s, %s)".formatted(type, l, r);
      case FLOOR_DIV ->
          natural(b) ? infix(l, "/", r) : infix(truncated(l, r), "-", correction(l, r));
      case FLOOR_MOD ->
          natural(b) ? infix(l, "%", r) : "(((%s %% %s) + %s) %% %s)".formatted(l, r, r, r);
      case FLOAT_DIV -> infix(l, "/", r);
      case AND -> infix(l, "&&", r);
      case OR -> infix(l, "||", r);
      case XOR -> infix(l, "!=", r);
      case ADD,
          SUB,
          MUL,
          EQ,
          NE,
          LT,
          LE,
          GT,
          GE,
          BIT_AND,
          BIT_OR,
          BIT_XOR,
          SHIFT_LEFT,
          SHIFT_RIGHT ->
          infix(l, b.op().symbol(), r);
      case POW ->
          throw new IrException(
              "'**' has no form in orchestration code", "multiply instead", b.span());
    };
  }

  private static String infix(String l, String op, String r) {
    return "(" + l + " " + op + " " + r + ")";
  }

  private static String truncated(String l, String r) {
    return infix(l, "/", r);
  }

  private static String correction(String l, String r) {
    return "(((%s %% %s) != 0 && ((%s < 0) != (%s < 0))) ? 1 : 0)".formatted(l, r, l, r);
  }

  private String unary(UnaryExpr u) {
    String x = print(u.operand());
    return switch (u.op()) {
      case NEG -> "(-" + x + ")";
      case NOT -> "(!" + x + ")";
      case BIT_NOT -> "(~" + x + ")";
      case ABS -> "(%s < 0 ? -%s : %s)".formatted(x, x, x);
      case CAST -> "static_cast<%s>(%s)".formatted(type(Exprs.scalarDtype(u), u.span()), x);
    };
  }

  private boolean natural(BinaryExpr division) {
    return Exprs.isNatural(division.left(), naturals)
        && Exprs.isNatural(division.right(), naturals);
  }
}
