package io.pto4j.processor.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.source.tree.Tree;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import io.pto4j.processor.tree.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Scalar expressions of the IR compute what the same Java expressions compute. */
class ScalarsTest {
  private static final Place PLACE = new Place(null, null, Span.unknown());

  private final Emitter emitter = new Emitter();
  private final Scalars scalars = new Scalars(emitter);
  private final Var a = new Var("a", ScalarType.of(DataType.INT64), Span.unknown());
  private final Var b = new Var("b", ScalarType.of(DataType.INT64), Span.unknown());

  @Property
  void divisionTruncatesAsInJava(
      @ForAll @IntRange(min = -1000, max = 1000) int left,
      @ForAll @IntRange(min = -60, max = 60) int right) {
    Assume.that(right != 0);

    assertThat(binary(Tree.Kind.DIVIDE, left, right)).isEqualTo((long) (left / right));
    assertThat(binary(Tree.Kind.REMAINDER, left, right)).isEqualTo((long) (left % right));
  }

  @Property
  void divisionByAConstantTruncatesAsInJava(
      @ForAll @IntRange(min = -1000, max = 1000) int left,
      @ForAll @IntRange(min = -60, max = 60) int right) {
    Assume.that(right != 0);
    Value constant = new Value.Literal(right);

    assertThat(
            evaluate(
                scalars.binary(Tree.Kind.DIVIDE, new Value.Of(a), constant, PLACE), left, right))
        .isEqualTo((long) (left / right));
    assertThat(
            evaluate(
                scalars.binary(Tree.Kind.REMAINDER, new Value.Of(a), constant, PLACE), left, right))
        .isEqualTo((long) (left % right));
  }

  @Property
  void numbersThatAreNotNegativeDivideDirectly(
      @ForAll @IntRange(max = 1000) int left, @ForAll @IntRange(min = 1, max = 60) int right) {
    scalars.markNonNegative(a);
    scalars.markNonNegative(b);
    Expr quotient = scalars.binary(Tree.Kind.DIVIDE, new Value.Of(a), new Value.Of(b), PLACE);

    assertThat(quotient)
        .isInstanceOfSatisfying(
            BinaryExpr.class,
            e -> {
              assertThat(e.left()).isSameAs(a);
              assertThat(e.right()).isSameAs(b);
            });
    assertThat(evaluate(quotient, left, right)).isEqualTo((long) (left / right));
  }

  @Property
  void arithmeticAndComparisons(@ForAll int left, @ForAll int right) {
    assertThat(binary(Tree.Kind.PLUS, left, right)).isEqualTo((long) left + right);
    assertThat(binary(Tree.Kind.MINUS, left, right)).isEqualTo((long) left - right);
    assertThat(binary(Tree.Kind.MULTIPLY, left, right)).isEqualTo((long) left * right);
    assertThat(binary(Tree.Kind.XOR, left, right)).isEqualTo((long) left ^ right);
    assertThat(binary(Tree.Kind.LESS_THAN, left, right)).isEqualTo(left < right);
    assertThat(binary(Tree.Kind.GREATER_THAN_EQUAL, left, right)).isEqualTo(left >= right);
    assertThat(binary(Tree.Kind.NOT_EQUAL_TO, left, right)).isEqualTo(left != right);
  }

  @Example
  void aLiteralHasTheTypeOfTheOtherOperand() {
    Var half = new Var("h", ScalarType.of(DataType.FP16), Span.unknown());
    Var count = new Var("n", ScalarType.of(DataType.INT32), Span.unknown());

    assertThat(sumWith(half, 0.5)).isEqualTo(DataType.FP16);
    assertThat(sumWith(half, 2)).isEqualTo(DataType.FP16);
    assertThat(sumWith(count, 2)).isEqualTo(DataType.INT32);
    assertThat(sumWith(count, 0.5f)).isEqualTo(DataType.FP32);
  }

  private DataType sumWith(Var var, Object literal) {
    Expr sum = scalars.binary(Tree.Kind.PLUS, new Value.Of(var), new Value.Literal(literal), PLACE);
    return ((ScalarType) sum.type()).dtype();
  }

  @Example
  void aConstantOutOfRangeIsRefused() {
    assertThatThrownBy(() -> scalars.as(new Value.Literal(300), DataType.INT8, PLACE))
        .isInstanceOf(Mistake.class)
        .hasMessageContaining("out of the range of INT8");
  }

  private Object binary(Tree.Kind op, long left, long right) {
    return evaluate(scalars.binary(op, new Value.Of(a), new Value.Of(b), PLACE), left, right);
  }

  private Object evaluate(Expr expr, long left, long right) {
    Map<Var, Object> values = new HashMap<>();
    values.put(a, left);
    values.put(b, right);
    List<Stmt> statements = emitter.close();
    emitter.open();
    for (Stmt stmt : statements) {
      AssignStmt assign = (AssignStmt) stmt;
      values.put(assign.var(), evaluate(assign.value(), values));
    }
    return evaluate(expr, values);
  }

  private static Object evaluate(Expr expr, Map<Var, Object> values) {
    return switch (expr) {
      case Var v -> values.get(v);
      case ConstInt c -> c.value();
      case ConstFloat c -> c.value();
      case ConstBool c -> c.value();
      case UnaryExpr u -> -(long) evaluate(u.operand(), values);
      case BinaryExpr e ->
          apply(e, (long) evaluate(e.left(), values), (long) evaluate(e.right(), values));
      default -> throw new IllegalArgumentException("unexpected " + expr);
    };
  }

  private static Object apply(BinaryExpr e, long l, long r) {
    return switch (e.op()) {
      case ADD -> l + r;
      case SUB -> l - r;
      case MUL -> l * r;
      case FLOOR_DIV -> Math.floorDiv(l, r);
      case FLOOR_MOD -> Math.floorMod(l, r);
      case MIN -> Math.min(l, r);
      case MAX -> Math.max(l, r);
      case BIT_XOR -> l ^ r;
      case LT -> l < r;
      case GE -> l >= r;
      case NE -> l != r;
      default -> throw new IllegalArgumentException("unexpected " + e.op());
    };
  }
}
