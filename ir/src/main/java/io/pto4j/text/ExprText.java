package io.pto4j.text;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Prints expressions with as few parentheses as their precedence allows. */
final class ExprText {
  private final PrintScope scope;
  private final CallText calls;
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);
  private final BiFunction<Expr, Boolean, String> compound = this::compound;
  private final Set<Expr> varying = Walk.nodeSet();
  private final Function<BinaryExpr, Boolean> bothConstant = this::bothConstant;

  ExprText(PrintScope scope) {
    this.scope = scope;
    this.calls = new CallText(scope, this);
  }

  String of(Expr expr) {
    return text(expr, false);
  }

  String list(List<? extends Expr> exprs) {
    return joined(exprs, false);
  }

  /** Extents, separated by commas. */
  String dims(List<? extends Expr> dims) {
    return joined(dims, true);
  }

  private String joined(List<? extends Expr> exprs, boolean dims) {
    StringBuilder text = new StringBuilder();
    for (Expr expr : exprs) {
      text.append(text.isEmpty() ? "" : ", ").append(dims ? dim(expr) : of(expr));
    }
    return text.toString();
  }

  /**
   * An extent: a constant is a bare number, while integers inside an expression carry their type,
   * so that they are not folded when read back.
   */
  String dim(Expr expr) {
    return expr instanceof ConstInt c ? Long.toString(c.value()) : text(expr, true);
  }

  private String text(Expr expr, boolean typed) {
    return switch (expr) {
      case MemRef m -> m.nameHint();
      case Var v -> scope.name(v);
      case ConstInt c -> constant(c, typed);
      case ConstFloat c -> constant(c, typed);
      case ConstBool c -> c.value() ? "True" : "False";
      default -> recursion.descend(expr, typed, compound);
    };
  }

  private String compound(Expr expr, boolean typed) {
    return switch (expr) {
      case Call c -> calls.of(c);
      case Submit s -> calls.of(s);
      case MakeTuple t -> "[" + list(t.elements()) + "]";
      case TupleGetItem t -> child(t.tuple(), typed, Precedence.CALL) + "[" + t.index() + "]";
      case BinaryExpr b -> binary(b, typed);
      case UnaryExpr u -> unary(u, typed);
      case Var _, ConstInt _, ConstFloat _, ConstBool _ -> text(expr, typed);
    };
  }

  private String constant(ConstInt c, boolean typed) {
    DataType dtype = dtype(c);
    return dtype == DataType.INDEX && !typed
        ? Long.toString(c.value())
        : typedConstant(Long.toString(c.value()), dtype);
  }

  private String constant(ConstFloat c, boolean typed) {
    DataType dtype = dtype(c);
    String value = FloatText.of(c.value());
    boolean bare = dtype == DataType.FP32 && !typed && Double.isFinite(c.value());
    return bare ? value : typedConstant(value, dtype);
  }

  private String typedConstant(String value, DataType dtype) {
    return scope.pl("const") + "(" + value + ", " + scope.pl(dtype.name()) + ")";
  }

  private static DataType dtype(Expr constant) {
    return constant.type() instanceof ScalarType(DataType dtype) ? dtype : DataType.INDEX;
  }

  private String binary(BinaryExpr b, boolean typedAbove) {
    boolean typed = typedAbove || isConstant(b);
    if (b.op() == BinaryOp.MIN || b.op() == BinaryOp.MAX) {
      String function =
          scope.spelling(b.op() == BinaryOp.MIN ? DialectRule.MINIMUM : DialectRule.MAXIMUM);
      return function + "(" + text(b.left(), typed) + ", " + text(b.right(), typed) + ")";
    }
    int level = level(b.op());
    // comparisons do not chain, and a power groups to the right
    boolean tightLeft = b.op() == BinaryOp.POW || b.op().isComparison();
    String left = child(b.left(), typed, tightLeft ? level + 1 : level);
    String right = child(b.right(), typed, b.op() == BinaryOp.POW ? level : level + 1);
    return left + " " + symbol(b.op()) + " " + right;
  }

  private String symbol(BinaryOp op) {
    return op == BinaryOp.XOR ? scope.spelling(DialectRule.EXCLUSIVE_OR) : op.symbol();
  }

  /** Whether the parser would evaluate the expression if its numbers were bare. */
  private boolean isConstant(Expr expr) {
    return switch (expr) {
      case ConstInt _, ConstFloat _ -> true;
      case BinaryExpr b when mayBeConstant(b.left()) && mayBeConstant(b.right()) -> {
        // asked again at every level of a long chain
        boolean constant = !varying.contains(b) && recursion.descend(b, bothConstant);
        if (!constant) {
          varying.add(b);
        }
        yield constant;
      }
      default -> false;
    };
  }

  private boolean bothConstant(BinaryExpr b) {
    return isConstant(b.left()) && isConstant(b.right());
  }

  private static boolean mayBeConstant(Expr expr) {
    return expr instanceof ConstInt || expr instanceof ConstFloat || expr instanceof BinaryExpr;
  }

  private String unary(UnaryExpr u, boolean typed) {
    return switch (u.op()) {
      case ABS -> "abs(" + text(u.operand(), typed) + ")";
      case CAST ->
          scope.pl("cast")
              + "("
              + text(u.operand(), typed)
              + ", "
              + scope.pl(dtype(u).name())
              + ")";
      case NOT -> "not " + child(u.operand(), typed, Precedence.NOT);
      case BIT_NOT -> "~" + child(u.operand(), typed, Precedence.SIGN);
      case NEG -> "-" + negated(u.operand(), typed);
    };
  }

  /** The operand of a minus sign; a bare number would be read back as a negative constant. */
  private String negated(Expr operand, boolean typed) {
    return switch (operand) {
      case ConstInt c -> typedConstant(Long.toString(c.value()), dtype(c));
      case ConstFloat c -> typedConstant(FloatText.of(c.value()), dtype(c));
      default -> child(operand, typed, Precedence.SIGN);
    };
  }

  private String child(Expr child, boolean typed, int level) {
    String text = text(child, typed);
    return precedence(child, typed) < level ? "(" + text + ")" : text;
  }

  private int precedence(Expr child, boolean typed) {
    if (typed && (child instanceof ConstInt || child instanceof ConstFloat)) {
      return Precedence.CALL;
    }
    return child instanceof BinaryExpr b ? level(b.op()) : Precedence.of(child);
  }

  private int level(BinaryOp op) {
    // in the specification's dialect, exclusive or has the sign of its bitwise kin
    return op == BinaryOp.XOR && !scope.ecosystem() ? Precedence.BIT_XOR : Precedence.of(op);
  }
}
