package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.immutables.value.Value;

/**
 * A tensor cut from a window that the devices of a communication domain share. It is a kind of its
 * own: what takes a {@link TensorType} does not take it unless it says so.
 *
 * @param windowBuffer the allocation the tensor is cut from; empty in a signature
 *     <p>Source: PyPTO IR types, DistributedTensorType.
 */
@Value.Builder
public record DistributedTensorType(
    DataType dtype,
    ImmutableList<Expr> shape,
    Optional<MemRef> memref,
    Optional<TensorView> tensorView,
    Optional<WindowBuffer> windowBuffer)
    implements TensorLike, WithDistributedTensorType {
  public DistributedTensorType {
    Dims.checkShape("DistributedTensorType", dtype, shape);
    tensorView = TensorLike.canonical(tensorView, shape);
  }

  public static DistributedTensorType of(DataType dtype, ImmutableList<Expr> shape) {
    return new DistributedTensorType(
        dtype, shape, Optional.empty(), Optional.empty(), Optional.empty());
  }

  public static DistributedTensorType of(DataType dtype, long... shape) {
    return of(dtype, Dims.of(shape));
  }
}
