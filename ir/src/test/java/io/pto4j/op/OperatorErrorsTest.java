package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.MemorySpace.ACC;
import static io.pto4j.ir.MemorySpace.LEFT;
import static io.pto4j.ir.MemorySpace.RIGHT;
import static io.pto4j.ir.MemorySpace.VEC;
import static io.pto4j.op.Calls.HERE;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.dims;
import static io.pto4j.op.Calls.in;
import static io.pto4j.op.Calls.index;
import static io.pto4j.op.Calls.scalar;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tile;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.TensorType;
import org.junit.jupiter.api.Test;

/** Mistakes that users make, and what they are told. */
class OperatorErrorsTest {
  private static void rejected(String message, String hint, String op, Attrs kwargs, Expr... args) {
    IrException e = catchThrowableOfType(IrException.class, () -> call(op, kwargs, args));
    assertThat(e).as(op).isNotNull().hasMessage(message);
    assertThat(e.hint()).contains(hint);
    assertThat(e.span()).isEqualTo(HERE);
  }

  private static void rejected(String message, String hint, String op, Expr... args) {
    rejected(message, hint, op, Attrs.empty(), args);
  }

  @Test
  void innerDimensionsDiffer() {
    rejected(
        "tile.matmul: the inner dimensions differ: 'lhs' is [64, 128] and 'rhs' is [64, 32], so 128"
            + " columns meet 64 rows",
        "transpose one of them",
        "tile.matmul",
        tile(FP16, LEFT, 64, 128),
        tile(FP16, RIGHT, 64, 32));
    rejected(
        "tensor.matmul: the inner dimensions differ: 'lhs' is [64, 128] and 'rhs' is [64, 32], so"
            + " 128 columns meet 64 rows",
        "transpose one of them",
        "tensor.matmul",
        tensor(FP16, 64, 128),
        tensor(FP16, 64, 32));
  }

  @Test
  void windowLargerThanTheTensor() {
    rejected(
        "tile.load: the window [64, 128] at [0, 0] reads past the end of dimension 1 of the [64,"
            + " 100] source",
        "make the window smaller",
        "tile.load",
        in(VEC),
        tensor(FP32, 64, 100),
        tuple(0, 0),
        tuple(64, 128),
        tuple(64, 128));
  }

  @Test
  void windowBehindASymbolicEnd() {
    var n = index("N");
    rejected(
        "tile.load: the window [16, 16] at [N, 0] reads past the end of dimension 0 of the [N, 16]"
            + " source",
        "make the window smaller",
        "tile.load",
        in(VEC),
        value("x", TensorType.of(FP32, dims(n, 16))),
        tuple(n, 0),
        tuple(16, 16),
        tuple(16, 16));
  }

  @Test
  void elementTypesDiffer() {
    rejected(
        "tile.add: operands 'lhs' and 'rhs' must have the same dtype, but have fp16 and fp32",
        "cast one of them",
        "tile.add",
        vec(FP16, 8, 8),
        vec(FP32, 8, 8));
    rejected(
        "tile.store: operand 'tile' has dtype fp32, but the tensor has fp16",
        "cast the tile to fp16 before the store",
        "tile.store",
        vec(FP32, 8, 8),
        tuple(0, 0),
        tensor(FP16, 8, 8));
    rejected(
        "tile.exp: operand 'tile' has dtype int32, but must have one of fp16, fp32",
        "cast it first",
        "tile.exp",
        vec(INT32, 8, 8));
    rejected(
        "tile.matmul_acc: the accumulator has dtype fp16, but the product is fp32",
        "accumulate in fp32",
        "tile.matmul_acc",
        tile(FP16, ACC, 8, 8),
        tile(BF16, LEFT, 8, 8),
        tile(BF16, RIGHT, 8, 8));
  }

  @Test
  void shapesDiffer() {
    rejected(
        "tile.mul: operands 'lhs' and 'rhs' must have the same shape, but have [32, 64] and [32,"
            + " 1]",
        "row_expand_",
        "tile.mul",
        vec(FP32, 32, 64),
        vec(FP32, 32, 1));
    rejected(
        "tile.row_expand_mul: operand 'row_vec' must be a column [32, 1] for the matrix [32, 64],"
            + " but has shape [1, 64]",
        "one value per row",
        "tile.row_expand_mul",
        vec(FP32, 32, 64),
        vec(FP32, 1, 64));
    rejected(
        "tile.store: writing [32, 64] at [240, 0] goes past the end of dimension 0 of the [256, 64]"
            + " target",
        "write less",
        "tile.store",
        vec(FP32, 32, 64),
        tuple(240, 0),
        tensor(FP32, 256, 64));
    rejected(
        "tile.assemble: writing [16, 64] at [0, 32] goes past the end of dimension 1 of the [32,"
            + " 64] target",
        "write less",
        "tile.assemble",
        vec(FP32, 32, 64),
        vec(FP32, 16, 64),
        tuple(0, 32));
    rejected(
        "tile.reshape: [32, 64] has 2048 elements, but [64, 64] has 4096",
        "keeps the number of elements",
        "tile.reshape",
        vec(FP32, 32, 64),
        tuple(64, 64));
    rejected(
        "tile.matmul_acc: the accumulator has shape [16, 16], but the product [8, 8]",
        "[rows of lhs, columns of rhs]",
        "tile.matmul_acc",
        tile(FP32, ACC, 16, 16),
        tile(BF16, LEFT, 8, 8),
        tile(BF16, RIGHT, 8, 8));
  }

