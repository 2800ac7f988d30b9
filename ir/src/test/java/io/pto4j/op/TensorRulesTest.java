package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.BOOL;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT16;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT64;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.DataType.UINT16;
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
import com.google.common.collect.ImmutableSet;
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
import io.pto4j.ir.TensorView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What tensor operators take and give where tile operators have no such rule. */
class TensorRulesTest {
  private static final Set<DataType> FLOATS = ImmutableSet.of(FP16, BF16, FP32);
  private static final Set<DataType> SIGNED = ImmutableSet.of(INT8, INT16, INT32, INT64);

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

  @Provide
  Arbitrary<DataType> elements() {
    return Arbitraries.of(INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, FP16, BF16, FP32, BOOL);
  }

  /** A float holds more than any other, a wide number more than a narrow one, signed more. */
  private static int reach(DataType dtype) {
    int width = dtype == BOOL ? 1 : dtype.bits();
    return (FLOATS.contains(dtype) ? 1000 : 0) + 2 * width + (SIGNED.contains(dtype) ? 1 : 0);
  }

  @Property(tries = 300)
  void aScalarWidensTheElements(
      @ForAll("elements") DataType element,
      @ForAll("elements") DataType given,
      @ForAll("scalarForms") String op) {
    DataType wider = reach(given) > reach(element) ? given : element;
    Attrs kwargs = op.equals("cmp") ? ints("cmp_type", 0) : Attrs.empty();
    assertThat(type("tensor." + op, kwargs, tensor(element, 4, 8), scalar("s", given)))
        .contains(TensorType.of(wider, 4, 8));
  }

  @Provide
  Arbitrary<String> scalarForms() {
    return Arbitraries.of("adds", "muls", "divs", "fmods", "maximum", "minimum", "cmp");
  }

  /** Only what would lose a fraction is refused; the elements stay what they are. */
  @Property(tries = 200)
  void aDifferenceAndAFillKeepTheirElements(
      @ForAll("elements") DataType element, @ForAll("elements") DataType given) {
    Set<DataType> subtracted = ImmutableSet.of(INT8, INT16, INT32, FP16, BF16, FP32);
    boolean lossy = FLOATS.contains(given) && !FLOATS.contains(element);
    boolean subtracts = subtracted.contains(element) && subtracted.contains(given);
    Optional<Type> kept = Optional.of(TensorType.of(element, 4, 8));
    Var tensor = tensor(element, 4, 8);
    assertThat(type("tensor.subs", tensor, scalar("s", given)))
        .isEqualTo(subtracts && !lossy ? kept : Optional.empty());
    assertThat(type("tensor.expands", tensor, scalar("s", given)))
        .isEqualTo(lossy ? Optional.empty() : kept);
  }

  @Test
  void anIndexMeetsNoElements() {
    for (String op : ImmutableList.of("adds", "expands", "maximum")) {
      refused("is an index", "tensor." + op, tensor(FP32, 4, 8), index("n"));
    }
  }

  /** Where one part is stretched, it is valid all along; one region must contain the other. */
  @Property(tries = 200)
  void partsBroadcast(
      @ForAll @IntRange(min = 0, max = 4) int rows,
      @ForAll @IntRange(min = 1, max = 4) int columns,
      @ForAll boolean row) {
    TensorType whole = TensorType.of(FP16, 4, 4);
    Var x =
        value(
            "x",
            whole.withTensorView(
                Optional.of(TensorView.packed().withValidShape(dims(rows, columns)))));
    Optional<Type> given = type("tensor.part_add", x, row ? tensor(FP32, 1, 4) : tensor(FP32, 4));
    assertThat(given).contains(TensorType.of(FP32, 4, 4));
    refused("do not broadcast", "tensor.part_max", x, tensor(FP32, 3, 4));
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
  @Property(tries = 200)
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

  /** Exchanging rows and columns of columns gives rows, and of these the columns again. */
  @Property(tries = 100)
  void transposedColumnsAreRows(
      @ForAll @IntRange(min = 1, max = 8) int rows,
      @ForAll @IntRange(min = 1, max = 8) int columns) {
    TensorView inColumns = TensorView.packed().withLayout(TensorLayout.DN);
    Var x = value("x", TensorType.of(FP32, rows, columns).withTensorView(Optional.of(inColumns)));
    Type once = call("tensor.transpose", x, ConstInt.index(0), ConstInt.index(1)).type();
    assertThat(once).isEqualTo(TensorType.of(FP32, columns, rows));
    Type twice =
        call("tensor.transpose", value("t", once), ConstInt.index(-1), ConstInt.index(-2)).type();
    assertThat(((TensorType) twice).effectiveView().stride()).isEqualTo(dims(1, rows));
  }

  @Test
  void aViewDoesNotNarrow() {
    Attrs columns = Attrs.of("layout", new AttrValue.OfTensorLayout(TensorLayout.DN));
    refused("valid in [2, 8]", "tensor.view", tensor(FP32, 4, 8), tuple(4, 8), tuple(2, 8));
    refused("belongs to a shape", "tensor.view", columns, tensor(FP32, 4, 8), tuple(), tuple(2, 8));
    refused("no columns", "tensor.view", columns, tensor(FP32, 4, 8), tuple(32));
  }

  @Property(tries = 200)
  void aFillIsOfItsElements(
      @ForAll("elements") DataType element, @ForAll @IntRange(min = -300, max = 300) int number) {
    Expr shape = tuple(4, 8);
    int bits = element == BOOL ? 1 : element.bits();
    boolean unsigned = !SIGNED.contains(element);
    long least = unsigned ? 0 : -(1L << (bits - 1));
    double most = Math.pow(2, unsigned ? bits : bits - 1) - 1;
    boolean fits = FLOATS.contains(element) || (number >= least && number <= most);
    Expr value = ConstFloat.of((double) number, FP32);
    assertThat(type("tensor.full", as(element), shape, value).isPresent()).isEqualTo(fits);
    assertThat(type("tensor.full", as(element), shape, scalar("s", element)))
        .contains(TensorType.of(element, 4, 8));
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
