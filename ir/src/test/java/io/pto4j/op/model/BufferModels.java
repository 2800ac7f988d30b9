package io.pto4j.op.model;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableLongArray;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Explicit buffers, and arrays of scalars. */
final class BufferModels {
  private static final Type NOTHING = VoidType.INSTANCE;
  private static final long OPEN = BufferType.DYNAMIC;

  private static final ImmutableSet<DataType> MOVED =
      ImmutableSet.of(DataType.FP16, DataType.BF16, DataType.FP32, DataType.INT32);
  private static final ImmutableSet<DataType> MULTIPLIED =
      ImmutableSet.of(DataType.FP16, DataType.BF16, DataType.FP32, DataType.INT8);
  private static final ImmutableSet<DataType> REREAD =
      ImmutableSet.of(
          DataType.FP16,
          DataType.BF16,
          DataType.FP32,
          DataType.INT16,
          DataType.INT32,
          DataType.UINT8);

  private BufferModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.<String, RuleModel>builder()
        .put("array.create", BufferModels::array)
        .put("array.get_element", BufferModels::element)
        .put("array.update_element", BufferModels::update)
        .put("buffer.alloc", BufferModels::alloc)
        .put("buffer.set_validshape", BufferModels::validShape)
        .put("buffer.copy", BufferModels::copy)
        .put("buffer.add", BufferModels::arithmetic)
        .put("buffer.mul", BufferModels::arithmetic)
        .put("buffer.load", BufferModels::load)
        .put("buffer.store", BufferModels::store)
        .put("buffer.subview", BufferModels::subview)
        .put("buffer.reshape", BufferModels::reshape)
        .put("buffer.matmul", BufferModels::matmul)
        .put("buffer.matmul_acc", BufferModels::matmul)
        .put("buffer.extract", BufferModels::extract)
        .buildOrThrow();
  }

  private static Attempt array(Draw draw) {
    DataType dtype =
        draw.any(
            DataType.INT8,
            DataType.UINT64,
            DataType.INDEX,
            DataType.BOOL,
            DataType.TASK_ID,
            DataType.FP32,
            DataType.BF16);
    int extent = draw.between(0, 8);
    boolean written = !draw.oneIn(6);
    Keywords keywords = new Keywords(draw).required("dtype", AttrValue.of(dtype), !dtype.isFloat());
    return Attempt.of(written ? ConstInt.index(extent) : draw.index())
        .with(keywords.attrs())
        .when(keywords.areLegal() && written && extent > 0, () -> arrayOf(dtype, extent));
  }

  private static final ImmutableSet<DataType> HELD =
      ImmutableSet.of(
          DataType.INT8, DataType.INT32, DataType.UINT16, DataType.BOOL, DataType.TASK_ID);

  private static ArrayType arrayOf(DataType dtype, int extent) {
    return new ArrayType(dtype, ConstInt.index(extent));
  }

  private static Attempt element(Draw draw) {
    DataType dtype = draw.any(HELD);
    Position at = Position.of(draw, 4);
    return Attempt.of(draw.value(arrayOf(dtype, 4)), at.value())
        .when(at.legal(), () -> ScalarType.of(dtype));
  }

  /** Where an element of an array is; a constant lies in it. */
  private record Position(Expr value, boolean legal) {
    static Position of(Draw draw, long extent) {
      DataType index = draw.any(DataType.INDEX, DataType.INT64, DataType.UINT8, DataType.FP32);
      if (draw.oneIn(2)) {
        return new Position(draw.scalar(index), !index.isFloat());
      }
      long number = draw.between(-1, (int) extent);
      return new Position(ConstInt.index(number), number >= 0 && number < extent);
    }
  }

  private static Attempt update(Draw draw) {
    DataType dtype = draw.oneIn(5) ? DataType.INDEX : draw.any(HELD);
    DataType value =
        draw.oneIn(2) ? dtype : draw.any(DataType.INDEX, DataType.INT16, DataType.FP32);
    int extent = draw.between(1, 9);
    Position at = Position.of(draw, extent);
    ArrayType type = arrayOf(dtype, extent);
    boolean fits =
        value == dtype
            || (value == DataType.INDEX && isInteger(dtype))
            || (dtype == DataType.INDEX && isInteger(value));
    return Attempt.of(draw.value(type), at.value(), draw.scalar(value))
        .when(at.legal() && fits, () -> type);
  }

  private static boolean isInteger(DataType dtype) {
    return dtype.isInt() && dtype != DataType.BOOL && dtype != DataType.TASK_ID;
  }

  /** A buffer whose valid extents may be smaller, or open. */
  private static BufferType buffer(Draw draw, DataType dtype, MemorySpace space, long... shape) {
    BufferType whole = BufferType.of(dtype, space, shape);
    return draw.oneIn(2)
        ? whole
        : whole.withValidShape(
            LongStream.of(shape)
                .mapToObj(n -> draw.oneIn(3) ? OPEN : draw.between(1, (int) n))
                .map(Number::longValue)
                .collect(toImmutableList()));
  }

  private static boolean isOpen(BufferType type) {
    return type.validShape().contains(OPEN);
  }

  private static Attempt alloc(Draw draw) {
    BufferType type = buffer(draw, draw.dtype(), MemorySpace.VEC, draw.shape(2));
    List<Expr> extents = new ArrayList<>();
    boolean legal = true;
    for (int i = 0; i < 2; i++) {
      if (type.validShape().get(i) == OPEN) {
        long written = draw.between(-1, (int) (type.shape().get(i) + 1));
        boolean constant = draw.oneIn(2);
        extents.add(constant ? ConstInt.index(written) : draw.index());
        legal &= !constant || (written >= 0 && written <= type.shape().get(i));
      }
    }
    if (draw.oneIn(6)) {
      extents.add(draw.index());
      legal = false;
    }
    ImmutableList.Builder<Expr> args = ImmutableList.<Expr>builder().add(Draw.tuple(extents));
    if (draw.oneIn(2)) {
      long address = draw.any(0L, 512L, -1L);
      boolean constant = draw.oneIn(2);
      DataType dtype = draw.mostly(DataType.INDEX, ImmutableSet.of(DataType.INT64, DataType.FP32));
      args.add(constant ? ConstInt.index(address) : draw.scalar(dtype));
      legal &= constant ? address >= 0 : !dtype.isFloat();
    }
    boolean told = !draw.oneIn(8);
    Attempt attempt = Attempt.of(args.build());
    return (told ? attempt.telling(type) : attempt).when(legal && told, () -> type);
  }

  /** An extent as the descriptor says it, or as the run will; sometimes a wrong one. */
  private record Extents(ImmutableList<Expr> exprs, boolean legal) {
    static Extents of(Draw draw, BufferType type, boolean zero) {
      ImmutableList.Builder<Expr> exprs = ImmutableList.builder();
      boolean legal = true;
      for (int i = 0; i < type.shape().size(); i++) {
        long valid = type.validShape().get(i);
        boolean variable = valid == OPEN ? draw.oneIn(2) : draw.oneIn(8);
        long written =
            valid == OPEN || draw.oneIn(8)
                ? draw.between(-1, (int) (type.shape().get(i) + 1))
                : valid;
        exprs.add(variable ? draw.index() : ConstInt.index(written));
        legal &=
            variable
                ? valid == OPEN
                : valid == OPEN
                    ? written >= (zero ? 0 : 1) && written <= type.shape().get(i)
                    : written == valid;
      }
      return new Extents(exprs.build(), legal);
    }
  }

  private static Attempt validShape(Draw draw) {
    BufferType type = buffer(draw, draw.dtype(), MemorySpace.VEC, draw.shape(2));
    Extents extents = Extents.of(draw, type, true);
    boolean all = !draw.oneIn(8);
    return Attempt.of(
            draw.value(type), Draw.tuple(all ? extents.exprs() : extents.exprs().subList(0, 1)))
        .when(all && extents.legal(), () -> NOTHING);
  }

  private static Attempt arithmetic(Draw draw) {
    BufferType type =
        buffer(draw, draw.dtype(), draw.mostly(MemorySpace.VEC, LEFT_RIGHT), draw.shape(2));
    BufferType lhs = draw.oneIn(6) ? other(draw, type) : type;
    BufferType rhs = draw.oneIn(6) ? other(draw, type) : type;
    return Attempt.of(draw.value(lhs), draw.value(rhs), draw.value(type))
        .when(
            lhs.equals(type) && rhs.equals(type) && type.memorySpace() == MemorySpace.VEC,
            () -> NOTHING);
  }

  private static final ImmutableSet<MemorySpace> LEFT_RIGHT =
      ImmutableSet.of(MemorySpace.LEFT, MemorySpace.RIGHT);

  private static BufferType other(Draw draw, BufferType type) {
    return draw.oneIn(2)
        ? type.withDtype(type.dtype() == DataType.FP32 ? DataType.FP16 : DataType.FP32)
        : type.withFractal(type.fractal() * 2);
  }

  private static Attempt copy(Draw draw) {
    boolean cube = draw.oneIn(2);
    BufferType source =
        buffer(draw, draw.dtype(), cube ? MemorySpace.MAT : MemorySpace.VEC, draw.shape(2));
    BufferType target =
        cube
            ? source.withMemorySpace(draw.any(LEFT_RIGHT)).withSlayout(TileLayout.COL_MAJOR)
            : source;
    boolean legal = true;
    if (draw.oneIn(5)) {
      target = target.withDtype(source.dtype() == DataType.FP32 ? DataType.FP16 : DataType.FP32);
      legal = false;
    } else if (draw.oneIn(5)) {
      target = target.withMemorySpace(MemorySpace.ACC);
      legal = false;
    } else if (draw.oneIn(5)) {
      target = target.withFractal(1024);
      legal = cube;
    }
    return Attempt.of(draw.value(source), draw.value(target)).when(legal, () -> NOTHING);
  }

  private static Attempt load(Draw draw) {
    MemorySpace space = draw.any(MemorySpace.VEC, MemorySpace.MAT, MemorySpace.ACC);
    boolean mat = space == MemorySpace.MAT;
    DataType dtype = draw.dtype(mat ? MULTIPLIED : MOVED);
    DataType given = draw.oneIn(6) ? draw.dtype() : dtype;
    Window window = Window.of(draw, buffer(draw, dtype, space, draw.shape(2)));
    return Attempt.of(window.tensor(given), window.offsets(), window.extents(), window.buffer())
        .when(
            window.legal()
                && space != MemorySpace.ACC
                && given == dtype
                && (mat ? MULTIPLIED : MOVED).contains(dtype),
            () -> NOTHING);
  }

  private static Attempt store(Draw draw) {
    MemorySpace space = draw.any(MemorySpace.VEC, MemorySpace.ACC, MemorySpace.MAT);
    DataType dtype =
        draw.dtype(
            space == MemorySpace.ACC ? ImmutableSet.of(DataType.FP32, DataType.INT32) : MOVED);
    DataType given = draw.oneIn(3) ? draw.dtype(MOVED) : dtype;
    Window window = Window.of(draw, buffer(draw, dtype, space, draw.shape(2)));
    boolean converts =
        switch (space) {
          case VEC -> given == dtype && MOVED.contains(dtype);
          case ACC ->
              switch (dtype) {
                case FP32 ->
                    given == DataType.FP32 || given == DataType.FP16 || given == DataType.BF16;
                case INT32 -> given == DataType.INT32;
                default -> false;
              };
          default -> false;
        };
    return Attempt.of(window.buffer(), window.offsets(), window.extents(), window.tensor(given))
        .when(window.legal() && converts, () -> NOTHING);
  }

  /** A window of a tensor that is as large as the valid part of a buffer. */
  private record Window(
      Draw draw, Var buffer, ImmutableLongArray shape, Expr offsets, Expr extents, boolean legal) {
    static Window of(Draw draw, BufferType type) {
      Extents extents = Extents.of(draw, type, true);
      List<Expr> offsets = new ArrayList<>();
      long[] shape = new long[2];
      boolean legal = extents.legal();
      for (int i = 0; i < 2; i++) {
        shape[i] = draw.between(1, (int) (type.shape().get(i) + 4));
        long at = draw.any(0L, 0L, 0L, 1L, 2L, -1L);
        boolean variable = draw.oneIn(4);
        offsets.add(variable ? draw.index() : ConstInt.index(at));
        long needed = variable ? 0 : at;
        if (extents.exprs().get(i) instanceof ConstInt(var _, var _, long extent)) {
          needed += extent;
        }
        legal &= (variable || at >= 0) && needed <= shape[i];
      }
      return new Window(
          draw,
          draw.value(type),
          ImmutableLongArray.copyOf(shape),
          Draw.tuple(offsets),
          Draw.tuple(extents.exprs()),
          legal);
    }

    Var tensor(DataType dtype) {
      return draw.tensor(dtype, shape.toArray());
    }
  }

  private static Attempt subview(Draw draw) {
    long[] shape = draw.shape(2);
    BufferType source = BufferType.of(draw.dtype(), MemorySpace.VEC, shape);
    long[] size =
        IntStream.range(0, 2).mapToLong(i -> draw.between(1, (int) shape[i] + 1)).toArray();
    BufferType result = buffer(draw, source.dtype(), MemorySpace.VEC, size);
    List<Expr> offsets = new ArrayList<>();
    boolean legal = true;
    for (int i = 0; i < 2; i++) {
      long at = draw.any(0L, 0L, 1L, -1L);
      boolean variable = draw.oneIn(4);
      offsets.add(variable ? draw.index() : ConstInt.index(at));
      legal &= variable ? size[i] <= shape[i] : at >= 0 && at + size[i] <= shape[i];
    }
    if (draw.oneIn(8)) {
      result = result.withDtype(DataType.FP16);
      legal &= source.dtype() == DataType.FP16;
    }
    BufferType told = result;
    boolean partial = IntStream.range(0, 2).anyMatch(i -> told.validShape().get(i) != size[i]);
    ImmutableList.Builder<Expr> args =
        ImmutableList.<Expr>builder().add(draw.value(source), Draw.tuple(offsets));
    if (draw.oneIn(2) || (partial && !draw.oneIn(4))) {
      Extents extents = Extents.of(draw, told, false);
      args.add(Draw.tuple(extents.exprs()));
      legal &= extents.legal();
    } else {
      legal &= !partial;
    }
    return Attempt.of(args.build()).telling(told).when(legal, () -> told);
  }

  private static Attempt reshape(Draw draw) {
    return draw.oneIn(3) ? relabelled(draw) : reread(draw);
  }

  private static Attempt reread(Draw draw) {
    DataType from = draw.dtype(REREAD);
    DataType to = draw.dtype(REREAD);
    long rows = draw.any(2L, 4L, 16L);
    long rowBytes = draw.any(32L, 64L, 128L, 16L);
    long cols = Math.max(1, rowBytes * 8 / from.bits());
    long bytes = rows * cols * from.bits() / 8;
    long newCols = draw.any(32L, 64L, 16L) * 8 / to.bits();
    long newRows =
        Math.max(1, bytes * 8 / to.bits() / Math.max(1, newCols)) + (draw.oneIn(6) ? 1 : 0);
    BufferType source = BufferType.of(from, MemorySpace.VEC, rows, cols);
    BufferType result = BufferType.of(to, MemorySpace.VEC, newRows, Math.max(1, newCols));
    if (draw.oneIn(8)) {
      source = source.withValidShape(ImmutableList.of(OPEN, cols));
    }
    boolean legal =
        REREAD.contains(from)
            && REREAD.contains(to)
            && !isOpen(source)
            && rows * cols * from.bits() == newRows * result.shape().get(1) * to.bits()
            && cols * from.bits() / 8 % 32 == 0
            && result.shape().get(1) * to.bits() / 8 % 32 == 0;
    return Attempt.of(draw.value(source)).telling(result).when(legal, () -> result);
  }

  /** Whole boxes of the matrix unit in another order. */
  private static Attempt relabelled(Draw draw) {
    MemorySpace space =
        draw.any(MemorySpace.MAT, MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.ACC);
    DataType dtype = draw.dtype(MULTIPLIED);
    BufferType source = boxes(draw, dtype, space, draw.any(16L, 32L, 64L), draw.any(16L, 64L, 24L));
    long rows = source.shape().get(draw.between(0, 1));
    long elements = source.shape().get(0) * source.shape().get(1);
    BufferType result = boxes(draw, dtype, space, rows, elements / rows);
    boolean legal = isWholeBoxes(source) && isWholeBoxes(result);
    if (draw.oneIn(6)) {
      result =
          result.withMemorySpace(space == MemorySpace.MAT ? MemorySpace.LEFT : MemorySpace.MAT);
      legal = false;
    } else if (draw.oneIn(6)) {
      result = result.withDtype(dtype == DataType.BF16 ? DataType.FP16 : DataType.BF16);
      legal = false;
    } else if (draw.oneIn(6)) {
      source = source.withValidShape(ImmutableList.of(OPEN, source.shape().get(1)));
      legal = false;
    } else if (draw.oneIn(6)) {
      result = boxes(draw, dtype, space, rows, elements / rows + 16);
      legal = false;
    }
    BufferType told = result;
    return Attempt.of(draw.value(source)).telling(told).when(legal, () -> told);
  }

  private static BufferType boxes(
      Draw draw, DataType dtype, MemorySpace space, long rows, long columns) {
    return BufferType.of(dtype, space, rows, columns)
        .withBlayout(draw.any(TileLayout.ROW_MAJOR, TileLayout.COL_MAJOR))
        .withSlayout(draw.oneIn(8) ? TileLayout.NONE_BOX : draw.any(BOXES))
        .withFractal(draw.oneIn(4) ? draw.any(32, 1024, 256) : 512);
  }

  private static final ImmutableSet<TileLayout> BOXES =
      ImmutableSet.of(TileLayout.ROW_MAJOR, TileLayout.COL_MAJOR);

  /** A box has 16 lines of 32 bytes, of 16 sums or of two scales. */
  private static boolean isWholeBoxes(BufferType buffer) {
    long line =
        switch (buffer.fractal()) {
          case 512 -> 256 / buffer.dtype().bits();
          case 1024 -> 16;
          case 32 -> 2;
          default -> Long.MAX_VALUE;
        };
    long rows = buffer.shape().get(0);
    long columns = buffer.shape().get(1);
    return switch (buffer.slayout()) {
      case NONE_BOX -> false;
      case ROW_MAJOR -> rows % 16 == 0 && columns % line == 0;
      case COL_MAJOR -> columns % 16 == 0 && rows % line == 0;
    };
  }

  private static Attempt matmul(Draw draw) {
    DataType dtype = draw.dtype(MULTIPLIED);
    DataType other = draw.oneIn(8) ? draw.dtype() : dtype;
    DataType sum = dtype == DataType.INT8 ? DataType.INT32 : DataType.FP32;
    DataType given = draw.oneIn(8) ? draw.dtype(MOVED) : sum;
    long[] mkn = draw.shape(3);
    long inner = draw.oneIn(8) ? mkn[1] + 16 : mkn[1];
    MemorySpace left = draw.mostly(MemorySpace.LEFT, LEFT_RIGHT);
    BufferType lhs = buffer(draw, dtype, left, mkn[0], mkn[1]);
    BufferType rhs = buffer(draw, other, MemorySpace.RIGHT, inner, mkn[2]);
    BufferType acc = BufferType.of(given, MemorySpace.ACC, mkn[0], mkn[2]);
    if (!draw.oneIn(3)) {
      acc =
          acc.withValidShape(
              ImmutableList.of(lhs.validShape().getFirst(), rhs.validShape().getLast()));
    }
    boolean covered =
        lhs.validShape().getLast() == OPEN
            || rhs.validShape().getFirst() == OPEN
            || rhs.validShape().getFirst() >= lhs.validShape().getLast();
    boolean legal =
        MULTIPLIED.contains(dtype)
            && other == dtype
            && given == sum
            && inner == mkn[1]
            && left == MemorySpace.LEFT
            && covered
            && agree(acc.validShape().getFirst(), lhs.validShape().getFirst())
            && agree(acc.validShape().getLast(), rhs.validShape().getLast());
    return Attempt.of(draw.value(lhs), draw.value(rhs), draw.value(acc)).when(legal, () -> NOTHING);
  }

  /** Whether two extents are the same, as far as it is known before the run. */
  private static boolean agree(long a, long b) {
    return a == OPEN || b == OPEN || a == b;
  }

  private static Attempt extract(Draw draw) {
    boolean cube = draw.oneIn(2);
    long[] shape = draw.shape(2);
    long[] size = draw.shape(2);
    BufferType source =
        BufferType.of(draw.dtype(), cube ? MemorySpace.MAT : MemorySpace.VEC, shape);
    MemorySpace space =
        draw.oneIn(8) ? MemorySpace.ACC : cube ? draw.any(LEFT_RIGHT) : MemorySpace.VEC;
    DataType dtype = draw.oneIn(8) ? draw.dtype() : source.dtype();
    BufferType target = BufferType.of(dtype, space, size);
    List<Expr> offsets = new ArrayList<>();
    boolean legal = space != MemorySpace.ACC && dtype == source.dtype();
    for (int i = 0; i < 2; i++) {
      long at = draw.any(0L, 0L, 16L, -1L);
      boolean variable = draw.oneIn(3);
      offsets.add(variable ? draw.index() : ConstInt.index(at));
      legal &= variable ? size[i] <= shape[i] : at >= 0 && at + size[i] <= shape[i];
    }
    return Attempt.of(draw.value(source), offsets.get(0), offsets.get(1), draw.value(target))
        .when(legal, () -> NOTHING);
  }
}
