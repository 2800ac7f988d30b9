package io.pto4j.dsl;

import io.pto4j.dsl.meta.Op;

/** Reductions of the rows or columns of a tensor. Called through {@link Pl}. */
public abstract sealed class PlTensorReductions extends PlTensorFunctions
    permits PlTensorExpansions {

  PlTensorReductions() {}

  /**
   * Sum of every row. Operator {@code tensor.row_sum}.
   *
   * <p>Elements are added from left to right.
   *
   * @param x source
   * @return tensor of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.row_sum")
  public static <T extends DType<?>> Tensor<T> rowSum(Tensor<T> x) {
    return Eager.tensor("tensor.row_sum", x);
  }

  /**
   * Largest element of every row. Operator {@code tensor.row_max}.
   *
   * @param x source
   * @return tensor of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.row_max")
  public static <T extends DType<?>> Tensor<T> rowMax(Tensor<T> x) {
    return Eager.tensor("tensor.row_max", x);
  }

  /**
   * Smallest element of every row. Operator {@code tensor.row_min}.
   *
   * <p>Element types INT16, INT32, FP16 and FP32.
   *
   * @param x source
   * @return tensor of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.row_min")
  public static <T extends DType<?>> Tensor<T> rowMin(Tensor<T> x) {
    return Eager.tensor("tensor.row_min", x);
  }

  /**
   * Product of every row. Operator {@code tensor.row_prod}.
   *
   * @param x source
   * @return tensor of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.row_prod")
  public static <T extends DType<?>> Tensor<T> rowProd(Tensor<T> x) {
    return Eager.tensor("tensor.row_prod", x);
  }

  /**
   * Position of the largest element, the first one on ties, of every row. Operator {@code
   * tensor.row_argmax}.
   *
   * @param x source
   * @return tensor of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.row_argmax")
  public static <T extends DType<?>> Tensor<INT32> rowArgmax(Tensor<T> x) {
    return Eager.tensor("tensor.row_argmax", x);
  }

  /**
   * Position of the smallest element, the first one on ties, of every row. Operator {@code
   * tensor.row_argmin}.
   *
   * @param x source
   * @return tensor of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.row_argmin")
  public static <T extends DType<?>> Tensor<INT32> rowArgmin(Tensor<T> x) {
    return Eager.tensor("tensor.row_argmin", x);
  }

  /**
   * Sum of every column. Operator {@code tensor.col_sum}.
   *
   * <p>Elements are added from top to bottom.
   *
   * @param x source
   * @return tensor of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.col_sum")
  public static <T extends DType<?>> Tensor<T> colSum(Tensor<T> x) {
    return Eager.tensor("tensor.col_sum", x);
  }

  /**
   * Largest element of every column. Operator {@code tensor.col_max}.
   *
   * @param x source
   * @return tensor of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.col_max")
  public static <T extends DType<?>> Tensor<T> colMax(Tensor<T> x) {
    return Eager.tensor("tensor.col_max", x);
  }

  /**
   * Smallest element of every column. Operator {@code tensor.col_min}.
   *
   * @param x source
   * @return tensor of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.col_min")
  public static <T extends DType<?>> Tensor<T> colMin(Tensor<T> x) {
    return Eager.tensor("tensor.col_min", x);
  }

  /**
   * Product of every column. Operator {@code tensor.col_prod}.
   *
   * @param x source
   * @return tensor of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.col_prod")
  public static <T extends DType<?>> Tensor<T> colProd(Tensor<T> x) {
    return Eager.tensor("tensor.col_prod", x);
  }

  /**
   * Position of the largest element, the first one on ties, of every column. Operator {@code
   * tensor.col_argmax}.
   *
   * @param x source
   * @return tensor of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.col_argmax")
  public static <T extends DType<?>> Tensor<INT32> colArgmax(Tensor<T> x) {
    return Eager.tensor("tensor.col_argmax", x);
  }

  /**
   * Position of the smallest element, the first one on ties, of every column. Operator {@code
   * tensor.col_argmin}.
   *
   * @param x source
   * @return tensor of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tensor.col_argmin")
  public static <T extends DType<?>> Tensor<INT32> colArgmin(Tensor<T> x) {
    return Eager.tensor("tensor.col_argmin", x);
  }
}
