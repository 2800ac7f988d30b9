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
import java.util.concurrent.FutureTask;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Long bodies, deep expressions and nested statements cost no stack. */
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
    return function(n, body);
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

  enum Nest {
    SEQUENCES,
    BRANCHES,
    LOOPS,
    CARRYING_LOOPS,
    SCOPES,
    SPMD_SCOPES
  }

  /** What an annotation processor has to do with on a thread of a build tool. */
  private static final long SMALL_STACK = 512 << 10;

  private static final int LEVELS = 4_000;

  @ParameterizedTest
  @EnumSource
  void nestedStatementsCostNoStack(Nest nest) throws Exception {
    FutureTask<Boolean> whole =
        new FutureTask<>(
            () -> {
              survivesNesting(nest);
              return true;
            });
    Thread thread = new Thread(null, whole, "small stack", SMALL_STACK);
    thread.start();

    assertThat(whole.get()).isTrue();
  }

  private static void survivesNesting(Nest nest) {
    Var n = new Var("n", INDEX, HERE);
    Stmt body = nested(nest, n);
    Function f = function(n, body);
    List<Stmt> visited = new ArrayList<>();
    Walk.stmts(body, visited::add);
    Rewriter renaming = new Rewriter();
    renaming.replace(n, ConstInt.index(7));

    assertThat(visited).hasSizeGreaterThanOrEqualTo(LEVELS);
    assertThat(Walk.usedVars(body)).contains(n);
    assertThat(new Rewriter().function(f)).isSameAs(f);
    assertThat(renaming.function(f)).isNotSameAs(f);
    Function read = IrReader.read(IrWriter.write(f), Function.class);
    assertThat(IrEquality.equal(f, read)).isTrue();
    assertThat(IrHash.hash(read)).isEqualTo(IrHash.hash(f));
    assertThat(IrPrinter.print(f)).startsWith("@pl.function");
  }

  private static Stmt nested(Nest nest, Var n) {
    Stmt body = EvalStmt.of(n);
    for (int i = 0; i < LEVELS; i++) {
      body = around(nest, body, n);
    }
    return body;
  }

  private static Stmt around(Nest nest, Stmt body, Var n) {
    ImmutableList<String> silent = ImmutableList.of();
    return switch (nest) {
      case SEQUENCES -> SeqStmts.of(ImmutableList.of(body, EvalStmt.of(n)), HERE);
      case BRANCHES ->
          new IfStmt(HERE, silent, ConstBool.of(true), EvalStmt.of(n), Optional.of(body), noVars());
      case LOOPS ->
          new WhileStmt(HERE, silent, ImmutableList.of(), ConstBool.of(true), body, noVars());
      case CARRYING_LOOPS -> carrying(body, n);
      case SCOPES -> new InCoreScopeStmt(HERE, silent, "", body, Attrs.empty(), Optional.empty());
      case SPMD_SCOPES -> new SpmdScopeStmt(HERE, silent, "", body, Attrs.empty(), n, false);
    };
  }

  private static ImmutableList<Var> noVars() {
    return ImmutableList.of();
  }

  private static Stmt carrying(Stmt body, Var n) {
    IterArg sum = new IterArg("s", INDEX, n, HERE);
    return new ForStmt(
        HERE,
        ImmutableList.of(),
        new Var("i", INDEX, HERE),
        ConstInt.index(0),
        n,
        ConstInt.index(1),
        ImmutableList.of(sum),
        SeqStmts.of(ImmutableList.of(body, YieldStmt.of(ImmutableList.of(sum), HERE)), HERE),
        ImmutableList.of(new Var("r", INDEX, HERE)),
        ForKind.SEQUENTIAL,
        Attrs.empty(),
        HardwareLoopPolicy.AUTO);
  }
}
