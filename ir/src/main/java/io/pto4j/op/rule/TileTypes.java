package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import java.util.Optional;

/** Builds result tile types. */
final class TileTypes {
  private static final int FRACTAL = 512;

  private TileTypes() {}

  static TileType of(
      DataType dtype, ImmutableList<Expr> shape, TileView view, Optional<MemorySpace> space) {
    return new TileType(dtype, shape, Optional.empty(), Optional.of(view), space);
  }

  /** A tile in the implicit layout of its space. */
  static TileType implicit(
      DataType dtype,
      ImmutableList<Expr> shape,
      ImmutableList<Expr> valid,
      Optional<MemorySpace> space) {
    return of(dtype, shape, TileView.implicit(shape, space).withValidShape(valid), space);
  }

  /** A tile in {@code source}'s box order, padding and compaction. */
  static TileType like(
      TileType source,
      DataType dtype,
      ImmutableList<Expr> shape,
      ImmutableList<Expr> valid,
      Optional<MemorySpace> space) {
    TileView view = source.effectiveView();
    return of(
        dtype,
        shape,
        layout(view.blayout(), view.slayout())
            .withValidShape(valid)
            .withPad(view.pad())
            .withCompact(view.compact()),
        space);
  }

  static TileView layout(TileLayout blayout, TileLayout slayout) {
    return TileView.of(blayout, slayout, FRACTAL);
  }

  static TileView keeping(TileView view, ImmutableList<Expr> valid, PadValue pad) {
    return view.withValidShape(valid).withPad(pad).withCompact(CompactMode.NULL);
  }
}
