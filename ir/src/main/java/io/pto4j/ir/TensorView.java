package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/**
 * How a tensor's elements lie in memory, in elements: strides (empty: packed), layout, the valid
 * region (empty: the shape) and what lies outside it. Source: PyPTO IR types, TensorView.
 */
@Value.Builder
public record TensorView(
    ImmutableList<Expr> stride, TensorLayout layout, ImmutableList<Expr> validShape, PadValue pad)
    implements WithTensorView {
  private static final TensorView DEFAULT =
      new TensorView(ImmutableList.of(), TensorLayout.ND, ImmutableList.of(), PadValue.NULL);

  public TensorView {
    ConstructionRule.requireValues(stride, "a stride of a tensor", Span.unknown());
    ConstructionRule.requireValues(validShape, "a valid extent of a tensor", Span.unknown());
  }

  /** Packed row-major, wholly valid. */
  public static TensorView packed() {
    return DEFAULT;
  }

  boolean isDefault() {
    return stride.isEmpty()
        && layout == TensorLayout.ND
        && validShape.isEmpty()
        && pad == PadValue.NULL;
  }
}
