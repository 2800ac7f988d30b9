package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.immutables.value.Value;

/**
 * How a tile's elements lie on chip: valid region (empty: the shape), strides, offset of the first
 * element, order of the boxes ({@code blayout}), order inside a box ({@code slayout}), box size in
 * bytes ({@code fractal}), padding and compaction.
 *
 * <p>Source: PyPTO IR types, TileView.
 */
@Value.Builder
public record TileView(
    ImmutableList<Expr> validShape,
    ImmutableList<Expr> stride,
    Optional<Expr> startOffset,
    TileLayout blayout,
    TileLayout slayout,
    int fractal,
    PadValue pad,
    CompactMode compact)
    implements WithTileView {
  private static final int FRACTAL = 512;
  private static final int ACC_FRACTAL = 1024;
  private static final int SCALE_FRACTAL = 32;

  public TileView {
    ConstructionRule.requireValues(validShape, "a valid extent of a tile", Span.unknown());
    ConstructionRule.requireValues(stride, "a stride of a tile", Span.unknown());
    startOffset.ifPresent(
        offset -> ConstructionRule.requireValue(offset, "the offset of a tile", Span.unknown()));
  }

  public static TileView of(TileLayout blayout, TileLayout slayout, int fractal) {
    return new TileView(
        ImmutableList.of(),
        ImmutableList.of(),
        Optional.empty(),
        blayout,
        slayout,
        fractal,
        PadValue.NULL,
        CompactMode.NULL);
  }

  /** Dense rows, without boxes. */
  public static TileView rowMajor() {
    return of(TileLayout.ROW_MAJOR, TileLayout.NONE_BOX, FRACTAL);
  }

  /** The layout that a tile of this shape has in this space when its type says nothing else. */
  public static TileView implicit(ImmutableList<Expr> shape, Optional<MemorySpace> space) {
    TileLayout byShape = isColumn(shape) ? TileLayout.COL_MAJOR : TileLayout.ROW_MAJOR;
    return switch (space.orElse(MemorySpace.VEC)) {
      case VEC, BIAS, SCALAR_LOCAL, DDR -> of(byShape, TileLayout.NONE_BOX, FRACTAL);
      case MAT, LEFT -> of(TileLayout.COL_MAJOR, TileLayout.ROW_MAJOR, FRACTAL);
      case RIGHT -> of(byShape, TileLayout.COL_MAJOR, FRACTAL);
      case ACC -> of(TileLayout.COL_MAJOR, TileLayout.ROW_MAJOR, ACC_FRACTAL);
      case LEFT_SCALE -> of(TileLayout.ROW_MAJOR, TileLayout.ROW_MAJOR, SCALE_FRACTAL);
      case RIGHT_SCALE -> of(TileLayout.COL_MAJOR, TileLayout.COL_MAJOR, SCALE_FRACTAL);
    };
  }

  private static boolean isColumn(ImmutableList<Expr> shape) {
    return shape.size() == 2
        && shape.get(1) instanceof ConstInt cols
        && cols.value() == 1
        && shape.get(0) instanceof ConstInt rows
        && rows.value() > 1;
  }

  boolean hasLayoutOf(TileView other) {
    return blayout == other.blayout && slayout == other.slayout && fractal == other.fractal;
  }

  boolean isPlain() {
    return validShape.isEmpty()
        && stride.isEmpty()
        && startOffset.isEmpty()
        && pad == PadValue.NULL
        && compact == CompactMode.NULL;
  }
}
