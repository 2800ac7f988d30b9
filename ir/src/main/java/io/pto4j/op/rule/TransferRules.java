package io.pto4j.op.rule;

import static io.pto4j.ir.TileLayout.COL_MAJOR;
import static io.pto4j.ir.TileLayout.NONE_BOX;
import static io.pto4j.ir.TileLayout.ROW_MAJOR;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.Optional;

/**
 * Result types of operators that move data between memories. Source: PTO ISA, TLOAD, TSTORE, TMOV,
 * TEXTRACT.
 */
public final class TransferRules {
  /** Element types that a store can add atomically. */
  static final ImmutableSet<DataType> ATOMIC =
      ImmutableSet.of(
          DataType.FP32,
          DataType.BF16,
          DataType.FP16,
          DataType.INT32,
          DataType.INT16,
          DataType.INT8);

  /** Memories whose boxes may follow the valid rows. */
  private static final ImmutableSet<MemorySpace> COMPACT =
      ImmutableSet.of(MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.ACC);

  private static final int SCALE_FRACTAL = 32;

  private TransferRules() {}

  /** {@code load(tensor, offsets, shapes, valid_shape)}: a tile of {@code shapes}. */
  public static Type load(Request r) {
    TensorLike tensor = r.tensor(0);
    ImmutableList<Expr> shape = r.indices(2);
    Shapes.checkCount(r, 1, tensor.rank());
    Shapes.checkConstantShape(r, 2);
    Shapes.checkCount(r, 3, shape.size());
    Shapes.checkValid(r, r.indices(3), shape);
    Shapes.checkCount(r, 2, tensor.rank());
    ImmutableList<Expr> valid =
        new WindowRead(
                tensor.shape(),
                TensorTypes.valid(tensor),
                r.indices(1),
                shape,
                Optional.of(r.indices(3)),
                false,
                r.kwargs().getBool("clamp", false))
            .valid(r);
    Shapes.checkPackedOffset(r, tensor.dtype(), r.indices(1));
    checkLoadable(r);
    TileView view =
        scaleLayout(r, tensor)
            .orElseGet(() -> loadedLayout(tensor, shape, r.space()))
            .withValidShape(valid);
    return TileTypes.of(tensor.dtype(), shape, view, r.space());
  }

  private static void checkLoadable(Request r) {
    if (r.space().filter(s -> s != MemorySpace.VEC && s != MemorySpace.MAT).isPresent()) {
      throw r.error(
          "global memory is not loaded into " + r.space().get().text(),
          "load it into Mat and move it on, or into Vec");
    }
  }

  /** The boxes of a scale tensor, which is loaded into Mat as it is; empty for any other. */
  private static Optional<TileView> scaleLayout(Request r, TensorLike tensor) {
    TensorLayout layout = tensor.effectiveView().layout();
    if (layout != TensorLayout.MX_A_ZZ && layout != TensorLayout.MX_B_NN) {
      return Optional.empty();
    }
    boolean scale = tensor.dtype() == DataType.FP8E8M0 || tensor.dtype() == DataType.UINT8;
    boolean mat = r.space().equals(Optional.of(MemorySpace.MAT));
    if (!scale || !mat || tensor.rank() != 2 || !tensor.effectiveView().stride().isEmpty()) {
      throw r.error(
          Texts.of(tensor) + " of layout " + layout.text() + " cannot be loaded so",
          "a packed matrix of fp8e8m0 or uint8, into target_memory Mat");
    }
    TileLayout order = layout == TensorLayout.MX_A_ZZ ? ROW_MAJOR : COL_MAJOR;
    return Optional.of(TileView.of(order, order, SCALE_FRACTAL));
  }

  private static TileView loadedLayout(
      TensorLike tensor, ImmutableList<Expr> shape, Optional<MemorySpace> space) {
    if (space.isEmpty()) {
      return TileTypes.layout(ROW_MAJOR, NONE_BOX);
    }
    boolean columns = tensor.effectiveView().layout() == TensorLayout.DN;
    if (space.get() != MemorySpace.MAT) {
      boolean column = Exprs.isConstant(Shapes.last(shape), 1);
      return TileTypes.layout(column ? COL_MAJOR : ROW_MAJOR, NONE_BOX);
    }
    if (shape.size() == 2 && Exprs.isConstant(shape.get(columns ? 1 : 0), 1)) {
      return TileTypes.layout(ROW_MAJOR, NONE_BOX);
    }
    return columns
        ? TileTypes.layout(ROW_MAJOR, COL_MAJOR)
        : TileTypes.layout(COL_MAJOR, ROW_MAJOR);
  }