  @Test
  void wrongRank() {
    rejected(
        "tile.load: operand 'offsets' has 1 elements, but must have 2",
        "one element per dimension",
        "tile.load",
        in(VEC),
        tensor(FP32, 8, 8),
        tuple(0),
        tuple(8, 8),
        tuple(8, 8));
    rejected(
        "tile.store: a tile of shape [8, 8] cannot be stored in a tensor of shape [64]",
        "the ranks must agree",
        "tile.store",
        vec(FP32, 8, 8),
        tuple(0),
        tensor(FP32, 64));
    rejected(
        "tensor.read: operand 'indices' has 1 elements, but must have 2",
        "one element per dimension",
        "tensor.read",
        tensor(FP32, 8, 8),
        tuple(0));
  }

  @Test
  void wrongKindOfOperand() {
    rejected(
        "tile.add: operand 'lhs' must be a tile, but it is a [8, 8] fp32 tensor",
        "load it with tile.load",
        "tile.add",
        tensor(FP32, 8, 8),
        vec(FP32, 8, 8));
    rejected(
        "tensor.add: operand 'rhs' must be a tensor or window, but it is a [8, 8] fp32 tile in Vec",
        "use the tile operator",
        "tensor.add",
        tensor(FP32, 8, 8),
        vec(FP32, 8, 8));
    rejected(
        "tile.add takes 2 operands, but 1 were given",
        "operands: lhs, rhs",
        "tile.add",
        vec(FP32, 8, 8));
  }

  @Test
  void keywordArguments() {
    rejected(
        "tile.add has no keyword argument 'axis'",
        "it takes none",
        "tile.add",
        Attrs.of("axis", AttrValue.of(1)),
        vec(FP32, 8, 8),
        vec(FP32, 8, 8));
    rejected(
        "tile.cast needs the keyword argument 'mode'",
        "rounding",
        "tile.cast",
        Attrs.of("target_type", AttrValue.of(FP16)),
        vec(FP32, 8, 8));
    rejected(
        "tile.cast: operand 'tile' already has dtype fp32",
        "leave the cast out",
        "tile.cast",
        Attrs.of("target_type", AttrValue.of(FP32)).with("mode", AttrValue.of(2)),
        vec(FP32, 8, 8));
  }

  @Test
  void scalars() {
    rejected(
        "tile.muls: operand 'rhs' is an index, but the elements are fp32",
        "cast it to fp32",
        "tile.muls",
        vec(FP32, 8, 8),
        index("i"));
    rejected(
        "tile.muls: operand 'rhs' has dtype fp32, but the elements are fp16",
        "cast the scalar to fp16",
        "tile.muls",
        vec(FP16, 8, 8),
        scalar("k", FP32));
    rejected(
        "tensor.subs: operand 'rhs' has dtype fp32, but the elements are int32",
        "cast",
        "tensor.subs",
        tensor(INT32, 8, 8),
        ConstFloat.of(2.5, FP32));
    rejected(
        "tile.adds: the literal 300 does not fit int8",
        "-128 to 127",
        "tile.adds",
        vec(INT8, 8, 8),
        ConstInt.index(300));
  }

  @Test
  void outOfRange() {
    rejected(
        "tensor.read: index [0, 8] is outside the shape [8, 8]",
        "the extent less 1",
        "tensor.read",
        tensor(FP32, 8, 8),
        tuple(0, 8));
    rejected(
        "tensor.dim: axis 2 is outside a value of rank 2",
        "-2 to 1",
        "tensor.dim",
        tensor(FP32, 8, 8),
        ConstInt.index(2));
    rejected(
        "tensor.slice: the offset [-1, 0] is negative in dimension 0",
        "count from the first element",
        "tensor.slice",
        tensor(FP32, 8, 8),
        tuple(2, 8),
        tuple(-1, 0));
    rejected(
        "tile.shls: the shift count 32 is outside the 32 bits of an element",
        "from 0 to 31",
        "tile.shls",
        vec(INT32, 8, 8),
        ConstInt.index(32));
  }

  @Test
  void runtimeShapeOfATile() {
    rejected(
        "tile.create: operand 'shape' must be positive constants, but is [n, 8]",
        "valid shape",
        "tile.create",
        Attrs.of("dtype", AttrValue.of(FP32)),
        tuple(index("n"), 8));
  }

  @Test
  void reductionOverAnotherAxis() {
    rejected(
        "tensor.row_sum: it reduces axis 1 of a [8, 8] fp32 tensor, not axis 0",
        "col_ operators",
        "tensor.row_sum",
        Attrs.of("axis", AttrValue.of(0)),
        tensor(FP32, 8, 8));
  }

  @Test
  void unknownOperator() {
    IrException e = catchThrowableOfType(IrException.class, () -> call("tile.addd"));
    assertThat(e).hasMessage("unknown operator 'tile.addd'");
    assertThat(catchThrowableOfType(IrException.class, () -> call("add")).hint())
        .contains("is this a function?");
  }

  @Test
  void anElementTypeMayBeGivenByItsNumber() {
    Attrs byNumber = Attrs.of("dtype", AttrValue.of(FP16.code()));
    assertThat(call("tensor.create", byNumber, tuple(4)).kwargs())
        .isEqualTo(Attrs.of("dtype", AttrValue.of(FP16)));
    rejected(
        "tensor.create: there is no element type of number 99",
        "element type",
        "tensor.create",
        Attrs.of("dtype", AttrValue.of(99)),
        tuple(4));
  }
}
