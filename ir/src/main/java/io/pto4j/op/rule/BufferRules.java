package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.Type;
import io.pto4j.ir.TypeConflict;
import io.pto4j.ir.VoidType;
import io.pto4j.op.TypeRule.Request;
import java.util.List;

/**
 * Operators on explicit buffers: every destination is an operand. Source: PyPTO IR types, buffer
 * operator contracts.
 */
public final class BufferRules {
  private static final int ROW_BYTES = 32;

  /** Lines of a box, and the bytes of boxes of scales, of operands and of sums. */
  private static final int BOX_LINES = 16;

  private static final int SCALES = 32;
  private static final int OPERANDS = 512;
  private static final int SUMS = 1024;
  private static final ImmutableSet<DataType> RELABELLED =
      ImmutableSet.of(
          DataType.FP16,
          DataType.BF16,
          DataType.FP32,
          DataType.INT16,
          DataType.INT32,
          DataType.UINT8);

  private static final ImmutableSet<DataType> TRANSFERRED =
      ImmutableSet.of(DataType.FP16, DataType.BF16, DataType.FP32, DataType.INT32);
  private static final ImmutableSet<DataType> CUBE =
      ImmutableSet.of(DataType.FP16, DataType.BF16, DataType.FP32, DataType.INT8);

  /** Where tiles lie in boxes. */
  private static final ImmutableSet<MemorySpace> FRACTAL =
      ImmutableSet.of(MemorySpace.MAT, MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.ACC);

  private BufferRules() {}

  /** {@code alloc(valids[, address])}: a buffer of the type that the caller gives. */
  public static Type allocate(Request r) {
    BufferType buffer = given(r);
    List<Expr> valids = r.indices(0);
    int next = 0;
    for (int i = 0; i < buffer.shape().size(); i++) {
      if (buffer.validShape().get(i) == BufferType.DYNAMIC) {
        if (next < valids.size()) {
          checkExtent(r, valids.get(next), buffer.shape().get(i), 0);
        }
        next++;
      }
    }
    if (next != valids.size()) {
      throw r.error(
          "operand "
              + r.name(0)
              + " has "
              + valids.size()
              + " extents, but "
              + next
              + " are known at run time",
          "give those of the dimensions that the type marks, in order");
    }
    if (r.has(1) && (!isInteger(r.type(1)) || Extents.negative(r.args().get(1)))) {
      throw r.error(
          "the address is " + Texts.of(r.args().get(1)), "it is a number of bytes from 0 on");
    }
    return buffer;
  }

  private static BufferType given(Request r) {
    if (r.given().orElse(null) instanceof BufferType buffer) {
      return buffer;
    }
    throw r.error("it does not say which buffer it gives", "call it with the type of its result");
  }

  private static boolean isInteger(Type type) {
    return type instanceof ScalarType(DataType dtype) && dtype.isInt();
  }

  private static void checkExtent(Request r, Expr valid, long physical, long least) {
    if (Extents.less(valid, ConstInt.index(least))
        || Extents.less(ConstInt.index(physical), valid)) {
      throw r.error(
          "the valid extent " + Texts.of(valid) + " does not fit in " + physical,
          "it lies between " + least + " and the physical extent");
    }
  }

  /** {@code set_validshape(buf, extents)}: other extents where the type leaves them open. */
  public static Type setValidShape(Request r) {
    checkExtents(r, r.buffer(0), 1, 0);
    return VoidType.INSTANCE;
  }

  /** Operand {@code i} says every valid extent of the buffer; fixed ones as they are. */
  private static void checkExtents(Request r, BufferType buffer, int i, long least) {
    Shapes.checkCount(r, i, buffer.shape().size());
    for (int d = 0; d < buffer.shape().size(); d++) {
      Expr extent = r.indices(i).get(d);
      long fixed = buffer.validShape().get(d);
      if (fixed != BufferType.DYNAMIC && !Extents.equal(extent, ConstInt.index(fixed))) {
        throw r.error(
            "the extent " + Texts.of(extent) + " is fixed to " + fixed + " in dimension " + d,
            "repeat it, or leave it open in the type of the buffer");
      }
      checkExtent(r, extent, buffer.shape().get(d), least);
    }
  }

