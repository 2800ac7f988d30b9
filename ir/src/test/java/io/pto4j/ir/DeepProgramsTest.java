package io.pto4j.ir;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.compare.IrEquality;
import io.pto4j.compare.IrHash;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Long bodies and deep expressions cost no stack. */
class DeepProgramsTest {
  private static final Type INDEX = ScalarType.of(DataType.INDEX);
  private static final Span HERE = Span.unknown();

  enum Shape {
    LONG_BODY,
    DEEP_LEFT,
    DEEP_RIGHT,
    NESTED_BRANCHES
  }

  @ParameterizedTest
  @EnumSource
  void traversalAndRewriting(Shape shape) {
    Function f = function(shape);
    List<Expr> visited = new ArrayList<>();
    Walk.exprs(f.body(), visited::add);
    Rewriter renaming = new Rewriter();
    renaming.replace(f.params().getFirst(), ConstInt.index(7));

    assertThat(visited).hasSizeGreaterThan(1_000);
    assertThat(new Rewriter().function(f)).isSameAs(f);
    assertThat(renaming.function(f)).isNotSameAs(f);
  }

  @ParameterizedTest
  @EnumSource
  void comparisonAndHash(Shape shape) {
    Function f = function(shape);
    Function g = function(shape);

    assertThat(IrEquality.equal(f, g)).isTrue();
    assertThat(IrHash.hash(f)).isEqualTo(IrHash.hash(g));
  }

  @ParameterizedTest
  @EnumSource
  void binaryForm(Shape shape) {
    Function f = function(shape);

    assertThat(IrEquality.equal(f, IrReader.read(IrWriter.write(f), Function.class))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void textForm(Shape shape) {
    Program p = Program.of("P", ImmutableList.of(function(shape)), HERE);

    assertThat(IrEquality.equal(p, IrParser.program(IrPrinter.print(p), "k.py"))).isTrue();
  }

  private static Function function(Shape shape) {
    Var n = new Var("n", INDEX, HERE);
    Stmt body =
        switch (shape) {
          case LONG_BODY -> longBody(n);
          case DEEP_LEFT -> deep(n, false);
          case DEEP_RIGHT -> deep(n, true);
          case NESTED_BRANCHES -> nested(n);
        };
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

  private static Stmt longBody(Var n) {
    List<Stmt> stmts = new ArrayList<>();
    Var last = n;
    for (int i = 0; i < 100_000; i++) {
      Var next = new Var("v" + i, INDEX, HERE);
      stmts.add(AssignStmt.of(next, Exprs.binary(BinaryOp.ADD, last, n, HERE)));
      last = next;
    }
    return SeqStmts.of(stmts, HERE);
  }

  private static Stmt deep(Var n, boolean right) {
    Expr deep = n;
    for (int i = 0; i < 5_000; i++) {
      deep =
          right
              ? Exprs.binary(BinaryOp.SUB, n, deep, HERE)
              : Exprs.binary(BinaryOp.ADD, deep, n, HERE);
    }
    return AssignStmt.of(new Var("v", INDEX, HERE), deep);
  }

  private static Stmt nested(Var n) {
    Stmt body = AssignStmt.of(new Var("v", INDEX, HERE), n);
    for (int i = 0; i < 1_000; i++) {
      Expr condition = Exprs.binary(BinaryOp.LT, n, ConstInt.index(i), HERE);
      body =
          new IfStmt(
              HERE, ImmutableList.of(), condition, body, Optional.empty(), ImmutableList.of());
    }
    return body;
  }
}