  /** {@code store(tile, offsets, output_tensor[, shapes])}: the tensor after the write. */
  public static Type store(Request r) {
    TileType tile = r.tile(0);
    TensorLike tensor = r.tensor(2);
    Shapes.checkCount(r, 1, tensor.rank());
    checkStoredDtype(r, tile, tensor);
    Shapes.checkPackedOffset(r, tensor.dtype(), r.indices(1));
    checkAtomic(r, tensor.dtype());
    if (r.has(3)) {
      Shapes.checkCount(r, 3, tensor.rank());
      return tensor;
    }
    if (tile.rank() != tensor.rank()) {
      throw r.error(
          "a tile of shape "
              + Texts.of(tile.shape())
              + " cannot be stored in a tensor of shape "
              + Texts.of(tensor.shape()),
          "the ranks must agree; reshape the tile or slice the tensor");
    }
    ImmutableList<Expr> before = TensorTypes.valid(tensor);
    ImmutableList<Expr> valid =
        new WriteUnion(tensor.shape(), before, r.indices(1), tile.validShape(), tile.validShape())
            .valid(r);
    return Extents.equal(valid, before) ? tensor : TensorTypes.withValid(tensor, valid);
  }

  /** The accumulator narrows on its way out; from anywhere else a store copies bits. */
  private static void checkStoredDtype(Request r, TileType tile, TensorLike tensor) {
    boolean narrows =
        tile.memorySpace().equals(Optional.of(MemorySpace.ACC))
            && tile.dtype() == DataType.FP32
            && (tensor.dtype() == DataType.FP16 || tensor.dtype() == DataType.BF16);
    if (tile.dtype() != tensor.dtype() && !narrows) {
      throw r.error(
          "operand "
              + r.name(0)
              + " has dtype "
              + tile.dtype().text()
              + ", but the tensor has "
              + tensor.dtype().text(),
          "cast the tile to " + tensor.dtype().text() + " before the store");
    }
  }

  /** Checks that {@code atomic} is 0 or 1, and that the element type can be added atomically. */
  static void checkAtomic(Request r, DataType dtype) {
    int atomic = r.kwargs().getInt("atomic", 0);
    if (atomic != 0 && atomic != 1) {
      throw r.error("there is no atomic mode " + atomic, "0 overwrites, 1 adds");
    }
    if (atomic == 1 && !ATOMIC.contains(dtype)) {
      throw r.error(
          dtype.text() + " cannot be added atomically",
          "the types are fp32, bf16, fp16, int32, int16 and int8");
    }
  }

  /** {@code move(tile)}: the same tile in another memory, in that memory's layout. */
  public static Type move(Request r) {
    TileType tile = r.tile(0);
    MemorySpace target = r.space().orElseThrow();
    if (target == MemorySpace.LEFT_SCALE || target == MemorySpace.RIGHT_SCALE) {
      return movedScale(r, tile, target);
    }
    TileView source = tile.effectiveView();
    TileView there = TileView.implicit(tile.shape(), r.space());
    TileView anywhere = TileView.implicit(tile.shape(), Optional.empty());
    boolean ownLayout =
        there.blayout() != anywhere.blayout() || there.slayout() != anywhere.slayout();
    TileView view =
        ownLayout ? there : TileView.of(source.blayout(), source.slayout(), there.fractal());
    if (target == MemorySpace.RIGHT) {
      view = view.withBlayout(ROW_MAJOR);
    }
    view =
        view.withBlayout(layout(r, "blayout").orElse(view.blayout()))
            .withSlayout(layout(r, "slayout").orElse(view.slayout()));
    return TileTypes.of(
        tile.dtype(),
        tile.shape(),
        TileTypes.keeping(view, tile.validShape(), source.pad()),
        r.space());
  }

  /** Scales stay in the boxes in which they were loaded. */
  private static Type movedScale(Request r, TileType tile, MemorySpace target) {
    TileLayout order = target == MemorySpace.LEFT_SCALE ? ROW_MAJOR : COL_MAJOR;
    TileView source = tile.effectiveView();
    boolean scale = tile.dtype() == DataType.FP8E8M0 || tile.dtype() == DataType.UINT8;
    boolean boxed =
        source.blayout() == order && source.slayout() == order && source.fractal() == SCALE_FRACTAL;
    boolean kept =
        layout(r, "blayout").orElse(order) == order && layout(r, "slayout").orElse(order) == order;
    boolean mat = tile.memorySpace().filter(space -> space != MemorySpace.MAT).isEmpty();
    if (!scale || !boxed || !kept || !mat || tile.rank() != 2) {
      throw r.error(
          Texts.of(tile) + " cannot move to " + target.text(),
          "load a scale matrix into Mat in its own layout first, and keep that");
    }
    return TileTypes.of(
        DataType.FP8E8M0,
        tile.shape(),
        TileTypes.keeping(source, tile.validShape(), source.pad()),
        r.space());
  }

