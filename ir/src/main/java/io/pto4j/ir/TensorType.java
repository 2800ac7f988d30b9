package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.immutables.value.Value;

/**
 * An array in global memory. A valid shape equal to the shape is cleared, and a view without
 * content dropped, so that equal tensors have equal types. Source: PyPTO IR types, TensorType.
 */
@Value.Builder
public record TensorType(
    DataType dtype,
    ImmutableList<Expr> shape,
    Optional<MemRef> memref,
    Optional<TensorView> tensorView)
    implements ShapedType, WithTensorType {
  public TensorType {
    Dims.checkShape("TensorType", dtype, shape);
    if (tensorView.isPresent()) {
      TensorView view = tensorView.get();
      if (Dims.same(view.validShape(), shape)) {
        view = view.withValidShape();
      }
      tensorView = view.isDefault() ? Optional.empty() : Optional.of(view);
    }
  }

  public static TensorType of(DataType dtype, ImmutableList<Expr> shape) {
    return new TensorType(dtype, shape, Optional.empty(), Optional.empty());
  }

  public static TensorType of(DataType dtype, long... shape) {
    return of(dtype, Dims.of(shape));
  }

  /** The view, packed row-major when absent; its valid shape is always filled. */
  public TensorView effectiveView() {
    TensorView view = tensorView.orElse(TensorView.packed());
    return view.validShape().isEmpty() ? view.withValidShape(shape) : view;
  }
}