  /** {@code copy(src, dst)}: within Vec, or from Mat to an operand of the matrix unit. */
  public static Type copy(Request r) {
    BufferType src = r.buffer(0);
    BufferType dst = r.buffer(1);
    boolean staged =
        src.memorySpace() == MemorySpace.MAT
            && isOperand(dst)
            && src.dtype() == dst.dtype()
            && src.shape().equals(dst.shape())
            && src.validShape().equals(dst.validShape());
    if (!staged) {
      checkEqual(r);
    }
    return VoidType.INSTANCE;
  }

  private static boolean isOperand(BufferType buffer) {
    return buffer.memorySpace() == MemorySpace.LEFT || buffer.memorySpace() == MemorySpace.RIGHT;
  }

  /** {@code add} and {@code mul}: all buffers alike, in Vec. */
  public static Type elementwise(Request r) {
    checkEqual(r);
    return VoidType.INSTANCE;
  }

  private static void checkEqual(Request r) {
    for (int i = 0; i < r.args().size(); i++) {
      if (r.buffer(i).memorySpace() != MemorySpace.VEC
          || TypeConflict.between(r.buffer(i), r.buffer(0))) {
        throw r.error(
            "operands "
                + r.name(0)
                + " and "
                + r.name(i)
                + " are "
                + text(r.buffer(0))
                + " and "
                + text(r.buffer(i)),
            "all are alike, in Vec");
      }
    }
  }

  private static String text(BufferType buffer) {
    return Texts.of(buffer)
        + " in "
        + buffer.memorySpace().text()
        + ", valid in "
        + buffer.validShape();
  }

  /** {@code load(tensor, offsets, extents, dst)}: a window of global memory. */
  public static Type load(Request r) {
    BufferType dst = r.buffer(3);
    boolean cube = dst.memorySpace() == MemorySpace.MAT;
    ImmutableSet<DataType> types = cube ? CUBE : TRANSFERRED;
    if ((!cube && dst.memorySpace() != MemorySpace.VEC)
        || r.tensor(0).dtype() != dst.dtype()
        || !types.contains(dst.dtype())) {
      throw r.error(
          Texts.of(r.type(0)) + " cannot be loaded into " + text(dst),
          "both have one type: fp16, bf16, fp32, and int32 into Vec or int8 into Mat");
    }
    checkWindow(r, r.tensor(0).shape(), TensorTypes.valid(r.tensor(0)), dst);
    return VoidType.INSTANCE;
  }

  /** {@code store(src, offsets, extents, tensor)}: a window of global memory replaced. */
  public static Type store(Request r) {
    BufferType src = r.buffer(0);
    DataType to = r.tensor(3).dtype();
    boolean stored =
        switch (src.memorySpace()) {
          case VEC -> src.dtype() == to && TRANSFERRED.contains(to);
          case ACC ->
              switch (src.dtype()) {
                case FP32 -> to == DataType.FP32 || to == DataType.FP16 || to == DataType.BF16;
                case INT32 -> to == DataType.INT32;
                default -> false;
              };
          default -> false;
        };
    if (!stored) {
      throw r.error(
          text(src) + " cannot be stored in " + Texts.of(r.type(3)),
          "from Vec in one type; an accumulator is fp32, which also narrows, or int32");
    }
    checkWindow(r, r.tensor(3).shape(), TensorTypes.valid(r.tensor(3)), src);
    return VoidType.INSTANCE;
  }

