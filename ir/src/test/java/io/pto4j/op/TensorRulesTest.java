package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT16;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT64;
import static io.pto4j.ir.DataType.UINT32;
import static io.pto4j.ir.DataType.UINT8;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.dims;
import static io.pto4j.op.Calls.index;
import static io.pto4j.op.Calls.ints;
import static io.pto4j.op.Calls.refused;
import static io.pto4j.op.Calls.scalar;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.window;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What tensor operators take and give where tile operators have no such rule. */
class TensorRulesTest {
  private static Optional<Type> type(String op, Attrs kwargs, Expr... args) {
    try {
      return Optional.of(call(op, kwargs, args).type());
    } catch (IrException e) {
      assertThat(e.hint()).isNotBlank();
      return Optional.empty();
    }
  }

  private static Optional<Type> type(String op, Expr... args) {
    return type(op, Attrs.empty(), args);
  }

  private static Attrs as(DataType dtype) {
    return Attrs.of("dtype", AttrValue.of(dtype));
  }

  @Test
  void anIndexMeetsNoElements() {
    for (String op : ImmutableList.of("adds", "expands", "maximum")) {
      refused("is an index", "tensor." + op, tensor(FP32, 4, 8), index("n"));
    }
  }

  /** Extents that are the same number are written as the shape has them. */
  @Test
  void anEqualExtentLeavesTheTensorWhole() {
    Var n = index("n");
    Expr twice = Exprs.binary(BinaryOp.MUL, n, ConstInt.index(2), Span.unknown());
    Expr doubled = Exprs.binary(BinaryOp.MUL, ConstInt.index(2), n, Span.unknown());
    Var x = value("x", TensorType.of(FP32, dims(twice, 8)));
    Var y = value("y", TensorType.of(FP32, dims(doubled, 8)));
    assertThat(call("tensor.add", x, y).type()).isEqualTo(x.type());
  }

  @Test
  void bitsOfAnyIntegers() {
    for (DataType element : ImmutableList.of(DataType.INT4, DataType.UINT4, DataType.INDEX)) {
      assertThat(type("tensor.and", tensor(element, 4, 8), tensor(element, 4, 8)))
          .contains(TensorType.of(element, 4, 8));
    }
  }

  @Test
  void aKeywordSaysWhatItTakes() {
    Calls.refused(
        "'a_trans' must be True or False",
        "tensor.matmul",
        ints("a_trans", 1),
        tensor(FP16, 8, 8),
        tensor(FP16, 8, 8));
  }

  @Test
  void precisionIsForFloats() {
    Attrs precise = Attrs.of("high_precision", AttrValue.of(true));
    assertThat(type("tensor.div", precise, tensor(INT32, 4, 8), tensor(FP32, 4, 8)))
        .contains(TensorType.of(FP32, 4, 8));
    refused("not int32", "tensor.div", precise, tensor(INT32, 4, 8), tensor(INT16, 4, 8));
    refused("not int32", "tensor.recip", precise, tensor(INT32, 4, 8));
    refused("not bfloat16", "tensor.recip", precise, tensor(BF16, 4, 8));
  }

  @Test
  void aRepeatedBlockFitsItsTarget() {
    Var target = tensor(FP32, 4, 8, 8);
    assertThat(type("tensor.expand_clone", tensor(FP16, 1, 8, 8), target)).contains(target.type());
    refused(
        "into a target of fp16",
        "tensor.expand_clone",
        tensor(FP32, 1, 8, 8),
        tensor(FP16, 4, 8, 8));
  }

