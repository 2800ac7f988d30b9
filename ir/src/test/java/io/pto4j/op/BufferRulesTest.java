package io.pto4j.op;

import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.DataType.UINT8;
import static io.pto4j.ir.MemorySpace.ACC;
import static io.pto4j.ir.MemorySpace.BIAS;
import static io.pto4j.ir.MemorySpace.LEFT;
import static io.pto4j.ir.MemorySpace.MAT;
import static io.pto4j.ir.MemorySpace.RIGHT;
import static io.pto4j.ir.MemorySpace.VEC;
import static io.pto4j.op.Calls.buffer;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.index;
import static io.pto4j.op.Calls.refused;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.told;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Operators on explicit buffers. */
class BufferRulesTest {
  private static final BufferType ROWS = BufferType.of(FP32, VEC, 32, 64);
  private static final BufferType OPEN =
      ROWS.withValidShape(ImmutableList.of(BufferType.DYNAMIC, 64L));

  private static void refusedTold(Type result, String part, String name, Expr... args) {
    assertThatThrownBy(() -> told(result, name, args))
        .isInstanceOf(IrException.class)
        .hasMessageStartingWith(name)
        .hasMessageContaining(part);
  }

  @Test
  void anAllocationSaysTheExtentsThatItsTypeLeavesOpen() {
    Var rows = index("rows");
    assertThat(told(ROWS, "buffer.alloc", tuple()).type()).isEqualTo(ROWS);
    assertThat(told(OPEN, "buffer.alloc", tuple(rows)).type()).isEqualTo(OPEN);
    assertThat(told(OPEN, "buffer.alloc", tuple(rows), ConstInt.index(0)).type()).isEqualTo(OPEN);
    refused("does not say which buffer", "buffer.alloc", tuple());
    refusedTold(OPEN, "0 extents, but 1", "buffer.alloc", tuple());
    refusedTold(OPEN, "33 does not fit", "buffer.alloc", tuple(33));
    refusedTold(OPEN, "-1 does not fit", "buffer.alloc", tuple(-1));
    refusedTold(ROWS, "address is -1", "buffer.alloc", tuple(), ConstInt.index(-1));
  }

  @Property(tries = 200)
  void validExtentsChangeWhereTheTypeLeavesThemOpen(
      @ForAll @IntRange(min = -1, max = 34) int rows,
      @ForAll @IntRange(min = 62, max = 66) int columns) {
    boolean legal = rows >= 0 && rows <= 32 && columns == 64;
    try {
      assertThat(call("buffer.set_validshape", value("b", OPEN), tuple(rows, columns)).type())
          .isEqualTo(VoidType.INSTANCE);
      assertThat(legal).isTrue();
    } catch (IrException e) {
      assertThat(legal).isFalse();
    }
  }

  @Test
  void elementwiseBuffersAreAlike() {
    Var a = value("a", ROWS);
    assertThat(call("buffer.add", a, a, a).type()).isEqualTo(VoidType.INSTANCE);
    assertThat(call("buffer.mul", a, a, a).type()).isEqualTo(VoidType.INSTANCE);
    refused("'lhs' and 'dst'", "buffer.add", a, a, buffer(FP16, VEC, 32, 64));
    refused(
        "Mat",
        "buffer.mul",
        buffer(FP32, MAT, 8, 8),
        buffer(FP32, MAT, 8, 8),
        buffer(FP32, MAT, 8, 8));
  }

  @Test
  void copiesStayInVecOrStageAFactor() {
    assertThat(call("buffer.copy", buffer(FP16, MAT, 16, 32), buffer(FP16, LEFT, 16, 32)).type())
        .isEqualTo(VoidType.INSTANCE);
    assertThat(call("buffer.copy", value("a", ROWS), value("b", ROWS)).type())
        .isEqualTo(VoidType.INSTANCE);
    refused("Mat", "buffer.copy", buffer(FP16, MAT, 16, 32), buffer(FP16, LEFT, 16, 64));
    refused("Acc", "buffer.copy", buffer(FP32, ACC, 16, 16), buffer(FP32, VEC, 16, 16));
  }

  @Property(tries = 200)
  void transfersStayInTheTensor(
      @ForAll @IntRange(min = -2, max = 40) int row,
      @ForAll @IntRange(min = 0, max = 33) int rows) {
    Var x = tensor(FP32, 64, 64);
    Var b = value("b", OPEN);
    boolean legal = row >= 0 && rows <= 32 && row + rows <= 64;
    for (boolean load : new boolean[] {true, false}) {
      try {
        Type type =
            load
                ? call("buffer.load", x, tuple(row, 0), tuple(rows, 64), b).type()
                : call("buffer.store", b, tuple(row, 0), tuple(rows, 64), x).type();
        assertThat(type).isEqualTo(VoidType.INSTANCE);
        assertThat(legal).isTrue();
      } catch (IrException e) {
        assertThat(legal).isFalse();
      }
    }
  }