  /** Offsets are operand 1 and extents operand 2 of both transfers. */
  private static void checkWindow(
      Request r, List<Expr> shape, ImmutableList<Expr> valid, BufferType buffer) {
    if (shape.size() != 2 || buffer.shape().size() != 2) {
      throw r.error("a window of " + Texts.of(shape) + " is no matrix", "both sides have rank 2");
    }
    Shapes.checkCount(r, 1, 2);
    checkExtents(r, buffer, 2, 0);
    for (int i = 0; i < 2; i++) {
      if (leaves(valid.get(i), r.indices(1).get(i), r.indices(2).get(i))) {
        throw r.error(
            Texts.of(r.indices(2))
                + " at "
                + Texts.of(r.indices(1))
                + " leaves "
                + Texts.of(valid)
                + " in dimension "
                + i,
            "make the window smaller or move it");
      }
    }
  }

  /** Whether {@code size} elements from an offset are too many; neither is negative. */
  private static boolean leaves(Expr extent, Expr offset, Expr size) {
    return Extents.negative(offset)
        || Extents.less(extent, offset)
        || Extents.less(extent, size)
        || Extents.less(extent, Extents.plus(offset, size));
  }

  /** {@code subview(src, offset[, valid])}: a window that keeps the pitch of its source. */
  public static Type subview(Request r) {
    BufferType src = r.buffer(0);
    BufferType window = given(r);
    if (!isRows(src) || !isRows(window) || window.dtype() != src.dtype()) {
      throw r.error(
          text(window) + " is no window of " + text(src),
          "both are matrices in Vec, row by row, of one type");
    }
    Shapes.checkCount(r, 1, 2);
    for (int i = 0; i < 2; i++) {
      Expr size = ConstInt.index(window.shape().get(i));
      if (leaves(ConstInt.index(src.shape().get(i)), r.indices(1).get(i), size)) {
        throw r.error(
            "a window "
                + window.shape()
                + " at "
                + Texts.of(r.indices(1))
                + " leaves "
                + src.shape(),
            "make it smaller or move it");
      }
    }
    if (r.has(2)) {
      checkExtents(r, window, 2, 1);
    } else if (!window.validShape().equals(window.shape())) {
      throw r.error("the window is not wholly valid", "give its valid extents");
    }
    return window;
  }

  private static boolean isRows(BufferType buffer) {
    return buffer.shape().size() == 2
        && buffer.memorySpace() == MemorySpace.VEC
        && buffer.blayout() == TileLayout.ROW_MAJOR
        && buffer.slayout() == TileLayout.NONE_BOX;
  }

  /** {@code reshape(src)}: the same bytes as another buffer. */
  public static Type reshape(Request r) {
    BufferType src = r.buffer(0);
    BufferType to = given(r);
    boolean fits =
        bytes(src) == bytes(to)
            && src.memorySpace() == to.memorySpace()
            && (isRows(src) ? isLines(src) && isRows(to) && isLines(to) : isRelabelled(src, to));
    if (!fits) {
      throw r.error(
          text(src) + " has not the bytes of " + text(to),
          "in Vec both are rows of whole 32 bytes, and elsewhere whole boxes of one type; the valid"
              + " extents are constant");
    }
    return to;
  }

  private static long bytes(BufferType buffer) {
    long elements = 1;
    for (long extent : buffer.shape()) {
      elements *= extent;
    }
    return buffer.dtype().storageBytes(elements);
  }

  private static boolean isLines(BufferType buffer) {
    return RELABELLED.contains(buffer.dtype())
        && isStatic(buffer)
        && buffer.dtype().storageBytes(buffer.shape().get(1)) % ROW_BYTES == 0;
  }

  private static boolean isStatic(BufferType buffer) {
    return !buffer.validShape().contains(BufferType.DYNAMIC);
  }

  private static boolean isRelabelled(BufferType src, BufferType to) {
    return FRACTAL.contains(src.memorySpace())
        && src.dtype() == to.dtype()
        && isStatic(src)
        && isStatic(to)
        && isBoxed(src)
        && isBoxed(to);
  }

