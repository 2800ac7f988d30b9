package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT16;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.DataType.UINT16;
import static io.pto4j.ir.DataType.UINT32;
import static io.pto4j.ir.DataType.UINT8;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.refused;
import static io.pto4j.op.Calls.scalar;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.op.rule.Promotion;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What holds of several rules together, and what calls do to their operands. */
class TypeRulesTest {
  @Provide
  Arbitrary<DataType> elements() {
    return Arbitraries.of(
        Arrays.stream(DataType.values()).filter(d -> d.isFloat() || d.isInt()).toList());
  }

  @Property
  void promotionTakesOneOfTheTwo(@ForAll("elements") DataType a, @ForAll("elements") DataType b) {
    DataType promoted = Promotion.of(a, b);
    assertThat(promoted).isIn(a, b);
    assertThat(promoted.isFloat()).isEqualTo(a.isFloat() || b.isFloat());
    if (a.isFloat() == b.isFloat()) {
      assertThat(promoted.bits()).isEqualTo(Math.max(a.bits(), b.bits()));
      if (a.bits() == b.bits() && a != b && a.isInt()) {
        assertThat(promoted.isSignedInt()).isEqualTo(a.isSignedInt() || b.isSignedInt());
      }
    }
  }

  @Property(tries = 50)
  void aReductionIsTheVectorOfItsExpansion(
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 40) int columns) {
    var matrix = vec(FP32, rows, columns);
    Type sums = call("tile.row_sum", matrix, matrix).type();
    assertThat(call("tile.row_expand_div", matrix, value("s", sums)).type())
        .isEqualTo(matrix.type());
    Type maxima = call("tile.col_max", matrix).type();
    assertThat(call("tile.col_expand_sub", matrix, value("m", maxima)).type())
        .isEqualTo(matrix.type());
  }

  @Test
  void unsignedChoicesTakeASignedScalar() {
    Var mask = vec(UINT8, 4, 32);
    Var tmp = vec(UINT8, 1, 32);
    for (DataType a : List.of(UINT8, UINT16, UINT32)) {
      DataType signed = a == UINT8 ? INT8 : a == UINT16 ? INT16 : INT32;
      long all = (1L << a.bits()) - 1;
      assertThat(call("tile.sels", mask, vec(a, 4, 32), tmp, ConstInt.index(all)).args().get(3))
          .isEqualTo(ConstInt.of(-1, signed));
    }
    assertThat(call("tile.sels", mask, vec(FP16, 4, 32), tmp, ConstInt.index(2)).args().get(3))
        .isEqualTo(ConstFloat.of(2, FP16));
    refused("dtype bfloat16", "tile.sels", mask, vec(BF16, 4, 32), tmp, scalar("s", BF16));
  }
}
