package io.pto4j.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.compare.IrEquality;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operator on scalars, against a list that is written by hand. */
class ScalarOperatorsTest {
  private static final Span HERE = Span.unknown();

  /**
   * Kind, types of the operands, type of the result, a type that is refused, text, and the text of
   * the ecosystem where it is another one.
   */
  private static final String LIST =
      """
      Add           ; INT32 INT32   ; INT32  ; BOOL    ; a + b
      Sub           ; FP16 FP16     ; FP16   ; BOOL    ; a - b
      Mul           ; INDEX INDEX   ; INDEX  ; TASK_ID ; a * b
      FloorDiv      ; INT64 INT64   ; INT64  ; BOOL    ; a // b
      FloorMod      ; UINT8 UINT8   ; UINT8  ; BOOL    ; a % b
      FloatDiv      ; FP32 FP32     ; FP32   ; INT32   ; a / b
      Min           ; INT16 INT16   ; INT16  ; BOOL    ; min(a, b)    ; pl.min(a, b)
      Max           ; BF16 BF16     ; BF16   ; BOOL    ; max(a, b)    ; pl.max(a, b)
      Pow           ; FP32 FP32     ; FP32   ; BOOL    ; a ** b
      Eq            ; INT32 INT32   ; BOOL   ; TASK_ID ; a == b
      Ne            ; INT32 INT32   ; BOOL   ; BOOL    ; a != b
      Lt            ; FP32 FP32     ; BOOL   ; BOOL    ; a < b
      Le            ; INDEX INDEX   ; BOOL   ; BOOL    ; a <= b
      Gt            ; UINT64 UINT64 ; BOOL   ; BOOL    ; a > b
      Ge            ; INT8 INT8     ; BOOL   ; BOOL    ; a >= b
      And           ; BOOL BOOL     ; BOOL   ; INT32   ; a and b
      Or            ; BOOL BOOL     ; BOOL   ; INT32   ; a or b
      Xor           ; BOOL BOOL     ; BOOL   ; INT32   ; a ^ b        ; a xor b
      BitAnd        ; INT32 INT32   ; INT32  ; FP32    ; a & b
      BitOr         ; UINT16 UINT16 ; UINT16 ; FP32    ; a | b
      BitXor        ; INT64 INT64   ; INT64  ; BOOL    ; a ^ b
      BitShiftLeft  ; INT32 INT32   ; INT32  ; FP32    ; a << b
      BitShiftRight ; UINT32 UINT32 ; UINT32 ; FP32    ; a >> b
      Abs           ; INT32         ; INT32  ; BOOL    ; abs(a)
      Neg           ; FP32          ; FP32   ; BOOL    ; -a
      Not           ; BOOL          ; BOOL   ; INT32   ; not a
      BitNot        ; UINT8         ; UINT8  ; FP32    ; ~a
      Cast          ; FP32          ; INT32  ; -       ; pl.cast(a, pl.INT32)
      """;

  private static final Listed ROWS = Listed.of(LIST, " *; ");

  /** The kinds of operators in the list. */
  static ImmutableList<String> rows() {
    return ROWS.names();
  }

  static ImmutableList<Arguments> listed() {
    return ROWS.arguments();
  }

  @Test
  void listHasEveryOperator() {
    assertThat(rows())
        .containsExactlyElementsOf(
            Stream.concat(
                    Arrays.stream(BinaryOp.values()).map(BinaryOp::nodeName),
                    Arrays.stream(UnaryOp.values()).map(UnaryOp::nodeName))
                .toList());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("listed")
  void isAsListed(String kind, ImmutableList<String> row) {
    ImmutableList<Var> operands = operands(row.get(1));
    DataType result = DataType.valueOf(row.get(2));
    Expr expr = apply(kind, operands, result);
    Program program = returning(operands, expr);
    String text = IrPrinter.print(program);

    assertThat(NodeFields.kind(expr)).isEqualTo(kind);
    assertThat(expr.type()).isEqualTo(ScalarType.of(result));
    assertThat(text).contains("return " + row.get(4));
    IrEquality.assertEqual(program, IrParser.program(text, "k.py"), false);
    assertThat(IrPrinter.print(program, PrintOptions.ecosystem()))
        .contains("return " + Iterables.getLast(row));
    byte[] bytes = IrWriter.write(expr);
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
        .contains("type" + (char) (0xa0 + kind.length()) + kind);
    IrEquality.assertEqual(expr, IrReader.read(bytes, Expr.class), true);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("listed")
  void operandOfAnotherFamilyIsRefused(String kind, ImmutableList<String> row) {
    if (row.get(3).equals("-")) {
      assertThat(Exprs.cast(ConstBool.of(true), DataType.INT8, HERE).type())
          .isEqualTo(ScalarType.of(DataType.INT8));
      return;
    }
    ImmutableList<Var> operands = operands(row.get(1).replaceAll("\\w+", row.get(3)));

    assertThatThrownBy(() -> apply(kind, operands, DataType.INT32))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("does not accept");
  }

  private static ImmutableList<Var> operands(String types) {
    ImmutableList.Builder<Var> operands = ImmutableList.builder();
    char name = 'a';
    for (String type : Splitter.on(' ').split(types)) {
      operands.add(new Var(String.valueOf(name++), ScalarType.of(DataType.valueOf(type)), HERE));
    }
    return operands.build();
  }

  private static Expr apply(String kind, ImmutableList<Var> operands, DataType result) {
    Optional<BinaryOp> binary =
        Arrays.stream(BinaryOp.values()).filter(o -> o.nodeName().equals(kind)).findFirst();
    if (binary.isPresent()) {
      return Exprs.binary(binary.get(), operands.get(0), operands.get(1), HERE);
    }
    UnaryOp unary =
        Arrays.stream(UnaryOp.values())
            .filter(o -> o.nodeName().equals(kind))
            .findFirst()
            .orElseThrow();
    return unary == UnaryOp.CAST
        ? Exprs.cast(operands.getFirst(), result, HERE)
        : Exprs.unary(unary, operands.getFirst(), HERE);
  }

  private static Program returning(ImmutableList<Var> params, Expr value) {
    Function f =
        new Function(
            HERE,
            params,
            ImmutableList.copyOf(params.stream().map(_ -> ParamDirection.IN).toList()),
            FunctionType.OPAQUE,
            Optional.empty(),
            Optional.empty(),
            Attrs.empty(),
            false,
            ImmutableList.of(value.type()),
            ReturnStmt.of(ImmutableList.of(value), HERE),
            "f");
    return Program.of("P", ImmutableList.of(f), HERE);
  }
}
