package io.pto4j.gen;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.Pipe;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RegKind;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import java.util.Arrays;
import java.util.Optional;

/** Random types. */
final class TypeGenerator {
  private static final ImmutableList<DataType> DTYPES =
      ImmutableList.of(
          DataType.FP32,
          DataType.FP16,
          DataType.BF16,
          DataType.INT8,
          DataType.INT32,
          DataType.BOOL);

  private static final ImmutableList<DataType> NUMERIC =
      Arrays.stream(DataType.values())
          .filter(d -> d != DataType.TASK_ID)
          .collect(ImmutableList.toImmutableList());

  private static final ImmutableList<DataType> VECTOR_DTYPES =
      NUMERIC.stream().filter(d -> d != DataType.BOOL).collect(ImmutableList.toImmutableList());

  private static final ImmutableList<DataType> ARRAY_DTYPES =
      Arrays.stream(DataType.values())
          .filter(d -> d.isInt() || d == DataType.BOOL || d == DataType.TASK_ID)
          .collect(ImmutableList.toImmutableList());

  private static final ImmutableList<MemorySpace> ON_CHIP =
      Arrays.stream(MemorySpace.values())
          .filter(m -> m != MemorySpace.DDR)
          .collect(ImmutableList.toImmutableList());

  private final Choice choice;
  private final ImmutableList<Var> symbols;

  /**
   * @param symbols the dynamic extents of the program
   */
  TypeGenerator(Choice choice, ImmutableList<Var> symbols) {
    this.choice = choice;
    this.symbols = symbols;
  }

  /** Any type of an element; the usual ones more often. */
  private DataType element() {
    return choice.of(choice.oneIn(3) ? NUMERIC : DTYPES);
  }

  ScalarType scalar() {
    if (choice.oneIn(4)) {
      return ScalarType.of(choice.of(NUMERIC));
    }
    return ScalarType.of(
        choice.of(
            ImmutableList.of(
                DataType.INDEX,
                DataType.INT64,
                DataType.INT32,
                DataType.UINT8,
                DataType.FP32,
                DataType.BF16,
                DataType.BOOL)));
  }

  Type any() {
    return switch (choice.below(8)) {
      case 0 -> scalar();
      case 6, 7 -> rare();
      case 1, 2 -> tensor();
      case 3 ->
          new ArrayType(
              choice.oneIn(2) ? DataType.TASK_ID : choice.of(ARRAY_DTYPES),
              ConstInt.index(1 + choice.below(8)));
      default -> tile();
    };
  }

  private Type rare() {
    return switch (choice.below(7)) {
      case 6 -> new PipeType(choice.of(Pipe.values()));
      case 5 -> new TupleType(ImmutableList.of(scalar(), new TupleType(ImmutableList.of(tile()))));
      case 0 -> distributed(Optional.empty());
      case 1 ->
          choice.oneIn(2)
              ? new RegType(
                  1 + choice.below(256),
                  choice.oneIn(2) ? DataType.FP32 : choice.of(VECTOR_DTYPES),
                  RegKind.VEC_REG)
              : new RegType(1 + choice.below(256), DataType.BOOL, RegKind.MASK_REG);
      case 2 -> new MultiBufferType(buffer(), 1 + choice.below(4));
      case 3 -> choice.oneIn(3) ? buffer() : new PipeType(choice.of(Pipe.values()));
      default -> choice.of(HandleType.values());
    };
  }

  private BufferType buffer() {
    ImmutableList<Long> shape = choice.list(2, () -> 1L + choice.below(128));
    ImmutableList<Long> valid =
        shape.stream()
            .map(n -> choice.oneIn(2) ? BufferType.DYNAMIC : n)
            .collect(ImmutableList.toImmutableList());
    return new BufferType(
        shape,
        element(),
        choice.of(ON_CHIP),
        choice.oneIn(2) ? shape : valid,
        choice.of(TileLayout.values()),
        choice.of(TileLayout.values()),
        choice.oneIn(2) ? 512 : 1024,
        choice.of(PadValue.values()),
        choice.of(CompactMode.values()));
  }

