package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;

/**
 * A tensor or tile: elements of one dtype in a shape, with the memory that holds them once planned.
 */
public sealed interface ShapedType extends Type permits TensorLike, TileType {
  DataType dtype();

  /** Extents, outermost first; constants or symbolic expressions. */
  ImmutableList<Expr> shape();

  Optional<MemRef> memref();

  default int rank() {
    return shape().size();
  }
}
