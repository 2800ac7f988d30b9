package io.pto4j.backend.pto;

import com.google.errorprone.annotations.FormatMethod;
import io.pto4j.backend.text.Lines;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
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
import java.util.Set;
import java.util.function.Function;

/** Scalar code. Source: PTO dialect, scalar code. */
final class Scalars {
  private final Lines out;
  private final SsaNames names;
  private final Constants constants;
  private final Function<Var, String> variables;
  private final Set<Var> naturals;

  /**
   * @param variables the value of a scalar variable
   * @param naturals variables that are known not to be negative
   */
  Scalars(
      Lines out,
      SsaNames names,
      Constants constants,
      Function<Var, String> variables,
      Set<Var> naturals) {
    this.out = out;
    this.names = names;
    this.constants = constants;
    this.variables = variables;
    this.naturals = naturals;
  }

  static String type(Expr expr) {
    return PtoTypes.element(Exprs.scalarDtype(expr), expr.span());
  }

  /** The value of {@code expr} in its own type. */
  String value(Expr expr) {
    return value(expr, Exprs.scalarDtype(expr));
  }

  String index(Expr expr) {
    return value(expr, DataType.INDEX);
  }

  /** The value of {@code expr}, converted to {@code wanted} where both are integers. */
  String value(Expr expr, DataType wanted) {
    DataType dtype = Exprs.scalarDtype(expr);
    return switch (expr) {
      case ConstInt c when wanted.isFloat() ->
          constants.floating((double) c.value(), wanted, c.span());
      case ConstInt c -> constants.integer(c.value(), wanted, c.span());
      case ConstFloat c -> constants.floating(c.value(), wanted, c.span());
      case ConstBool c -> define("arith.constant %d : i1", c.value() ? 1 : 0);
      case Var v -> convert(variables.apply(v), dtype, wanted, v.span());
      case BinaryExpr b -> convert(binary(b), dtype, wanted, b.span());
      case UnaryExpr u -> convert(unary(u), dtype, wanted, u.span());
      case Call _, Submit _, MakeTuple _, TupleGetItem _ ->
          throw new IrException(
              "a call cannot stand inside a scalar expression of a kernel",
              "assign it first",
              expr.span());
    };
  }

  @FormatMethod
  private String define(String format, Object... arguments) {
    String name = names.temp();
    out.line(name + " = " + format.formatted(arguments));
    return name;
  }

  private String binary(BinaryExpr b) {
    DataType result = Exprs.scalarDtype(b);
    DataType left = Exprs.scalarDtype(b.left());
    if (b.op().isComparison()) {
      return compare(b, left);
    }
    if (result.isUnsignedInt()) {
      throw new IrException(
          "a kernel cannot compute with unsigned " + result + " scalars",
          "cast to a signed type",
          b.span());
    }
    String l = value(b.left(), result);
    String r = value(b.right(), result);
    String type = PtoTypes.element(result, b.span());
    if (!result.isFloat()) {
      return integer(b, l, r, type);
    }
    return switch (b.op()) {
      case ADD -> define("arith.addf %s, %s : %s", l, r, type);
      case SUB -> define("arith.subf %s, %s : %s", l, r, type);
      case MUL -> define("arith.mulf %s, %s : %s", l, r, type);
      case FLOAT_DIV -> define("arith.divf %s, %s : %s", l, r, type);
      case MIN -> define("arith.minimumf %s, %s : %s", l, r, type);
      case MAX -> define("arith.maximumf %s, %s : %s", l, r, type);
      default -> throw unsupported(b, result);
    };
  }

  private String integer(BinaryExpr b, String l, String r, String type) {
    return switch (b.op()) {
      case ADD -> define("arith.addi %s, %s : %s", l, r, type);
      case SUB -> define("arith.subi %s, %s : %s", l, r, type);
      case MUL -> define("arith.muli %s, %s : %s", l, r, type);
      case FLOOR_DIV ->
          define("arith.%s %s, %s : %s", isNatural(b) ? "divsi" : "floordivsi", l, r, type);
      case FLOOR_MOD ->
          isNatural(b) ? define("arith.remsi %s, %s : %s", l, r, type) : floorMod(l, r, type);
      case MIN -> define("arith.minsi %s, %s : %s", l, r, type);
      case MAX -> define("arith.maxsi %s, %s : %s", l, r, type);
      case AND, BIT_AND -> define("arith.andi %s, %s : %s", l, r, type);
      case OR, BIT_OR -> define("arith.ori %s, %s : %s", l, r, type);
      case XOR, BIT_XOR -> define("arith.xori %s, %s : %s", l, r, type);
      case SHIFT_LEFT -> define("arith.shli %s, %s : %s", l, r, type);
      case SHIFT_RIGHT -> define("arith.shrsi %s, %s : %s", l, r, type);
      default -> throw unsupported(b, Exprs.scalarDtype(b));
    };
  }

  /**
   * The assembler's remainder takes the sign of the dividend; the language's takes that of the
   * divisor.
   */
  private String floorMod(String l, String r, String type) {
    String quotient = define("arith.floordivsi %s, %s : %s", l, r, type);
    String multiple = define("arith.muli %s, %s : %s", quotient, r, type);
    return define("arith.subi %s, %s : %s", l, multiple, type);
  }