  /** Whether a buffer is a matrix of whole boxes. */
  private static boolean isBoxed(BufferType buffer) {
    if (buffer.shape().size() != 2 || buffer.slayout() == TileLayout.NONE_BOX) {
      return false;
    }
    long across =
        switch (buffer.fractal()) {
          case SCALES -> 2;
          case OPERANDS -> ROW_BYTES * Byte.SIZE / buffer.dtype().bits();
          case SUMS -> BOX_LINES;
          default -> 0;
        };
    boolean rows = buffer.slayout() == TileLayout.ROW_MAJOR;
    return across > 0
        && buffer.shape().get(rows ? 0 : 1) % BOX_LINES == 0
        && buffer.shape().get(rows ? 1 : 0) % across == 0;
  }

  /** {@code matmul} and {@code matmul_acc}: the product of the valid parts. */
  public static Type product(Request r) {
    BufferType lhs = r.buffer(0);
    BufferType rhs = r.buffer(1);
    BufferType acc = r.buffer(2);
    checkSpace(r, 0, MemorySpace.LEFT);
    checkSpace(r, 1, MemorySpace.RIGHT);
    checkSpace(r, 2, MemorySpace.ACC);
    boolean shaped =
        lhs.shape().size() == 2
            && rhs.shape().size() == 2
            && lhs.shape().get(1).equals(rhs.shape().get(0))
            && acc.shape().equals(ImmutableList.of(lhs.shape().get(0), rhs.shape().get(1)));
    boolean typed =
        lhs.dtype() == rhs.dtype()
            && CUBE.contains(lhs.dtype())
            && acc.dtype() == MatmulRules.accumulator(lhs.dtype());
    boolean valid =
        shaped
            && covers(rhs.validShape().get(0), lhs.validShape().get(1))
            && agrees(acc.validShape().get(0), lhs.validShape().get(0))
            && agrees(acc.validShape().get(1), rhs.validShape().get(1));
    if (!typed || !valid) {
      throw r.error(
          text(lhs) + " and " + text(rhs) + " do not multiply into " + text(acc),
          "[m, k] x [k, n] gives [m, n] in the accumulator's type, valid where the product is");
    }
    return VoidType.INSTANCE;
  }

  private static void checkSpace(Request r, int i, MemorySpace space) {
    if (r.buffer(i).memorySpace() != space) {
      throw r.error(
          "operand " + r.name(i) + " is " + text(r.buffer(i)), "it lies in " + space.text());
    }
  }

  private static boolean covers(long has, long needed) {
    return has == BufferType.DYNAMIC || needed == BufferType.DYNAMIC || has >= needed;
  }

  private static boolean agrees(long a, long b) {
    return a == BufferType.DYNAMIC || b == BufferType.DYNAMIC || a == b;
  }

  /** {@code extract(src, row, col, dst)}: a copy of a window of the destination's shape. */
  public static Type extract(Request r) {
    BufferType src = r.buffer(0);
    BufferType dst = r.buffer(3);
    boolean direct =
        (src.memorySpace() == MemorySpace.MAT && isOperand(dst))
            || (src.memorySpace() == MemorySpace.VEC && dst.memorySpace() == MemorySpace.VEC);
    boolean matrices = src.shape().size() == 2 && dst.shape().size() == 2;
    if (!direct || !matrices || src.dtype() != dst.dtype()) {
      throw r.error(
          text(dst) + " is no window of " + text(src),
          "from Mat to Left or Right, or within Vec, in one type");
    }
    for (int i = 0; i < 2; i++) {
      Expr offset = r.args().get(i + 1);
      Expr size = ConstInt.index(dst.shape().get(i));
      if (!isInteger(offset.type()) || leaves(ConstInt.index(src.shape().get(i)), offset, size)) {
        throw r.error(
            "a window "
                + dst.shape()
                + " at "
                + Texts.of(offset)
                + " leaves "
                + src.shape()
                + " in dimension "
                + i,
            "make it smaller or move it");
      }
    }
    return VoidType.INSTANCE;
  }
}
