package io.pto4j.serial;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.io.BaseEncoding;
import com.google.common.primitives.Bytes;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IrSerialTest {
  private static final Span HERE = Span.unknown();
  private static final ScalarType INDEX = ScalarType.of(DataType.INDEX);

  @Test
  void constantHasTheDocumentedBytes() {
    byte[] expected =
        BaseEncoding.base16()
            .lowerCase()
            .decode(
                "83a66669656c647383a47370616e85ac626567696e5f636f6c756d6eff"
                    + "aa626567696e5f6c696e65ffaa656e645f636f6c756d6eff"
                    + "a8656e645f6c696e65ffa866696c656e616d65a0"
                    + "a47479706582a5647479706515a9747970655f6b696e64aa5363616c617254797065"
                    + "a576616c756505a2696400a474797065a8436f6e7374496e74");

    assertThat(IrWriter.write(ConstInt.index(5))).isEqualTo(expected);
    assertThat(IrReader.read(expected, ConstInt.class).value()).isEqualTo(5);
  }

  @Test
  void integralDoubleStaysDouble() {
    byte[] bytes = IrWriter.write(ConstFloat.of(-0.0, DataType.FP32));

    double value = IrReader.read(bytes, ConstFloat.class).value();
    assertThat(Double.doubleToRawLongBits(value)).isEqualTo(Double.doubleToRawLongBits(-0.0));
  }

  @Test
  void sharedNodeStaysShared() {
    Var x = new Var("x", INDEX, HERE);
    BinaryExpr twice = Exprs.binary(BinaryOp.ADD, x, x, HERE);
    BinaryExpr sum = Exprs.binary(BinaryOp.MUL, twice, twice, HERE);

    BinaryExpr read = roundTrip(sum, BinaryExpr.class);

    assertThat(read.left()).isSameAs(read.right());
    assertThat(((BinaryExpr) read.left()).left()).isSameAs(((BinaryExpr) read.right()).right());
  }

  @Test
  void conditionOfWhileMayUseItsCarriedValue() {
    IterArg i = new IterArg("i", INDEX, ConstInt.index(0), HERE);
    WhileStmt loop =
        new WhileStmt(
            HERE,
            ImmutableList.of("counts"),
            ImmutableList.of(i),
            Exprs.binary(BinaryOp.LT, i, ConstInt.index(9), HERE),
            YieldStmt.of(
                ImmutableList.of(Exprs.binary(BinaryOp.ADD, i, ConstInt.index(1), HERE)), HERE),
            ImmutableList.of(new Var("n", INDEX, HERE)));

    WhileStmt read = roundTrip(loop, WhileStmt.class);

    assertThat(((BinaryExpr) read.condition()).left()).isSameAs(read.iterArgs().getFirst());
    assertThat(read.leadingComments()).containsExactly("counts");
  }

  @Test
  void deepExpressionIsReadBack() {
    Expr sum = ConstInt.index(0);
    for (int i = 0; i < 9_000; i++) {
      sum = Exprs.binary(BinaryOp.ADD, sum, ConstInt.index(i), HERE);
    }

    assertThat(IrWriter.write(roundTrip(sum, BinaryExpr.class))).isEqualTo(IrWriter.write(sum));
  }

  @Test
  void tooDeepExpressionIsRefused() {
    Expr sum = ConstInt.index(0);
    for (int i = 0; i < 10_500; i++) {
      sum = Exprs.binary(BinaryOp.ADD, sum, ConstInt.index(i), HERE);
    }
    byte[] bytes = IrWriter.write(sum);

    assertThatThrownBy(() -> IrReader.read(bytes, Expr.class))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("nested deeper than");
  }

  @Test
  void everyTruncationIsReported() {
    byte[] bytes = IrWriter.write(assignment());

    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> IrReader.read(cut, AssignStmt.class))
          .isInstanceOf(IrException.class)
          .hasMessageContaining("at byte");
    }
  }

  @Test
  void hostileLengthCostsNothing() {
    byte[] array = {(byte) 0xdd, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff};
    byte[] text = {(byte) 0xdb, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff};
    byte[] nested = new byte[1 << 20];
    Arrays.fill(nested, (byte) 0x91);

    assertRefused(array, "a length of 2147483647 where only 0 bytes are left at byte 0");
    assertRefused(text, "a length of 2147483647 where only 0 bytes are left at byte 0");
    assertRefused(nested, "nested deeper than");
  }

  @Test
  void wrongRootIsNamed() {
    byte[] bytes = IrWriter.write(assignment());

    assertThatThrownBy(() -> IrReader.read(bytes))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("AssignStmt where a node of kind Program is expected");
  }

  @Test
  void unknownEnumNumberIsRefused() {
    byte[] bytes = IrWriter.write(loop());
    byte[] key = {(byte) 0xa4, 'k', 'i', 'n', 'd'};
    int at = Bytes.indexOf(bytes, key);
    bytes[at + key.length] = 77;

    assertThatThrownBy(() -> IrReader.read(bytes, ForStmt.class))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("77 is not a valid ForKind at byte " + (at + key.length));
  }

  @Test
  void programKeepsItsFunctions() {
    Program empty = Program.of("nothing", ImmutableList.of(), HERE);

    assertThat(IrReader.read(IrWriter.write(empty)).name()).isEqualTo("nothing");
  }

  @Test
  void onlyAnUnusualPolicyOfALoopIsWritten() {
    ForStmt required = loop().withHardwareLoopPolicy(HardwareLoopPolicy.REQUIRE);

    assertThat(new String(IrWriter.write(loop()), ISO_8859_1)).doesNotContain("loop_policy");
    assertThat(new String(IrWriter.write(required), ISO_8859_1)).contains("hardware_loop_policy");
    assertThat(roundTrip(loop(), ForStmt.class).hardwareLoopPolicy())
        .isEqualTo(HardwareLoopPolicy.AUTO);
    assertThat(roundTrip(required, ForStmt.class).hardwareLoopPolicy())
        .isEqualTo(HardwareLoopPolicy.REQUIRE);
  }

  private static void assertRefused(byte[] bytes, String message) {
    assertThatThrownBy(() -> IrReader.read(bytes))
        .isInstanceOf(IrException.class)
        .hasMessageContaining(message);
  }

  private static AssignStmt assignment() {
    return AssignStmt.of(new Var("x", INDEX, HERE), ConstInt.index(1000));
  }

  private static ForStmt loop() {
    return new ForStmt(
        HERE,
        ImmutableList.of(),
        new Var("i", INDEX, HERE),
        ConstInt.index(0),
        ConstInt.index(4),
        ConstInt.index(1),
        ImmutableList.of(),
        SeqStmts.of(ImmutableList.of(), HERE),
        ImmutableList.of(),
        ForKind.PARALLEL,
        Attrs.empty(),
        HardwareLoopPolicy.AUTO);
  }

  private static <N extends IrNode> N roundTrip(IrNode node, Class<N> type) {
    return IrReader.read(IrWriter.write(node), type);
  }
}