  private String compare(BinaryExpr b, DataType dtype) {
    String l = value(b.left());
    String r = value(b.right(), dtype);
    String type = PtoTypes.element(dtype, b.span());
    if (dtype.isFloat()) {
      return define("arith.cmpf o%s, %s, %s : %s", predicate(b.op()), l, r, type);
    }
    String sign = b.op() == BinaryOp.EQ || b.op() == BinaryOp.NE ? "" : "s";
    return define("arith.cmpi %s%s, %s, %s : %s", sign, predicate(b.op()), l, r, type);
  }

  private static String predicate(BinaryOp op) {
    return switch (op) {
      case EQ -> "eq";
      case NE -> "ne";
      case LT -> "lt";
      case LE -> "le";
      case GT -> "gt";
      case GE -> "ge";
      default -> throw new IllegalArgumentException(op + " is no comparison");
    };
  }

  private String unary(UnaryExpr u) {
    DataType from = Exprs.scalarDtype(u.operand());
    String x = value(u.operand());
    String type = type(u.operand());
    return switch (u.op()) {
      case NOT -> define("arith.xori %s, %s : i1", x, define("arith.constant 1 : i1"));
      case BIT_NOT ->
          define("arith.xori %s, %s : %s", x, define("arith.constant -1 : %s", type), type);
      case NEG -> negate(x, from, type);
      case ABS ->
          define(
              "arith.%s %s, %s : %s",
              from.isFloat() ? "maximumf" : "maxsi", x, negate(x, from, type), type);
      case CAST -> convert(x, from, Exprs.scalarDtype(u), u.span());
    };
  }

  private String negate(String x, DataType dtype, String type) {
    return dtype.isFloat()
        ? define("arith.negf %s : %s", x, type)
        : define("arith.subi %s, %s : %s", define("arith.constant 0 : %s", type), x, type);
  }

  private String convert(String x, DataType from, DataType to, Span span) {
    if (from == to) {
      return x;
    }
    if (from.isUnsignedInt()) {
      String signless = "i" + from.bits();
      String plain =
          define("builtin.unrealized_conversion_cast %s : ui%d to %s", x, from.bits(), signless);
      return convertSignless(plain, from, signless, to, span);
    }
    return convertSignless(x, from, PtoTypes.element(from, span), to, span);
  }

  private String convertSignless(String x, DataType from, String fromType, DataType to, Span span) {
    if (to.isUnsignedInt()) {
      String signless = "i" + to.bits();
      String plain =
          from.bits() == to.bits() && from != DataType.INDEX
              ? x
              : define(
                  "%s %s : %s to %s", conversion(from, signed(to), span), x, fromType, signless);
      return define(
          "builtin.unrealized_conversion_cast %s : %s to ui%d", plain, signless, to.bits());
    }
    return from.isInt()
            && to.isInt()
            && from.bits() == to.bits()
            && from != DataType.INDEX
            && to != DataType.INDEX
        ? x
        : define(
            "%s %s : %s to %s",
            conversion(from, to, span), x, fromType, PtoTypes.element(to, span));
  }

  private static DataType signed(DataType unsigned) {
    return switch (unsigned) {
      case UINT8 -> DataType.INT8;
      case UINT16 -> DataType.INT16;
      case UINT32 -> DataType.INT32;
      default -> DataType.INT64;
    };
  }

  private static String conversion(DataType from, DataType to, Span span) {
    if (from == DataType.INDEX || to == DataType.INDEX) {
      if (from.isFloat() || to.isFloat()) {
        throw new IrException(
            "a kernel cannot convert between index and floating-point",
            "cast through INT32 or INT64",
            span);
      }
      return from.isUnsignedInt() || from == DataType.BOOL
          ? "arith.index_castui"
          : "arith.index_cast";
    }
    if (from.isFloat() && to.isFloat()) {
      if (from.bits() == to.bits()) {
        throw new IrException(
            "a kernel cannot convert " + from + " to " + to + " directly",
            "cast through FP32",
            span);
      }
      return to.bits() > from.bits() ? "arith.extf" : "arith.truncf";
    }
    boolean unsigned = from.isUnsignedInt() || from == DataType.BOOL;
    if (to.isFloat()) {
      return unsigned ? "arith.uitofp" : "arith.sitofp";
    }
    if (from.isFloat()) {
      return to.isUnsignedInt() ? "arith.fptoui" : "arith.fptosi";
    }
    if (to.bits() > from.bits()) {
      return unsigned ? "arith.extui" : "arith.extsi";
    }
    return "arith.trunci";
  }

  /** Whether truncation is the floor. */
  private boolean isNatural(BinaryExpr division) {
    return Exprs.isNatural(division.left(), naturals)
        && Exprs.isNatural(division.right(), naturals);
  }

  private static IrException unsupported(BinaryExpr b, DataType dtype) {
    return new IrException(
        "a kernel cannot compute '" + b.op().symbol() + "' on " + dtype.text() + " scalars",
        "",
        b.span());
  }
}
