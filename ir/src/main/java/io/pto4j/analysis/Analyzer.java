package io.pto4j.analysis;

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
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Simplifies and proves integer expressions under what is known about variables. Knowledge is
 * entered in a scope and {@link #leave taken back} at its end. Source: PyPTO arithmetic analyzer.
 */
public final class Analyzer {
  private static final int ROUNDS = 2;
  private static final int MAX_DEPTH = 5;

  private final Bounds bounds = new Bounds();
  private final Residues residues = new Residues();
  private final Map<Var, Expr> values = new HashMap<>();
  private final List<BinaryExpr> facts = new ArrayList<>();
  private final List<Runnable> undo = new ArrayList<>();

  /** A mark to {@link #leave} to. */
  public int enter() {
    return undo.size();
  }

  /** Forgets what was bound and assumed since {@code mark}. */
  public void leave(int mark) {
    while (undo.size() > mark) {
      undo.removeLast().run();
    }
  }

  /** From here on {@code var} lies in {@code bound}. */
  public void bind(Var var, Interval bound) {
    Optional<Interval> before = bounds.set(var, Optional.of(bound));
    undo.add(() -> bounds.set(var, before));
  }

  /** From here on {@code var} is a member of {@code modulus}. */
  public void bind(Var var, Modulus modulus) {
    Optional<Modulus> before = residues.set(var, Optional.of(modulus));
    undo.add(() -> residues.set(var, before));
  }

  /** From here on {@code var} has the value of {@code value}, which takes its place. */
  public void bind(Var var, Expr value) {
    Expr simple = simplify(value);
    bind(var, bounds.of(simple));
    bind(var, residues.of(simple));
    Optional<Expr> before = Optional.ofNullable(values.put(var, simple));
    undo.add(() -> before.ifPresentOrElse(v -> values.put(var, v), () -> values.remove(var)));
  }

  /**
   * From here on {@code var} counts from {@code min} up to, but not including, {@code end}.
   *
   * @throws IrException when there is no such number
   */
  public void bindRange(Var var, long min, long end) {
    if (end <= min) {
      throw new IrException(
          "the range of '%s' from %d to %d is empty".formatted(var.nameHint(), min, end),
          "the end is not part of the range, so it lies above the beginning");
    }
    if (end - 1 == min) {
      bind(var, new ConstInt(var.span(), var.type(), min));
    } else {
      bind(var, new Interval(min, end - 1));
    }
  }

  /** What is known about remainders of {@code expr}. */
  public Modulus modulus(Expr expr) {
    return residues.of(simplify(expr));
  }

  /** Whether {@code expr} is certainly a multiple of {@code divisor}, which is positive. */
  public boolean provesMultiple(Expr expr, long divisor) {
    return modulus(expr).isMultipleOf(divisor);
  }

  /** Whether {@code left} and {@code right} certainly have the same value. */
  public boolean provesEqual(Expr left, Expr right) {
    return proves(Exprs.binary(BinaryOp.EQ, left, right, left.span()));
  }

  /** Whether {@code expr} is certainly {@code least} or more. */
  public boolean provesAtLeast(Expr expr, long least) {
    return bounds.of(simplify(expr)).min() >= least || proves(compared(BinaryOp.GE, expr, least));
  }

  /** Whether {@code expr} is certainly less than {@code limit}. */
  public boolean provesBelow(Expr expr, long limit) {
    return bounds.of(simplify(expr)).max() < limit || proves(compared(BinaryOp.LT, expr, limit));
  }

  private static Expr compared(BinaryOp op, Expr expr, long value) {
    return Exprs.binary(op, expr, new ConstInt(expr.span(), expr.type(), value), expr.span());
  }

  public Interval bound(Expr expr) {
    return bounds.of(expr);
  }

  /** From here on {@code condition} is true. */
  public void assume(Expr condition) {
    if (!(simplify(condition) instanceof BinaryExpr b)) {
      return;
    }
    if (b.op() == BinaryOp.AND) {
      assume(b.left());
      assume(b.right());
      return;
    }
    if (!b.op().isComparison() || !isInt(b.left())) {
      return;
    }
    facts.add(b);
    undo.add(facts::removeLast);
    if (b.left() instanceof Var v) {
      narrow(v, b.op(), bounds.of(b.right()));
    }
    if (b.right() instanceof Var v) {
      narrow(v, flipped(b.op()), bounds.of(b.left()));
    }
  }

  private void narrow(Var var, BinaryOp op, Interval other) {
    Interval limit =
        switch (op) {
          case EQ -> other;
          case LT -> new Interval(Long.MIN_VALUE, other.plus(Interval.of(-1)).max());
          case LE -> new Interval(Long.MIN_VALUE, other.max());
          case GT -> new Interval(other.plus(Interval.of(1)).min(), Long.MAX_VALUE);
          case GE -> new Interval(other.min(), Long.MAX_VALUE);
          default -> Interval.ALL;
        };
    Interval narrowed = bounds.of(var).intersect(limit);
    if (!narrowed.isEmpty()) {
      bind(var, narrowed);
    }
  }

  private static BinaryOp flipped(BinaryOp op) {
    return switch (op) {
      case LT -> BinaryOp.GT;
      case LE -> BinaryOp.GE;
      case GT -> BinaryOp.LT;
      case GE -> BinaryOp.LE;
      default -> op;
    };
  }

  /**
   * The expression with constants folded and the rewrite rules applied; {@code expr} itself when
   * nothing changes. Calls and tuples in it are left as they are.
   *
   * @throws io.pto4j.ir.IrException for a division by the constant zero
   */
  public Expr simplify(Expr expr) {
    Expr result = expr;
    for (int i = 0; i < ROUNDS; i++) {
      Expr next = rewrite(result, 0);
      if (next == result) {
        return result;
      }
      result = next;
    }
    return result;
  }

  private Expr rewrite(Expr expr, int depth) {
    return switch (expr) {
      case BinaryExpr b -> {
        if (isFloat(b)) {
          yield b;
        }
        Expr left = rewrite(b.left(), depth);
        Expr right = rewrite(b.right(), depth);
        BinaryExpr node =
            left == b.left() && right == b.right()
                ? b
                : new BinaryExpr(b.span(), b.type(), b.op(), left, right);
        yield apply(node, ConstFold.fold(node), depth);
      }
      case UnaryExpr u -> {
        if (isFloat(u)) {
          yield u;
        }
        Expr operand = rewrite(u.operand(), depth);
        UnaryExpr node =
            operand == u.operand() ? u : new UnaryExpr(u.span(), u.type(), u.op(), operand);
        yield apply(node, ConstFold.fold(node), depth);
      }
      case Var v -> values.getOrDefault(v, v);
      case ConstInt _, ConstFloat _, ConstBool _, Call _, Submit _, MakeTuple _, TupleGetItem _ ->
          expr;
    };
  }

  private Expr apply(Expr node, Optional<Expr> folded, int depth) {
    if (folded.isPresent()) {
      return folded.get();
    }
    if (node instanceof BinaryExpr b && b.op() == BinaryOp.FLOOR_MOD) {
      Modulus rest = residues.of(b);
      if (rest.isExact()) {
        return new ConstInt(b.span(), b.type(), rest.base());
      }
    }
    boolean floats = comparesFloats(node);
    for (Rule rule : Rules.of(node)) {
      if (floats && !holdsForFloats(rule)) {
        continue;
      }
      Optional<Expr> rewritten = rule.apply(node, bounds);
      if (rewritten.isPresent()) {
        return depth < MAX_DEPTH ? rewrite(rewritten.get(), depth + 1) : rewritten.get();
      }
    }
    return node;
  }

  /** Only turning a comparison round is sound when an operand may be NaN. */
  private static boolean holdsForFloats(Rule rule) {
    return rule.left() instanceof Pattern.Binary b
        && (b.op() == BinaryOp.GT || b.op() == BinaryOp.GE);
  }

  private static boolean comparesFloats(Expr node) {
    return switch (node) {
      case BinaryExpr b -> {
        Expr first = b.op().isLogical() && b.left() instanceof BinaryExpr l ? l.left() : b.left();
        yield isFloat(first);
      }
      case UnaryExpr u when u.op() == UnaryOp.NOT ->
          u.operand() instanceof BinaryExpr b && isFloat(b.left());
      default -> false;
    };
  }

  /** Whether {@code condition} is certainly true; false also when that cannot be told. */
  public boolean proves(Expr condition) {
    return switch (simplify(condition)) {
      case ConstBool c -> c.value();
      case BinaryExpr b when b.op() == BinaryOp.AND -> proves(b.left()) && proves(b.right());
      case BinaryExpr b when b.op().isComparison() && isInt(b.left()) && isInt(b.right()) ->
          provesComparison(b);
      default -> false;
    };
  }

  /** Whether {@code condition} is certainly false. */
  public boolean disproves(Expr condition) {
    return proves(Exprs.unary(UnaryOp.NOT, condition, condition.span()));
  }

  private boolean provesComparison(BinaryExpr b) {
    Expr minus = minus(b.left(), b.right());
    Interval difference = bounds.of(minus);
    boolean byBounds =
        switch (b.op()) {
          case EQ -> difference.min() == 0 && difference.max() == 0;
          case NE ->
              difference.isPositive() || difference.isNegative() || !residues.of(minus).contains(0);
          case LT -> difference.isNegative();
          case LE -> difference.max() <= 0;
          case GT -> difference.isPositive();
          case GE -> difference.min() >= 0;
          default -> false;
        };
    return byBounds || facts.stream().anyMatch(fact -> implies(fact, b));
  }

  private Expr minus(Expr minuend, Expr subtrahend) {
    return simplify(Exprs.binary(BinaryOp.SUB, minuend, subtrahend, minuend.span()));
  }

  /** Whether {@code goal} follows from one fact: their differences differ by a bounded amount. */
  private boolean implies(BinaryExpr fact, BinaryExpr goal) {
    if (goal.op() == BinaryOp.EQ || goal.op() == BinaryOp.NE) {
      return fact.op() == goal.op()
          && SameExpr.test(fact.left(), goal.left())
          && SameExpr.test(fact.right(), goal.right());
    }
    boolean increasing = fact.op() == BinaryOp.LT || fact.op() == BinaryOp.LE;
    if (!increasing || (goal.op() != BinaryOp.LT && goal.op() != BinaryOp.LE)) {
      return false;
    }
    Expr slack = minus(minus(goal.right(), goal.left()), minus(fact.right(), fact.left()));
    long gap = (fact.op() == BinaryOp.LT ? 1L : 0L) - (goal.op() == BinaryOp.LT ? 1L : 0L);
    return bounds.of(slack).plus(Interval.of(gap)).min() >= 0;
  }

  private static boolean isInt(Expr expr) {
    return expr.type() instanceof ScalarType(DataType dtype) && dtype.isInt();
  }

  private static boolean isFloat(Expr expr) {
    return expr.type() instanceof ScalarType(DataType dtype) && dtype.isFloat();
  }
}
