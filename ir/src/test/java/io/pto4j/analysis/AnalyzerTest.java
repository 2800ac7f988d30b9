package io.pto4j.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.pass.Dump;
import io.pto4j.pass.ScalarMachine;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyzerTest {
  private static final ScalarType INDEX = ScalarType.of(DataType.INDEX);
  private static final Var X = new Var("x", INDEX, Span.unknown());
  private static final Var Y = new Var("y", INDEX, Span.unknown());
  private static final Var Z = new Var("z", INDEX, Span.unknown());

  private final Analyzer analyzer = new Analyzer();

  private static Expr expr(String text) {
    Expr[] slots = {X, Y, Z, null, null, null, null};
    return PatternParser.parse(text).build(slots, INDEX, Span.unknown()).orElseThrow();
  }

  private String simplified(String text) {
    return Dump.of(analyzer.simplify(expr(text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "x + 3 + 4 => x + 7",
        "x - y + y => x",
        "x + x => x * 2",
        "x * 4 + x => x * 5",
        "x * y + x * z => (y + z) * x",
        "x // 8 * 8 + x % 8 => x",
        "3 + x => x + 3",
        "x - x => 0",
        "(x + y) - x => y",
        "x - (y + 3) => x - y + (0 - 3)",
        "min(x, y) - x => min(y - x, 0)",
        "2 * x => x * 2",
        "(x + 3) * 2 - 6 => x * 2",
        "x * 8 // 4 => x * 2",
        "x * 4 // 8 => x // 2",
        "x // 4 // 8 => x // 32",
        "(x * 16 + y) // 8 => x * 2 + y // 8",
        "(x * 4 + 3) // 4 => x",
        "x * 16 % 8 => 0",
        "(x + 16) % 8 => x % 8",
        "min(x, x + 3) => x",
        "max(x, x + 3) => x + 3",
        "min(x + y, x + z) => x + min(y, z)",
        "((x + 7) // 8 + 31) // 32 * 32 => (x + 255) // 256 * 32",
        "x > 2 => 2 < x",
        "x + 3 == 5 => x == 2",
        "x + y < x + z => y < z",
        "x * 4 < y * 4 => x < y",
        "!(x < y) => y <= x",
        "x < y || x == y => x <= y",
        "x <= 5 && 6 <= x => false",
        "-(x - y) => y - x",
        "64 - x * 16 - 16 => 64 - x * 16 - 16",
        "x * y // y => x * y // y"
      })
  void rewrites(String input, String expected) {
    assertThat(simplified(input)).isEqualTo(Dump.of(expr(expected)));
  }

  @Test
  void boundsDecideDivisionAndExtrema() {
    analyzer.bind(X, new Interval(0, 3));
    analyzer.bind(Y, new Interval(0, 63));

    assertThat(simplified("(x * 64 + y) // 64")).isEqualTo("x");
    assertThat(simplified("(x * 64 + y) % 64")).isEqualTo("y");
    assertThat(simplified("min(64 - x * 16, 16)")).isEqualTo("16");
    assertThat(simplified("min(x * 64 + 64, 256) - x * 64")).isEqualTo("64");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x >= 0",
        "x + 1 > 0",
        "x * 4 >= x",
        "x <= x + y",
        "min(y, z) <= y",
        "z % 4 < 4",
        "min(max(64 - x, 0), 16) <= 16",
        "max(z, 0) >= 0",
        "z * z >= 0",
        "x // 2 * 2 <= x",
        "z * 2 == z + z"
      })
  void proves(String condition) {
    analyzer.bind(X, Interval.NON_NEGATIVE);
    analyzer.bind(Y, Interval.NON_NEGATIVE);

    assertThat(analyzer.proves(PredicateText.parse(condition))).isTrue();
  }

  /** Conditions with {@code >=}, which the notation of rules does not have. */
  private static final class PredicateText {
    static Expr parse(String text) {
      int at = text.indexOf(">=");
      return at < 0
          ? expr(text)
          : Exprs.binary(
              BinaryOp.GE,
              expr(text.substring(0, at)),
              expr(text.substring(at + 2)),
              Span.unknown());
    }
  }

  @Test
  void anIndexMayBeNegative() {
    assertThat(analyzer.proves(expr("0 <= x"))).isFalse();
    assertThat(analyzer.disproves(expr("x < 0"))).isFalse();
  }

  @Test
  void assumptionHoldsUntilLeft() {
    int mark = analyzer.enter();
    analyzer.assume(expr("x + 2 <= y"));
    assertThat(analyzer.proves(expr("x < y"))).isTrue();
    assertThat(analyzer.proves(expr("x + 3 <= y"))).isFalse();

    analyzer.leave(mark);
    assertThat(analyzer.proves(expr("x < y"))).isFalse();
  }

  @Test
  void remaindersAreKnown() {
    analyzer.bind(X, Modulus.multipleOf(16));

    assertThat(analyzer.modulus(expr("x * 3 + 8"))).isEqualTo(new Modulus(48, 8));
    assertThat(analyzer.modulus(expr("y * 6 + 5"))).isEqualTo(new Modulus(6, 5));
    assertThat(analyzer.modulus(expr("y"))).isEqualTo(Modulus.ALL);
    assertThat(analyzer.provesMultiple(expr("x + y * 32"), 16)).isTrue();
    assertThat(analyzer.provesMultiple(expr("x + y * 8"), 16)).isFalse();
    assertThat(simplified("x % 8")).isEqualTo("0");
    assertThat(analyzer.proves(expr("x == y * 16 + 1"))).isFalse();
    assertThat(analyzer.disproves(expr("x == y * 16 + 1"))).isTrue();
  }

  @Test
  void boundVariableGivesWayToItsValue() {
    int mark = analyzer.enter();
    analyzer.bind(X, expr("y + 2"));
    assertThat(simplified("x * 4")).isEqualTo(simplified("(y + 2) * 4"));
    assertThat(analyzer.provesEqual(expr("x - y"), ConstInt.index(2))).isTrue();

    analyzer.leave(mark);
    assertThat(simplified("x")).isEqualTo("x");
    analyzer.bindRange(X, 3, 4);
    assertThat(simplified("x + 1")).isEqualTo("4");
  }

  @Test
  void rangesDecideComparisonsWithConstants() {
    analyzer.bindRange(X, 0, 10);

    assertThat(simplified("(x * 4 + 8) // 4")).isEqualTo(Dump.of(expr("x + 2")));
    assertThat(simplified("(x * 4 + 3) % 4")).isEqualTo("3");
    assertThat(simplified("max(x, 0)")).isEqualTo("x");
    assertThat(simplified("x // 16")).isEqualTo("0");
    assertThat(simplified("x % 16")).isEqualTo("x");
    assertThat(simplified("x + 5 - (x + 2)")).isEqualTo("3");
    assertThat(analyzer.provesAtLeast(expr("x * 2 + 1"), 1)).isTrue();
    assertThat(analyzer.provesAtLeast(expr("x * 2 + 1"), 2)).isFalse();
    assertThat(analyzer.provesBelow(expr("x * 2"), 19)).isTrue();
    assertThat(analyzer.provesBelow(expr("x * 2"), 18)).isFalse();
  }

  @Test
  void emptyRangeIsRefused() {
    assertThatThrownBy(() -> analyzer.bindRange(X, 4, 4))
        .isInstanceOf(IrException.class)
        .hasMessage("the range of 'x' from 4 to 4 is empty");
  }

  @Property
  void remaindersHoldTheValueAndProofsAreTrue(
      @ForAll("integers") Expr expr,
      @ForAll("conditions") Expr condition,
      @ForAll("small") int x,
      @ForAll("small") int y,
      @ForAll("small") int z) {
    Analyzer congruent = new Analyzer();
    congruent.bind(X, new Modulus(4, 3));
    congruent.bind(Y, Modulus.multipleOf(6));
    congruent.bind(Z, new Modulus(0, z));
    Map<Var, Long> values = Map.of(X, x * 4L + 3, Y, y * 6L, Z, (long) z);

    assertThat(congruent.modulus(expr).contains(value(expr, values))).isTrue();
    assertThat(value(congruent.simplify(expr), values)).isEqualTo(value(expr, values));
    if (congruent.proves(condition)) {
      assertThat(value(condition, values)).isEqualTo(1);
    }
    if (congruent.disproves(condition)) {
      assertThat(value(condition, values)).isEqualTo(0);
    }
  }

  @Test
  void constantsAreFolded() {
    Expr sum = Exprs.binary(BinaryOp.ADD, ConstInt.index(3), ConstInt.index(4), Span.unknown());
    assertThat(ConstFold.fold(sum).map(Dump::of)).hasValue("7");
    assertThat(ConstFold.fold(expr("x + 4"))).isEmpty();
    assertThat(ConstFold.fold(expr("x"))).isEmpty();
  }

  @Test
  void divisionByConstantZeroIsRefused() {
    BinaryExpr division = Exprs.binary(BinaryOp.FLOOR_DIV, X, ConstInt.index(0), Span.unknown());

    assertThatThrownBy(() -> analyzer.simplify(division))
        .isInstanceOf(IrException.class)
        .hasMessage("Floor division by zero");
  }

  @Test
  void floatComparisonIsOnlyTurnedRound() {
    Var f = new Var("f", ScalarType.of(DataType.FP32), Span.unknown());
    Expr equal = Exprs.binary(BinaryOp.EQ, f, f, Span.unknown());
    Expr notLess =
        Exprs.unary(UnaryOp.NOT, Exprs.binary(BinaryOp.LT, f, f, Span.unknown()), Span.unknown());

    assertThat(analyzer.simplify(equal)).isSameAs(equal);
    assertThat(analyzer.simplify(notLess)).isSameAs(notLess);
  }

  @Property
  void simplifyingKeepsTheValue(
      @ForAll("integers") Expr expr,
      @ForAll("small") int x,
      @ForAll("small") int y,
      @ForAll("small") int z) {
    Map<Var, Long> values = Map.of(X, (long) x, Y, (long) y, Z, (long) z);

    assertThat(value(analyzer.simplify(expr), values)).isEqualTo(value(expr, values));
  }

  @Property
  void simplifyingConditionsKeepsTheValue(
      @ForAll("conditions") Expr expr,
      @ForAll("small") int x,
      @ForAll("small") int y,
      @ForAll("small") int z) {
    Map<Var, Long> values = Map.of(X, (long) x, Y, (long) y, Z, (long) z);

    assertThat(value(analyzer.simplify(expr), values)).isEqualTo(value(expr, values));
  }

  @Property
  void boundsHoldTheValueAndProofsAreTrue(
      @ForAll("integers") Expr expr,
      @ForAll("conditions") Expr condition,
      @ForAll("small") int x,
      @ForAll("small") int y) {
    Analyzer bounded = new Analyzer();
    bounded.bind(X, new Interval(x, x + 2L));
    bounded.bind(Y, new Interval(Math.min(y, 1), 9));
    Map<Var, Long> values = Map.of(X, x + 1L, Y, (long) y, Z, 5L);

    Interval bound = bounded.bound(expr);
    assertThat(value(expr, values)).isBetween(bound.min(), bound.max());
    if (bounded.proves(condition)) {
      assertThat(value(condition, values)).isEqualTo(1);
    }
    if (bounded.disproves(condition)) {
      assertThat(value(condition, values)).isEqualTo(0);
    }
  }

  @Provide
  Arbitrary<Integer> small() {
    return Arbitraries.integers().between(-8, 8);
  }

  @Provide
  Arbitrary<Expr> integers() {
    return integers(3);
  }

  private static Arbitrary<Expr> integers(int depth) {
    Arbitrary<Expr> leaf =
        Arbitraries.oneOf(
            Arbitraries.of(X, Y, Z), Arbitraries.longs().between(-6, 9).map(ConstInt::index));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<Expr> operand = Arbitraries.lazy(() -> integers(depth - 1));
    Arbitrary<Expr> binary =
        Combinators.combine(
                Arbitraries.of(
                    BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL, BinaryOp.MIN, BinaryOp.MAX),
                operand,
                operand)
            .as((op, l, r) -> Exprs.binary(op, l, r, Span.unknown()));
    Arbitrary<Expr> divided =
        Combinators.combine(
                Arbitraries.of(BinaryOp.FLOOR_DIV, BinaryOp.FLOOR_MOD),
                operand,
                Arbitraries.longs().between(1, 8).map(ConstInt::index))
            .as((op, l, r) -> Exprs.binary(op, l, r, Span.unknown()));
    return Arbitraries.oneOf(leaf, binary, binary, divided);
  }

  @Provide
  Arbitrary<Expr> conditions() {
    return conditions(2);
  }

  private static Arbitrary<Expr> conditions(int depth) {
    Arbitrary<Expr> comparison =
        Combinators.combine(
                Arbitraries.of(
                    BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE),
                integers(2),
                integers(2))
            .as((op, l, r) -> Exprs.binary(op, l, r, Span.unknown()));
    if (depth == 0) {
      return comparison;
    }
    Arbitrary<Expr> operand = Arbitraries.lazy(() -> conditions(depth - 1));
    return Arbitraries.oneOf(
        comparison,
        operand.map(e -> Exprs.unary(UnaryOp.NOT, e, Span.unknown())),
        Combinators.combine(Arbitraries.of(BinaryOp.AND, BinaryOp.OR), operand, operand)
            .as((op, l, r) -> Exprs.binary(op, l, r, Span.unknown())));
  }

  private static long value(Expr expr, Map<Var, Long> values) {
    return switch (expr) {
      case Var v -> values.get(v);
      case ConstInt c -> c.value();
      case ConstBool c -> c.value() ? 1 : 0;
      case UnaryExpr u -> {
        long operand = value(u.operand(), values);
        yield u.op() == UnaryOp.NOT ? 1 - operand : -operand;
      }
      case BinaryExpr b ->
          ScalarMachine.apply(b.op(), value(b.left(), values), value(b.right(), values));
      default -> throw new AssertionError(expr);
    };
  }
}