  private static Optional<TileLayout> layout(Request r, String key) {
    return r.kwargs().get(key).map(value -> ((AttrValue.OfTileLayout) value).value());
  }

  /** {@code create(shape)}: a tile with undefined elements. */
  public static Type create(Request r) {
    Shapes.checkConstantShape(r, 0);
    ImmutableList<Expr> shape = r.indices(0);
    DataType dtype = r.kwargs().getDataType("dtype").orElseThrow();
    boolean flat = r.kwargs().getBool("flat_layout", false);
    boolean transposed = r.kwargs().getBool("transpose", false);
    boolean mat = r.space().equals(Optional.of(MemorySpace.MAT));
    r.space().ifPresent(space -> checkCreatedIn(r, space));
    if ((flat || transposed) && (!mat || flat == transposed)) {
      throw r.error(
          "flat_layout and transpose are for tiles in Mat, one at a time",
          "create the tile in Mat, or leave them out");
    }
    if (transposed && shape.size() != 2) {
      throw r.error("transpose needs a shape of rank 2", "give two extents");
    }
    boolean compact = r.kwargs().getBool("compact", false);
    if (compact && r.space().filter(COMPACT::contains).isEmpty()) {
      throw r.error("compact is for tiles in Left, Right or Acc", "leave it out");
    }
    TileView view =
        flat
            ? TileTypes.layout(ROW_MAJOR, NONE_BOX)
            : transposed
                ? TileTypes.layout(ROW_MAJOR, COL_MAJOR)
                : TileView.implicit(shape, r.space());
    return TileTypes.of(
        dtype, shape, view.withCompact(compact ? CompactMode.NORMAL : CompactMode.NULL), r.space());
  }

  private static void checkCreatedIn(Request r, MemorySpace space) {
    switch (space) {
      case VEC, MAT, LEFT, RIGHT, ACC, BIAS -> {
        // tiles of any elements live there
      }
      case LEFT_SCALE, RIGHT_SCALE ->
          throw r.error("scales cannot be created", "load them into Mat and move them");
      case DDR ->
          throw r.error("a tile is not in global memory", "create a tensor, or a tile in Vec");
      case SCALAR_LOCAL ->
          throw r.error(
              "a tile is not in " + space.text(), "create an array, or a tile in Vec or Mat");
    }
  }

  /** {@code full(shape, value)}: a tile with one value everywhere. */
  public static Type full(Request r) {
    Shapes.checkConstantShape(r, 0);
    return TileTypes.implicit(GeneratorRules.filled(r), r.indices(0), r.indices(0), r.space());
  }

  /** {@code extract(src, index_row, index_col, shape)}: a copy of a window of a matrix. */
  public static Type extract(Request r) {
    TileType source = r.tile(0);
    Shapes.checkExactRank(r, 0, 2);
    Shapes.checkConstantShape(r, 3);
    Shapes.checkCount(r, 3, 2);
    checkIndex(r, 1);
    checkIndex(r, 2);
    ImmutableList<Expr> offset = ImmutableList.of(r.args().get(1), r.args().get(2));
    Shapes.checkPackedOffset(r, source.dtype(), offset);
    ImmutableList<Expr> shape = r.indices(3);
    ImmutableList<Expr> valid =
        new WindowRead(
                source.shape(), source.validShape(), offset, shape, Optional.empty(), true, false)
            .valid(r);
    MemorySpace target = r.space().orElseThrow();
    boolean operand = target == MemorySpace.LEFT || target == MemorySpace.RIGHT;
    TileView view =
        switch (target) {
          case LEFT -> TileTypes.layout(ROW_MAJOR, ROW_MAJOR);
          case RIGHT -> TileTypes.layout(ROW_MAJOR, COL_MAJOR);
          default -> TileView.implicit(shape, r.space());
        };
    boolean compact = operand && !Dims.same(valid, shape);
    return TileTypes.of(
        source.dtype(),
        shape,
        TileTypes.keeping(view, valid, PadValue.NULL)
            .withCompact(compact ? CompactMode.NORMAL : CompactMode.NULL),
        r.space());
  }

  /** Checks that scalar operand {@code i} may count elements. */
  static void checkIndex(Request r, int i) {
    if (!(r.type(i) instanceof ScalarType(DataType dtype)) || !dtype.isIndexLike()) {
      throw r.error(
          "operand " + r.name(i) + " must be an index, but is " + Texts.of(r.type(i)),
          "cast it to an index");
    }
  }
}
