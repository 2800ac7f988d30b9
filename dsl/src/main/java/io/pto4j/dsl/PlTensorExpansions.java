package io.pto4j.dsl;

import io.pto4j.dsl.meta.Op;

/** A tensor with a row or column vector that is repeated over it. Called through {@link Pl}. */
public abstract sealed class PlTensorExpansions extends PlTensorReductions permits PlTensorBits {

  PlTensorExpansions() {}

  /**
   * A column vector repeated along the rows: element {@code [r, c]} is {@code vector[r]}. Operator
   * {@code tensor.row_expand}.
   *
   * @param target gives the shape of the result; its elements are not read
   * @param vector tensor of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.row_expand")
  public static <T extends DType<?>> Tensor<T> rowExpand(Tensor<T> target, Tensor<T> vector) {
    return Eager.tensor("tensor.row_expand", target, vector);
  }

  /**
   * {@code x[r, c] + vector[r]} for every element. Operator {@code tensor.row_expand_add}.
   *
   * <p>Element types INT8, INT16, INT32, FP16 and FP32.
   *
   * @param x tensor of shape {@code [.., R, C]}
   * @param vector tensor of shape {@code [.., R, 1]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.row_expand_add")
  public static <T extends DType<?>> Tensor<T> rowExpandAdd(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.row_expand_add", x, vector);
  }

  /**
   * {@code x[r, c] - vector[r]} for every element. Operator {@code tensor.row_expand_sub}.
   *
   * @param x tensor of shape {@code [.., R, C]}
   * @param vector tensor of shape {@code [.., R, 1]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.row_expand_sub")
  public static <T extends DType<?>> Tensor<T> rowExpandSub(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.row_expand_sub", x, vector);
  }

  /**
   * {@code x[r, c] * vector[r]} for every element. Operator {@code tensor.row_expand_mul}.
   *
   * @param x tensor of shape {@code [.., R, C]}
   * @param vector tensor of shape {@code [.., R, 1]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.row_expand_mul")
  public static <T extends DType<?>> Tensor<T> rowExpandMul(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.row_expand_mul", x, vector);
  }

  /**
   * {@code x[r, c] / vector[r]} for every element. Operator {@code tensor.row_expand_div}.
   *
   * @param x tensor of shape {@code [.., R, C]}
   * @param vector tensor of shape {@code [.., R, 1]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.row_expand_div")
  public static <T extends DType<?>> Tensor<T> rowExpandDiv(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.row_expand_div", x, vector);
  }

  /**
   * {@code max(x[r, c], vector[r])} for every element. Operator {@code tensor.row_expand_max}.
   *
   * @param x tensor of shape {@code [.., R, C]}
   * @param vector tensor of shape {@code [.., R, 1]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.row_expand_max")
  public static <T extends DType<?>> Tensor<T> rowExpandMax(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.row_expand_max", x, vector);
  }

  /**
   * {@code min(x[r, c], vector[r])} for every element. Operator {@code tensor.row_expand_min}.
   *
   * @param x tensor of shape {@code [.., R, C]}
   * @param vector tensor of shape {@code [.., R, 1]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.row_expand_min")
  public static <T extends DType<?>> Tensor<T> rowExpandMin(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.row_expand_min", x, vector);
  }

  /**
   * {@code exp(x[r, c] - vector[r])} for every element. Operator {@code tensor.row_expand_expdif}.
   *
   * @param x tensor of shape {@code [.., R, C]}
   * @param vector tensor of shape {@code [.., R, 1]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.row_expand_expdif")
  public static <T extends FloatType<?>> Tensor<T> rowExpandExpdif(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.row_expand_expdif", x, vector);
  }

  /**
   * A row vector repeated along the columns: element {@code [r, c]} is {@code vector[c]}. Operator
   * {@code tensor.col_expand}.
   *
   * @param target gives the shape of the result; its elements are not read
   * @param vector tensor of shape {@code [1, C]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.col_expand")
  public static <T extends DType<?>> Tensor<T> colExpand(Tensor<T> target, Tensor<T> vector) {
    return Eager.tensor("tensor.col_expand", target, vector);
  }

  /**
   * {@code x[r, c] + vector[c]} for every element. Operator {@code tensor.col_expand_add}.
   *
   * @param x tensor of shape {@code [R, C]}
   * @param vector tensor of shape {@code [1, C]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.col_expand_add")
  public static <T extends DType<?>> Tensor<T> colExpandAdd(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.col_expand_add", x, vector);
  }

  /**
   * {@code x[r, c] - vector[c]} for every element. Operator {@code tensor.col_expand_sub}.
   *
   * @param x tensor of shape {@code [R, C]}
   * @param vector tensor of shape {@code [1, C]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.col_expand_sub")
  public static <T extends DType<?>> Tensor<T> colExpandSub(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.col_expand_sub", x, vector);
  }

  /**
   * {@code x[r, c] * vector[c]} for every element. Operator {@code tensor.col_expand_mul}.
   *
   * @param x tensor of shape {@code [R, C]}
   * @param vector tensor of shape {@code [1, C]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.col_expand_mul")
  public static <T extends DType<?>> Tensor<T> colExpandMul(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.col_expand_mul", x, vector);
  }

  /**
   * {@code x[r, c] / vector[c]} for every element. Operator {@code tensor.col_expand_div}.
   *
   * @param x tensor of shape {@code [R, C]}
   * @param vector tensor of shape {@code [1, C]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.col_expand_div")
  public static <T extends DType<?>> Tensor<T> colExpandDiv(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.col_expand_div", x, vector);
  }

  /**
   * {@code max(x[r, c], vector[c])} for every element. Operator {@code tensor.col_expand_max}.
   *
   * @param x tensor of shape {@code [R, C]}
   * @param vector tensor of shape {@code [1, C]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.col_expand_max")
  public static <T extends DType<?>> Tensor<T> colExpandMax(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.col_expand_max", x, vector);
  }

  /**
   * {@code min(x[r, c], vector[c])} for every element. Operator {@code tensor.col_expand_min}.
   *
   * @param x tensor of shape {@code [R, C]}
   * @param vector tensor of shape {@code [1, C]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.col_expand_min")
  public static <T extends DType<?>> Tensor<T> colExpandMin(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.col_expand_min", x, vector);
  }

  /**
   * {@code exp(x[r, c] - vector[c])} for every element. Operator {@code tensor.col_expand_expdif}.
   *
   * @param x tensor of shape {@code [R, C]}
   * @param vector tensor of shape {@code [1, C]}
   * @return tensor of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.col_expand_expdif")
  public static <T extends FloatType<?>> Tensor<T> colExpandExpdif(Tensor<T> x, Tensor<T> vector) {
    return Eager.tensor("tensor.col_expand_expdif", x, vector);
  }

  /**
   * Every element is one scalar. Operator {@code tensor.expands}.
   *
   * @param target gives the shape of the result; its elements are not read
   * @param value scalar; a literal takes the element type of {@code target}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.expands")
  public static <T extends DType<?>> Tensor<T> expands(Tensor<T> target, double value) {
    return Eager.tensor("tensor.expands", target, value);
  }

  /**
   * Every element is one scalar. Operator {@code tensor.expands}.
   *
   * @param target gives the shape of the result; its elements are not read
   * @param value scalar; a literal takes the element type of {@code target}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.expands")
  public static <T extends DType<?>> Tensor<T> expands(Tensor<T> target, long value) {
    return Eager.tensor("tensor.expands", target, value);
  }
}
