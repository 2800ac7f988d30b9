package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IrParserTest {
  @Test
  void readsWhatAnAuthorWrites() {
    Program program =
        IrParser.program(
            """
            import pypto.language as pl

            ROWS = 32
            N = pl.dynamic("N")

            @pl.program
            class Scale:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[N, 64], pl.FP32], s: pl.FP32,
                      y: pl.Out[pl.Tensor[[N, 64], pl.FP32]]) -> pl.Tensor[[N, 64], pl.FP32]:
                    # one block of rows after the other
                    for i in range(4):
                        t = pl.tile.load(x, [i * ROWS, 0], [ROWS, 64], [ROWS, 64], target_memory=pl.Mem.Vec)
                        y = pl.tile.store(pl.tile.muls(t, s), [i * ROWS, 0], y)
                    return y

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[128, 64], pl.FP32], y: pl.Out[pl.Tensor[[128, 64], pl.FP32]]):
                    r = self.k(x, 2.0, y)
                    return r
            """,
            "scale.py");

    Function kernel = program.functions().get("k");
    assertThat(kernel.funcType()).isEqualTo(FunctionType.INCORE);
    assertThat(kernel.params()).extracting(Var::nameHint).containsExactly("x", "s", "y");
    Stmt loop = SeqStmts.listOf(kernel.body()).getFirst();
    assertThat(loop).isInstanceOf(ForStmt.class);
    assertThat(loop.leadingComments()).containsExactly("one block of rows after the other");
    assertThat(loop.span()).isEqualTo(new Span("scale.py", 12, 9, 12, 26));
    // the callee's dynamic extent is what the argument says
    Stmt call = SeqStmts.listOf(program.functions().get("main").body()).getFirst();
    assertThat(((AssignStmt) call).var().type())
        .satisfies(t -> assertThat(IrPrinter.print(t)).isEqualTo("pl.Tensor[[128, 64], pl.FP32]"));
  }

  @Test
  void assigningANameAgainKeepsItsVariable() {
    List<Stmt> stmts =
        body(
            """
            x = 1
            x = x + n
            """);

    assertThat(((AssignStmt) stmts.get(1)).var()).isSameAs(((AssignStmt) stmts.get(0)).var());
  }

  @Test
  void literalsAreFoldedAndTypedConstantsAreNot() {
    List<Stmt> stmts =
        body(
            """
            a = 32 + 2 * -3
            b = pl.const(32, pl.INDEX) + 1
            c: pl.Scalar[pl.INT32] = 7
            """);

    assertThat(value(stmts.get(0)))
        .isInstanceOfSatisfying(ConstInt.class, c -> assertThat(c.value()).isEqualTo(26));
    assertThat(value(stmts.get(1))).isInstanceOf(BinaryExpr.class);
    assertThat(value(stmts.get(2)).type()).isEqualTo(ScalarType.of(DataType.INT32));
  }

  @Test
  void smallestIntegerIsRead() {
    List<Stmt> stmts = body("a = -9223372036854775808\n");

    assertThat(value(stmts.getFirst()))
        .isInstanceOfSatisfying(
            ConstInt.class, c -> assertThat(c.value()).isEqualTo(Long.MIN_VALUE));
  }

  @Test
  void unknownExtentOutsideAProgramIsDynamic() {
    Function function =
        (Function)
            IrParser.parse(
                """
                @pl.function
                def f(x: pl.Tensor[[M, 64], pl.FP32], y: pl.Tensor[[M, 64], pl.FP32]):
                    return
                """,
                "f.py");

    TensorType x = (TensorType) function.params().get(0).type();
    TensorType y = (TensorType) function.params().get(1).type();
    assertThat(x.shape().getFirst()).isSameAs(y.shape().getFirst());
  }

  @Test
  void errorShowsThePlace() {
    assertThatThrownBy(() -> body("x = n + unknwon\n"))
        .isInstanceOf(IrException.class)
        .hasMessage(
            """
            t.py:3:13: Undefined variable 'unknwon' [E200 UndefinedVariableError]
                  x = n + unknwon
                          ^
              hint: define it first\
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x = = 1",
        "x = 'text'",
        "x = n < 1 < 2",
        "x = pl.tile.nothing(n)",
        "x: pl.Scalar[pl.FP32] = 1",
        "x = n[0]",
        "x: pl.Tile[[4], pl.FP99] = n",
        "x = self.missing(n)",
        "x = 99999999999999999999",
        "x = 9223372036854775808",
        "if n:\n        pass",
        "for i in n:\n        pass",
        "for i, (a,) in pl.range(4):\n        pass",
        "for i in pl.range():\n        pass",
        "for i in pl.pipeline(4):\n        pass",
        "with pl.nothing():\n        pass",
        "with pl.at():\n        pass",
        "with pl.cluster() as t:\n        pass",
        "with pl.spmd():\n        pass",
        "for (a,) in pl.while_(init_values=(n,)):\n        pass",
        "def g():\n        pass",
        "x = 'open",
        "x = (n",
        "x = pl.cast()",
        "pl.func_attr({'a': 1})",
        "x = lambda: 1",
        "x += 1"
      })
  void mistakesHaveAPlace(String statement) {
    assertThatThrownBy(() -> body("pl.system.bar_all()\n    " + statement + "\n"))
        .isInstanceOfSatisfying(
            IrException.class, e -> assertThat(e.span().beginLine()).isGreaterThan(3))
        .hasMessageStartingWith("t.py:");
  }

  @Test
  void textWithoutProgramIsRefused() {
    assertThatThrownBy(() -> IrParser.parse("x = 1\n", "t.py"))
        .isInstanceOf(IrException.class)
        .hasMessage(
            """
            t.py: No @pl.function or @pl.program found [ParserError]
              hint: the text must hold one of them\
            """);
  }

  private static List<Stmt> body(String statements) {
    String text = "@pl.function\ndef f(n: pl.Scalar[pl.INDEX]):\n" + statements.strip().indent(4);
    return SeqStmts.listOf(((Function) IrParser.parse(text, "t.py")).body());
  }

  private static Expr value(Stmt stmt) {
    return ((AssignStmt) stmt).value();
  }
}
