package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.pass.RoundTrip;
import io.pto4j.text.PrintOptions.Dialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IrPrinterTest {
  private static final Span HERE = Span.unknown();
  private static final Var N = new Var("n", ScalarType.of(DataType.INDEX), HERE);
  private static final Var B = new Var("b", ScalarType.of(DataType.BOOL), HERE);

  @Test
  void parenthesesFollowPrecedence() {
    assertThat(print(mul(add(N, N), N))).isEqualTo("(n + n) * n");
    assertThat(print(add(mul(N, N), N))).isEqualTo("n * n + n");
    assertThat(print(add(N, add(N, N)))).isEqualTo("n + (n + n)");
    assertThat(print(binary(BinaryOp.POW, binary(BinaryOp.POW, N, N), N)))
        .isEqualTo("(n ** n) ** n");
    assertThat(print(binary(BinaryOp.AND, B, binary(BinaryOp.LT, N, N)))).isEqualTo("b and n < n");
  }

  @Test
  void constantsKeepTheirType() {
    assertThat(print(ConstInt.index(-3))).isEqualTo("-3");
    assertThat(print(ConstInt.of(3, DataType.INT64))).isEqualTo("pl.const(3, pl.INT64)");
    assertThat(print(ConstFloat.of(0.5, DataType.FP32))).isEqualTo("0.5");
    assertThat(print(ConstFloat.of(0.5, DataType.BF16))).isEqualTo("pl.const(0.5, pl.BF16)");
    assertThat(print(add(ConstInt.index(1), ConstInt.index(2))))
        .isEqualTo("pl.const(1, pl.INDEX) + pl.const(2, pl.INDEX)");
    assertThat(print(add(N, ConstInt.index(2)))).isEqualTo("n + 2");
    assertThat(print(Exprs.unary(UnaryOp.NEG, ConstInt.index(5), HERE)))
        .isEqualTo("-pl.const(5, pl.INDEX)");
  }

  @Test
  void dialectsDiffer() {
    Expr xor = binary(BinaryOp.XOR, B, ConstBool.of(true));
    Expr min = binary(BinaryOp.MIN, N, ConstInt.index(2));

    assertThat(print(xor)).isEqualTo("b ^ True");
    assertThat(IrPrinter.print(xor, PrintOptions.ecosystem())).isEqualTo("b xor True");
    assertThat(print(min)).isEqualTo("min(n, 2)");
    assertThat(IrPrinter.print(min, PrintOptions.ecosystem())).isEqualTo("pl.min(n, 2)");
  }

  @Test
  void nameOfAWindowIsSaidWhereItIsNotThatOfItsVariable() {
    Var buffer = new Var("buf", PtrType.INSTANCE, HERE);

    assertThat(IrPrinter.print(AssignStmt.of(buffer, window("buf"))))
        .isEqualTo("buf: pl.Ptr = pld.tensor.alloc_window_buffer(256)");
    assertThat(IrPrinter.print(AssignStmt.of(buffer, window("own"))))
        .isEqualTo("buf: pl.Ptr = pld.tensor.alloc_window_buffer(256, name='own')");
    assertThat(IrPrinter.print(AssignStmt.of(buffer, window("own")), PrintOptions.ecosystem()))
        .isEqualTo("buf: pl.Ptr = pld.tensor.alloc_window_buffer(256)");
  }

  private static Call window(String name) {
    return new Call(
        HERE,
        PtrType.INSTANCE,
        new Operator("pld.tensor.alloc_window_buffer"),
        ImmutableList.of(ConstInt.index(256)),
        Attrs.empty(),
        Attrs.of("name", AttrValue.of(name)));
  }

  @Test
  void deepTextIsRefusedBeforeItFillsTheMemory() {
    ImmutableList.Builder<Stmt> many = ImmutableList.builder();
    for (int i = 0; i < 40_000; i++) {
      many.add(EvalStmt.of(N));
    }
    Stmt body = SeqStmts.of(many.build(), HERE);
    for (int i = 0; i < 2_000; i++) {
      body = new ClusterScopeStmt(HERE, ImmutableList.of(), "", body, Attrs.empty());
    }
    Stmt deep = body;

    assertThatThrownBy(() -> IrPrinter.print(deep))
        .isInstanceOf(IrException.class)
        .hasMessage("the text of a program has at most 268435456 characters");
  }

  @Test
  void longChainOfConstantsIsPrintedInGoodTime() {
    Expr chain = N;
    for (int i = 0; i < 20_000; i++) {
      chain = new BinaryExpr(HERE, N.type(), BinaryOp.ADD, chain, ConstInt.index(1));
    }

    assertThat(print(chain)).isEqualTo("n" + " + 1".repeat(20_000));
  }

  @Test
  void conciseTextWithAnotherPrefix() {
    Var x = new Var("x", ScalarType.of(DataType.INT32), HERE);
    AssignStmt stmt = AssignStmt.of(x, new UnaryExpr(HERE, x.type(), UnaryOp.CAST, N));

    PrintOptions options = new PrintOptions(Dialect.SEED, true, "ir");
    assertThat(IrPrinter.print(stmt, options)).isEqualTo("x = ir.cast(n, ir.INT32)");
  }

  @Test
  void namesAreTold() {
    Var first = new Var("in", ScalarType.of(DataType.INDEX), HERE);
    Var second = new Var("in", ScalarType.of(DataType.INDEX), HERE);
    Function function =
        new Function(
            HERE,
            ImmutableList.of(first),
            ImmutableList.of(ParamDirection.IN),
            FunctionType.ORCHESTRATION,
            Optional.empty(),
            Optional.empty(),
            Attrs.empty(),
            false,
            ImmutableList.of(),
            SeqStmts.of(
                ImmutableList.of(
                    AssignStmt.of(second, add(first, ConstInt.index(1))),
                    ReturnStmt.of(ImmutableList.of(second), HERE)),
                HERE),
            "f");

    String text = IrPrinter.print(Program.of("P", ImmutableList.of(function), HERE));

    assertThat(text)
        .isEqualTo(
            """
            # pypto.program: P
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
                def f(self, in_: pl.Scalar[pl.INDEX]):
                    in__1: pl.Scalar[pl.INDEX] = in_ + 1
                    return in__1\
            """);
  }

  @Test
  void implicitViewOfATileIsNotPrinted() {
    TileType tile = TileType.of(DataType.FP16, MemorySpace.LEFT, 16, 16);

    assertThat(IrPrinter.print(tile)).isEqualTo("pl.Tile[[16, 16], pl.FP16, pl.Mem.Left]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"frontend", "scheduled", "host"})
  void textIsReadAndPrintedUnchanged(String name) throws IOException {
    String text =
        Resources.toString(Resources.getResource("text/" + name + ".py"), StandardCharsets.UTF_8)
            .stripTrailing();

    Program program = IrParser.program(text, name + ".py");

    assertThat(IrPrinter.print(program, PrintOptions.ecosystem())).isEqualTo(text);
    RoundTrip.check(program, name);
  }

  private static Expr add(Expr left, Expr right) {
    return binary(BinaryOp.ADD, left, right);
  }

  private static Expr mul(Expr left, Expr right) {
    return binary(BinaryOp.MUL, left, right);
  }

  private static Expr binary(BinaryOp op, Expr left, Expr right) {
    return Exprs.binary(op, left, right, HERE);
  }

  private static String print(Expr expr) {
    return IrPrinter.print(expr);
  }
}
