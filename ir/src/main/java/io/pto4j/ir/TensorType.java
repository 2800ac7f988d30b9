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
    implements TensorLike, WithTensorType {
  public TensorType {
    Dims.checkShape("TensorType", dtype, shape);
    tensorView = TensorLike.canonical(tensorView, shape);
  }

  public static TensorType of(DataType dtype, ImmutableList<Expr> shape) {
    return new TensorType(dtype, shape, Optional.empty(), Optional.empty());
  }

  public static TensorType of(DataType dtype, long... shape) {
    return of(dtype, Dims.of(shape));
  }
}
