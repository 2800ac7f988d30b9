package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;

/** A tensor in global memory, of one device or a window of a group of devices. */
public sealed interface TensorLike extends ShapedType permits TensorType, DistributedTensorType {
  Optional<TensorView> tensorView();

  /** The view, packed row-major when absent; its valid shape is always filled. */
  default TensorView effectiveView() {
    TensorView view = tensorView().orElse(TensorView.packed());
    return view.validShape().isEmpty() ? view.withValidShape(shape()) : view;
  }

  /** The view without what it need not say: a valid shape equal to the shape, or nothing at all. */
  static Optional<TensorView> canonical(Optional<TensorView> view, ImmutableList<Expr> shape) {
    return view.map(v -> Dims.same(v.validShape(), shape) ? v.withValidShape() : v)
        .filter(v -> !v.isDefault());
  }
}