  /** The bytes of a row divide where the extent is a multiple, written in any way. */
  @Property(tries = 50)
  void multiplesOfSymbolsAreReinterpreted(
      @ForAll @IntRange(min = 1, max = 12) int factor,
      @ForAll boolean symbolFirst,
      @ForAll("readings") DataType to) {
    Var n = index("n");
    Expr number = ConstInt.index(factor);
    Expr extent =
        Exprs.binary(
            BinaryOp.MUL, symbolFirst ? n : number, symbolFirst ? number : n, Span.unknown());
    int ratio = to.bits() / UINT8.bits();
    Var bytes = value("x", TensorType.of(UINT8, dims(index("m"), extent)));
    Optional<Type> given = type("tensor.reinterpret_view", as(to), bytes);
    assertThat(given.isPresent()).isEqualTo(factor % ratio == 0);
    given.ifPresent(
        t -> {
          TensorType read = (TensorType) t;
          assertThat(type("tensor.reinterpret_view", as(UINT8), value("r", read))).isPresent();
          assertThat(type("tensor.reinterpret_view", as(to), bytes, tuple(read.shape())))
              .contains(read);
        });
  }

  @Provide
  Arbitrary<DataType> readings() {
    return Arbitraries.of(INT16, FP32, INT64);
  }

  @Test
  void aReinterpretedShapeHoldsIndices() {
    refused(
        "an extent that is a scalar of int32",
        "tensor.reinterpret_view",
        as(FP16),
        tensor(FP32, 4, 8),
        tuple(ConstInt.of(4, INT32), 16));
  }

  @Test
  void aViewDoesNotNarrow() {
    Attrs columns = Attrs.of("layout", new AttrValue.OfTensorLayout(TensorLayout.DN));
    refused("valid in [2, 8]", "tensor.view", tensor(FP32, 4, 8), tuple(4, 8), tuple(2, 8));
    refused("belongs to a shape", "tensor.view", columns, tensor(FP32, 4, 8), tuple(), tuple(2, 8));
    refused("no columns", "tensor.view", columns, tensor(FP32, 4, 8), tuple(32));
  }

  @Test
  void aCountBeginsWithAConstantOfAnyIntegerType() {
    assertThat(call("tensor.ci", as(INT16), ConstInt.of(3, INT64), tuple(1, 8)).args().getFirst())
        .isEqualTo(ConstInt.of(3, INT16));
    refused("dtype int32", "tensor.ci", as(INT16), scalar("s", INT32), tuple(1, 8));
    assertThat(type("tensor.ci", as(INT32), ConstInt.index(0), tuple(index("m"), 8))).isPresent();
    refused("one row", "tensor.ci", as(INT32), ConstInt.index(0), tuple(2, 8));
  }

  @Test
  void aSearchedValueIsOfTheElements() {
    Attrs kwargs = ints("cmp_mode", 0, "out_cols", 4, "offset", 0);
    assertThat(type("tensor.gather_compare", kwargs, tensor(FP16, 4, 8), scalar("s", FP16)))
        .isPresent();
    assertThat(type("tensor.gather_compare", kwargs, tensor(FP16, 4, 8), ConstFloat.of(0.5, FP32)))
        .isPresent();
    for (DataType other : ImmutableList.of(FP32, INT32, BF16)) {
      refused(
          "but the elements are fp16",
          "tensor.gather_compare",
          kwargs,
          tensor(FP16, 4, 8),
          scalar("s", other));
    }
  }

  @Test
  void rowsOfAnyElementsAreReplaced() {
    for (DataType element : ImmutableList.of(UINT32, DataType.FP8E4M3FN, BF16)) {
      assertThat(
              type(
                  "tensor.scatter_update",
                  tensor(element, 8, 4),
                  tensor(INT32, 1, 2),
                  tensor(element, 2, 4)))
          .contains(TensorType.of(element, 8, 4));
    }
  }

  @Test
  void countsThatDevicesExchangeAreColumns() {
    Expr[] operands = {
      tensor(FP32, 8, 16),
      window(FP32, 8, 16),
      window(INT32, 4, 1),
      tensor(INT32, 4),
      window(INT32, 4, 1)
    };
    assertThat(type("pld.tensor.all_to_all_v", operands)).isPresent();
    for (int i : new int[] {2, 4}) {
      Expr[] flat = operands.clone();
      flat[i] = window(INT32, 4);
      refused("must have rank 2", "pld.tensor.all_to_all_v", flat);
    }
  }
}
