package io.pto4j.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.compare.IrEquality;
import io.pto4j.compare.IrHash;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Pipeline;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrPrinter;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A few nodes that are shared stand for a program without end. */
class OccurrencesTest {
  private static final Type INDEX = ScalarType.of(DataType.INDEX);
  private static final Span HERE = Span.unknown();
  private static final Span PLACE = new Span("k.py", 3, 5, 3, 9);

  /** A sum of {@code 2^levels} operands. */
  private static Expr sum(Expr operand, int levels) {
    Expr sum = operand;
    for (int i = 0; i < levels; i++) {
      sum = Exprs.binary(BinaryOp.ADD, sum, sum, HERE);
    }
    return sum;
  }

  private static Function function(Var n, Stmt body) {
    return new Function(
        HERE,
        ImmutableList.of(n),
        ImmutableList.of(ParamDirection.IN),
        FunctionType.OPAQUE,
        Optional.empty(),
        Optional.empty(),
        Attrs.empty(),
        false,
        ImmutableList.of(),
        body,
        "f");
  }

  private static Program summing(int levels) {
    Var n = new Var("n", INDEX, HERE);
    Var result = new Var("r", INDEX, HERE);
    Stmt body = new AssignStmt(PLACE, ImmutableList.of(), result, sum(n, levels));
    return Program.of("P", ImmutableList.of(function(n, body)), HERE);
  }

  private static void refused(ThrowingCallable use, Span place) {
    assertThatThrownBy(use)
        .isInstanceOf(IrException.class)
        .hasMessage("a program has at most 10000000 parts, each counted as often as it occurs")
        .satisfies(e -> assertThat(((IrException) e).span()).isEqualTo(place));
  }

  @Test
  void sharedExpressionIsNotPrinted() {
    Program program = summing(60);

    refused(() -> IrPrinter.print(program), PLACE);
    refused(() -> IrPrinter.print(sum(ConstInt.index(1), 60)), HERE);
    refused(() -> new Pipeline(ImmutableList.of()).run(program, PassContext.of(null)), PLACE);
  }

  @Test
  void sharedExpressionIsPrintedWhileThereIsRoom() {
    assertThat(IrPrinter.print(summing(10))).hasSizeGreaterThan(1 << 10);
  }

  @Test
  void sharedStatementIsNotPrinted() {
    Stmt body = EvalStmt.of(ConstInt.index(1));
    for (int i = 0; i < 60; i++) {
      body = SeqStmts.of(ImmutableList.of(body, body), HERE);
    }
    Stmt shared = body;

    refused(() -> IrPrinter.print(shared), HERE);
  }

  @Test
  void sharedExtentIsNotPrinted() {
    Var n = new Var("n", INDEX, HERE);
    Type type = TensorType.of(DataType.FP32, ImmutableList.of(sum(n, 60)));

    refused(() -> IrPrinter.print(type), HERE);
  }

  @Test
  void sharedExpressionIsComparedHashedAndWritten() {
    Program program = summing(60);
    Program other = summing(60);

    Program read = IrReader.read(IrWriter.write(program));

    for (boolean autoMap : new boolean[] {true, false}) {
      assertThat(IrEquality.equal(program, other, autoMap)).isTrue();
      assertThat(IrEquality.equal(program, read, autoMap)).isTrue();
      assertThat(IrHash.hash(other, autoMap)).isEqualTo(IrHash.hash(program, autoMap));
    }
  }

  @Test
  void differenceWithinSharedExpressionIsFound() {
    Var n = new Var("n", INDEX, HERE);
    Expr sum = sum(n, 60);
    Expr product = Exprs.binary(BinaryOp.MUL, sum, sum, HERE);

    Optional<IrEquality.Difference> difference = IrEquality.difference(sum, product, true);

    assertThat(difference.orElseThrow().message())
        .contains("Node type mismatch (Add != Mul)")
        .contains("(a program has at most 10000000 parts");
  }

  @Test
  void rewritingAMillionStatementsIsNotRefused() {
    Var n = new Var("n", INDEX, HERE);
    AssignStmt stmt = AssignStmt.of(new Var("v", INDEX, HERE), sum(n, 1));
    ImmutableList.Builder<Stmt> stmts = ImmutableList.builder();
    for (int i = 0; i < 1_000_000; i++) {
      stmts.add(stmt);
    }
    Function f = function(n, SeqStmts.of(stmts.build(), HERE));

    assertThatCode(() -> Occurrences.requireBounded(f)).doesNotThrowAnyException();
  }
}
