package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.MemorySpace.ACC;
import static io.pto4j.ir.MemorySpace.LEFT;
import static io.pto4j.ir.MemorySpace.MAT;
import static io.pto4j.ir.MemorySpace.RIGHT;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.dims;
import static io.pto4j.op.Calls.index;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tile;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Views of memory, reinterpreted elements, and products of batches and of single rows. */
class ReinterpretTest {
  @Provide
  Arbitrary<DataType> numbers() {
    return Arbitraries.of(DataType.INT8, DataType.UINT16, INT32, DataType.INT64, FP16, BF16, FP32);
  }

  private static long bytes(ShapedType type) {
    return Dims.elements(type.shape()).orElseThrow() * type.dtype().bytes();
  }

  private static Attrs as(DataType dtype) {
    return Attrs.of("dtype", AttrValue.of(dtype));
  }

  @Property(tries = 100)
  void reinterpretingKeepsTheBytesAndComesBack(
      @ForAll("numbers") DataType from,
      @ForAll("numbers") DataType to,
      @ForAll @IntRange(min = 1, max = 8) int rows,
      @ForAll @IntRange(min = 1, max = 8) int blocks) {
    Assume.that(from != to);
    var tile = vec(from, rows, 8L * blocks);
    TileType read = (TileType) call("tile.reinterpret_view", as(to), tile).type();
    assertThat(read.dtype()).isEqualTo(to);
    assertThat(bytes(read)).isEqualTo(bytes((TileType) tile.type()));
    assertThat(call("tile.reinterpret_view", as(from), value("r", read)).type())
        .isEqualTo(tile.type());
    var tensor = tensor(from, rows, 8L * blocks);
    assertThat(call("tensor.reinterpret_view", as(to), tensor).type())
        .isEqualTo(TensorType.of(to, read.shape()));
    assertThat(call("tensor.reinterpret_view", as(to), tensor, tuple(read.shape())).type())
        .isEqualTo(TensorType.of(to, read.shape()));
  }

  @Test
  void bytesThatDoNotDivide() {
    assertThatThrownBy(() -> call("tile.reinterpret_view", as(FP32), vec(FP16, 8, 33)))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("no whole number of fp32");
    assertThatThrownBy(() -> call("tile.reinterpret_view", as(FP32), tile(FP16, MAT, 16, 16)))
        .hasMessageContaining("in boxes");
  }

  @Test
  void aViewWritesItsStridesOut() {
    assertThat(call("tensor.view", tensor(FP32, 64, 64), tuple(32, 128)).type())
        .isEqualTo(strided(FP32, Dims.of(32, 128), Dims.of(128, 1), TensorLayout.ND));
    Attrs columns = Attrs.of("layout", new AttrValue.OfTensorLayout(TensorLayout.DN));
    var flipped = call("tensor.view", columns, tensor(FP32, 16, 64));
    assertThat(flipped.type())
        .isEqualTo(strided(FP32, Dims.of(64, 16), Dims.of(1, 64), TensorLayout.DN));
    Attrs rows = Attrs.of("layout", new AttrValue.OfTensorLayout(TensorLayout.ND));
    assertThat(call("tensor.view", rows, value("v", flipped.type())).type())
        .isEqualTo(strided(FP32, Dims.of(16, 64), Dims.of(64, 1), TensorLayout.ND));
  }

  private static TensorType strided(
      DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> strides, TensorLayout layout) {
    return TensorType.of(dtype, shape)
        .withTensorView(Optional.of(TensorView.packed().withStride(strides).withLayout(layout)));
  }

  @Test
  void aPartialViewKeepsItsElements() {
    var n = index("n");
    var partial =
        value(
            "x",
            TensorType.of(FP32, 2, 32, 64)
                .withTensorView(Optional.of(TensorView.packed().withValidShape(dims(1, n, 64)))));
    TensorType view = (TensorType) call("tensor.view", partial, tuple(64, 64)).type();
    assertThat(view.effectiveView().validShape()).isEqualTo(dims(n, 64));
    TensorType stated =
        (TensorType) call("tensor.view", partial, tuple(64, 64), tuple(n, 64)).type();
    assertThat(stated).isEqualTo(view);
    assertThatThrownBy(() -> call("tensor.view", partial, tuple(64, 64), tuple(n, 32)))
        .hasMessageContaining("not known to hold");
  }

  @Property(tries = 50)
  void productsOfBatches(
      @ForAll @IntRange(min = 1, max = 3) int batch, @ForAll boolean broadcastLhs) {
    var lhs = tile(BF16, LEFT, broadcastLhs ? 1 : batch, 16, 32);
    var rhs = tile(BF16, RIGHT, batch, 32, 8);
    var product = call("tile.batch_matmul", lhs, rhs);
    assertThat(((TileType) product.type()).shape()).isEqualTo(Dims.of(batch, 16, 8));
    assertThat(call("tile.batch_matmul_acc", value("acc", product.type()), lhs, rhs).type())
        .isEqualTo(product.type());
  }

  @Test
  void aRowTimesAMatrix() {
    var row = tile(FP16, LEFT, 1, 64);
    var matrix = tile(FP16, RIGHT, 64, 32);
    var product = call("tile.gemv", row, matrix);
    TileType type = (TileType) product.type();
    assertThat(type.shape()).isEqualTo(Dims.of(16, 32));
    assertThat(type.validShape()).isEqualTo(Dims.of(1, 32));
    assertThat(type.memorySpace()).contains(ACC);
    assertThat(call("tile.gemv_acc", value("acc", type), row, matrix).type()).isEqualTo(type);
    assertThatThrownBy(() -> call("tile.gemv", tile(FP16, LEFT, 2, 64), matrix))
        .hasMessageContaining("must be one row");
  }
}