  DistributedTensorType distributed(Optional<WindowBuffer> window) {
    TensorType tensor = tensor();
    return new DistributedTensorType(
        tensor.dtype(), tensor.shape(), tensor.memref(), tensor.tensorView(), window);
  }

  TensorType tensor() {
    DataType dtype = element();
    ImmutableList<Expr> shape = shape(dtype);
    Optional<TensorView> view =
        choice.oneIn(3)
            ? Optional.of(
                new TensorView(
                    choice.oneIn(2) ? ImmutableList.of() : dims(shape.size()),
                    choice.of(TensorLayout.values()),
                    choice.oneIn(2) ? ImmutableList.of() : within(shape),
                    choice.of(PadValue.values())))
            : Optional.empty();
    return new TensorType(dtype, shape, memref(), view);
  }

  TileType tile() {
    DataType dtype = element();
    ImmutableList<Expr> shape = shape(dtype);
    return new TileType(
        dtype, shape, memref(), view(shape), Optional.of(choice.of(MemorySpace.values())));
  }

  private Optional<TileView> view(ImmutableList<Expr> shape) {
    return choice.oneIn(2)
        ? Optional.empty()
        : Optional.of(
            new TileView(
                choice.oneIn(2) ? ImmutableList.of() : within(shape),
                choice.oneIn(3) ? dims(shape.size()) : ImmutableList.of(),
                choice.oneIn(3) ? Optional.of(dim()) : Optional.empty(),
                choice.of(TileLayout.values()),
                choice.of(TileLayout.values()),
                choice.oneIn(2) ? 512 : 1024,
                choice.of(PadValue.values()),
                choice.of(CompactMode.values())));
  }

  private Optional<MemRef> memref() {
    if (!choice.oneIn(3)) {
      return Optional.empty();
    }
    boolean slots = choice.oneIn(2);
    // an allocation has one number of slots
    String name = (slots ? "ring_" : "mem_") + choice.below(5);
    Var base = new Var(name, PtrType.INSTANCE, Span.unknown());
    return Optional.of(
        new MemRef(
            base,
            choice.oneIn(2) ? ConstInt.of(choice.below(4096), DataType.INT64) : dim(),
            choice.below(65536),
            choice.oneIn(4),
            slots ? 2 : 1,
            slots ? Optional.of(ConstInt.index(1)) : Optional.empty(),
            Span.unknown()));
  }

  private ImmutableList<Expr> shape(DataType dtype) {
    ImmutableList<Expr> dims = dims(1 + choice.below(3));
    return dtype == DataType.FP4 && dims.getLast() instanceof ConstInt last
        ? ImmutableList.<Expr>builder()
            .addAll(dims.subList(0, dims.size() - 1))
            // two elements share a byte
            .add(ConstInt.index(2 * last.value()))
            .build()
        : dims;
  }

  /** A region of a shape. */
  private ImmutableList<Expr> within(ImmutableList<Expr> shape) {
    return shape.stream()
        .map(d -> d instanceof ConstInt c ? ConstInt.index(1 + choice.below((int) c.value())) : d)
        .collect(ImmutableList.toImmutableList());
  }

  private ImmutableList<Expr> dims(int rank) {
    return choice.list(rank, this::dim);
  }

  private Expr dim() {
    if (symbols.isEmpty() || !choice.oneIn(4)) {
      return ConstInt.index(1 + choice.below(256));
    }
    Var symbol = choice.of(symbols);
    return choice.oneIn(2)
        ? symbol
        : Exprs.binary(
            choice.of(ImmutableList.of(BinaryOp.ADD, BinaryOp.MUL, BinaryOp.FLOOR_DIV)),
            symbol,
            ConstInt.index(1 + choice.below(16)),
            Span.unknown());
  }
}