  @Test
  void transfersKeepTheType() {
    Expr zero = tuple(0, 0);
    Expr all = tuple(16, 16);
    assertThat(
            call("buffer.load", tensor(INT8, 16, 16), zero, all, buffer(INT8, MAT, 16, 16)).type())
        .isEqualTo(VoidType.INSTANCE);
    refused(
        "cannot be loaded",
        "buffer.load",
        tensor(INT8, 16, 16),
        zero,
        all,
        buffer(INT8, VEC, 16, 16));
    refused(
        "cannot be loaded",
        "buffer.load",
        tensor(FP16, 16, 16),
        zero,
        all,
        buffer(FP32, VEC, 16, 16));
    assertThat(
            call("buffer.store", buffer(FP32, ACC, 16, 16), zero, all, tensor(FP16, 16, 16)).type())
        .isEqualTo(VoidType.INSTANCE);
    refused(
        "cannot be stored",
        "buffer.store",
        buffer(FP32, VEC, 16, 16),
        zero,
        all,
        tensor(FP16, 16, 16));
    refused(
        "cannot be stored",
        "buffer.store",
        buffer(FP32, LEFT, 16, 16),
        zero,
        all,
        tensor(FP32, 16, 16));
  }

  @Test
  void bytesAreCutAndReadOtherwise() {
    Var root = buffer(UINT8, VEC, 128, 32);
    BufferType bytes = BufferType.of(UINT8, VEC, 64, 32);
    assertThat(told(bytes, "buffer.subview", root, tuple(2, 0)).type()).isEqualTo(bytes);
    BufferType numbers = BufferType.of(FP32, VEC, 16, 32);
    assertThat(told(numbers, "buffer.reshape", value("v", bytes)).type()).isEqualTo(numbers);
    refusedTold(bytes, "leaves", "buffer.subview", root, tuple(65, 0));
    refusedTold(numbers, "no window", "buffer.subview", root, tuple(0, 0));
    refusedTold(
        BufferType.of(FP32, VEC, 16, 16), "has not the bytes", "buffer.reshape", value("v", bytes));
    BufferType partial = bytes.withValidShape(ImmutableList.of(8L, 32L));
    refusedTold(partial, "not wholly valid", "buffer.subview", root, tuple(0, 0));
    assertThat(told(partial, "buffer.subview", root, tuple(0, 0), tuple(8, 32)).type())
        .isEqualTo(partial);
    refusedTold(
        BufferType.of(FP32, BIAS, 1, 64),
        "has not the bytes",
        "buffer.reshape",
        buffer(FP32, BIAS, 1, 64));
  }

  @Test
  void transfersStayInTheValidPartOfTheTensor() {
    TensorType type = TensorType.of(FP32, 64, 64);
    Var x =
        value(
            "x",
            type.withTensorView(Optional.of(TensorView.packed().withValidShape(Dims.of(40, 64)))));
    Var b = value("b", OPEN);
    assertThat(call("buffer.store", b, tuple(8, 0), tuple(32, 64), x).type())
        .isEqualTo(VoidType.INSTANCE);
    refused("leaves", "buffer.store", b, tuple(9, 0), tuple(32, 64), x);
    refused("leaves", "buffer.load", x, tuple(9, 0), tuple(32, 64), b);
  }

  @Property(tries = 200)
  void productsFit(
      @ForAll @IntRange(min = 1, max = 3) int m,
      @ForAll @IntRange(min = 1, max = 3) int k,
      @ForAll @IntRange(min = 1, max = 3) int k2,
      @ForAll @IntRange(min = 1, max = 3) int n,
      @ForAll boolean integers,
      @ForAll boolean integerAcc) {
    DataType factors = integers ? INT8 : FP16;
    DataType acc = integerAcc ? INT32 : FP32;
    boolean legal = k == k2 && integers == integerAcc;
    Var lhs = buffer(factors, LEFT, 16L * m, 16L * k);
    Var rhs = buffer(factors, RIGHT, 16L * k2, 16L * n);
    Var sum = buffer(acc, ACC, 16L * m, 16L * n);
    for (String op : new String[] {"buffer.matmul", "buffer.matmul_acc"}) {
      try {
        assertThat(call(op, lhs, rhs, sum).type()).isEqualTo(VoidType.INSTANCE);
        assertThat(legal).isTrue();
      } catch (IrException e) {
        assertThat(legal).isFalse();
      }
    }
    refused("'lhs' is", "buffer.matmul", rhs, lhs, sum);
  }

  @Test
  void windowsAreExtracted() {
    Var src = buffer(FP16, MAT, 64, 64);
    Var dst = buffer(FP16, LEFT, 16, 64);
    Var i = index("i");
    assertThat(call("buffer.extract", src, i, ConstInt.index(0), dst).type())
        .isEqualTo(VoidType.INSTANCE);
    refused("leaves", "buffer.extract", src, ConstInt.index(49), ConstInt.index(0), dst);
    refused("no window", "buffer.extract", dst, i, i, src);
  }
}
