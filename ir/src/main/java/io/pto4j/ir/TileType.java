package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.immutables.value.Value;

/**
 * An array in on-chip memory. A valid shape equal to the shape is cleared, and a view that says no
 * more than the implicit layout of its space is dropped, so that equal tiles have equal types.
 * Source: PyPTO IR types, TileType.
 */
@Value.Builder
public record TileType(
    DataType dtype,
    ImmutableList<Expr> shape,
    Optional<MemRef> memref,
    Optional<TileView> tileView,
    Optional<MemorySpace> memorySpace)
    implements ShapedType, WithTileType {
  public TileType {
    Dims.checkShape("TileType", dtype, shape);
    ConstructionRule.TILE_MEMORY.require(
        memref.isEmpty() || memorySpace.isPresent(), Span.unknown());
    if (tileView.isPresent()) {
      TileView view = tileView.get();
      if (Dims.same(view.validShape(), shape)) {
        view = view.withValidShape();
      }
      boolean implicit = view.isPlain() && view.hasLayoutOf(TileView.implicit(shape, memorySpace));
      tileView = implicit ? Optional.empty() : Optional.of(view);
    }
  }

  public static TileType of(DataType dtype, ImmutableList<Expr> shape, MemorySpace space) {
    return new TileType(dtype, shape, Optional.empty(), Optional.empty(), Optional.of(space));
  }

  public static TileType of(DataType dtype, MemorySpace space, long... shape) {
    return of(dtype, Dims.of(shape), space);
  }

  /** The view, the implicit one when absent; its valid shape is always filled. */
  public TileView effectiveView() {
    TileView view = tileView.orElseGet(() -> TileView.implicit(shape, memorySpace));
    return view.validShape().isEmpty() ? view.withValidShape(shape) : view;
  }

  /** The valid region, the whole shape when nothing narrower is said. */
  public ImmutableList<Expr> validShape() {
    return tileView.map(TileView::validShape).filter(v -> !v.isEmpty()).orElse(shape);
  }
}
