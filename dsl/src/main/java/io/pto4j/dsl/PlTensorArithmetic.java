package io.pto4j.dsl;

import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.Op;

/** Arithmetic on tensors: a tensor with a tensor or with a scalar. Called through {@link Pl}. */
public abstract sealed class PlTensorArithmetic extends PlTileBits permits PlTensorFunctions {

  PlTensorArithmetic() {}

  /**
   * Elementwise sum, {@code lhs + rhs}. Operator {@code tensor.add}.
   *
   * <p>An operand of shape {@code [M, 1]} is repeated along the rows of the other.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.add")
  public static <T extends DType<?>> Tensor<T> add(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.add", lhs, rhs);
  }

  /**
   * Elementwise difference, {@code lhs - rhs}. Operator {@code tensor.sub}.
   *
   * <p>A right operand of shape {@code [M, 1]} is repeated along the rows of the left one.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.sub")
  public static <T extends DType<?>> Tensor<T> sub(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.sub", lhs, rhs);
  }

  /**
   * Elementwise product, {@code lhs * rhs}. Operator {@code tensor.mul}.
   *
   * <p>An operand of shape {@code [M, 1]} is repeated along the rows of the other.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.mul")
  public static <T extends DType<?>> Tensor<T> mul(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.mul", lhs, rhs);
  }

  /**
   * Elementwise quotient, {@code lhs / rhs}; integers truncate toward zero. Operator {@code
   * tensor.div}.
   *
   * <p>Element types INT16, INT32, FP16 and FP32. A right operand of shape {@code [M, 1]} is
   * repeated along the rows of the left one.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.div")
  public static <T extends DType<?>> Tensor<T> div(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.div", lhs, rhs);
  }

  /**
   * Elementwise larger value. Operator {@code tensor.maximum}.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.maximum")
  public static <T extends DType<?>> Tensor<T> maximum(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.maximum", lhs, rhs);
  }

  /**
   * Elementwise smaller value. Operator {@code tensor.minimum}.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.minimum")
  public static <T extends DType<?>> Tensor<T> minimum(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.minimum", lhs, rhs);
  }

  /**
   * Elementwise remainder of the truncated quotient, with the sign of the dividend. Operator {@code
   * tensor.fmod}.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.fmod")
  public static <T extends DType<?>> Tensor<T> fmod(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.fmod", lhs, rhs);
  }

  /**
   * Elementwise sum where both operands are valid; elsewhere the operand that is. Operator {@code
   * tensor.part_add}.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.part_add")
  public static <T extends DType<?>> Tensor<T> partAdd(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.part_add", lhs, rhs);
  }

  /**
   * Elementwise product where both operands are valid; elsewhere the operand that is. Operator
   * {@code tensor.part_mul}.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.part_mul")
  public static <T extends DType<?>> Tensor<T> partMul(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.part_mul", lhs, rhs);
  }

  /**
   * Elementwise larger value where both operands are valid; elsewhere the operand that is. Operator
   * {@code tensor.part_max}.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.part_max")
  public static <T extends DType<?>> Tensor<T> partMax(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.part_max", lhs, rhs);
  }

  /**
   * Elementwise smaller value where both operands are valid; elsewhere the operand that is.
   * Operator {@code tensor.part_min}.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @return tensor of the shape of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.part_min")
  public static <T extends DType<?>> Tensor<T> partMin(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.part_min", lhs, rhs);
  }

  /**
   * Elementwise quotient, {@code lhs / rhs}, optionally by the more exact algorithm. Operator
   * {@code tensor.div}.
   *
   * @param lhs left operand
   * @param rhs tensor of the same shape
   * @param highPrecision whether to use the more exact, slower instruction
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.div")
  public static <T extends FloatType<?>> Tensor<T> div(
      Tensor<T> lhs,
      Tensor<T> rhs,
      @Attr(value = "high_precision", omitWhen = "false") boolean highPrecision) {
    return Eager.tensor("tensor.div", Eager.flag("high_precision", highPrecision), lhs, rhs);
  }

  /**
   * Sum of every element and a scalar. Operator {@code tensor.adds}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.adds")
  public static <T extends DType<?>> Tensor<T> add(Tensor<T> lhs, double rhs) {
    return Eager.tensor("tensor.adds", lhs, rhs);
  }

  /**
   * Sum of every element and a scalar. Operator {@code tensor.adds}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.adds")
  public static <T extends DType<?>> Tensor<T> add(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.adds", lhs, rhs);
  }

  /**
   * Difference of every element and a scalar, {@code lhs - rhs}. Operator {@code tensor.subs}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.subs")
  public static <T extends DType<?>> Tensor<T> sub(Tensor<T> lhs, double rhs) {
    return Eager.tensor("tensor.subs", lhs, rhs);
  }

  /**
   * Difference of every element and a scalar, {@code lhs - rhs}. Operator {@code tensor.subs}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.subs")
  public static <T extends DType<?>> Tensor<T> sub(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.subs", lhs, rhs);
  }

  /**
   * Product of every element and a scalar. Operator {@code tensor.muls}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.muls")
  public static <T extends DType<?>> Tensor<T> mul(Tensor<T> lhs, double rhs) {
    return Eager.tensor("tensor.muls", lhs, rhs);
  }

  /**
   * Product of every element and a scalar. Operator {@code tensor.muls}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.muls")
  public static <T extends DType<?>> Tensor<T> mul(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.muls", lhs, rhs);
  }

  /**
   * Quotient of every element and a scalar, {@code lhs / rhs}. Operator {@code tensor.divs}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.divs")
  public static <T extends DType<?>> Tensor<T> div(Tensor<T> lhs, double rhs) {
    return Eager.tensor("tensor.divs", lhs, rhs);
  }

  /**
   * Quotient of every element and a scalar, {@code lhs / rhs}. Operator {@code tensor.divs}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.divs")
  public static <T extends DType<?>> Tensor<T> div(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.divs", lhs, rhs);
  }

  /**
   * Larger of every element and a scalar. Operator {@code tensor.maximum}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.maximum")
  public static <T extends DType<?>> Tensor<T> maximum(Tensor<T> lhs, double rhs) {
    return Eager.tensor("tensor.maximum", lhs, rhs);
  }

  /**
   * Larger of every element and a scalar. Operator {@code tensor.maximum}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.maximum")
  public static <T extends DType<?>> Tensor<T> maximum(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.maximum", lhs, rhs);
  }

  /**
   * Smaller of every element and a scalar. Operator {@code tensor.minimum}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.minimum")
  public static <T extends DType<?>> Tensor<T> minimum(Tensor<T> lhs, double rhs) {
    return Eager.tensor("tensor.minimum", lhs, rhs);
  }

  /**
   * Smaller of every element and a scalar. Operator {@code tensor.minimum}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.minimum")
  public static <T extends DType<?>> Tensor<T> minimum(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.minimum", lhs, rhs);
  }

  /**
   * Remainder of the truncated quotient of every element and a scalar. Operator {@code
   * tensor.fmods}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.fmods")
  public static <T extends DType<?>> Tensor<T> fmod(Tensor<T> lhs, double rhs) {
    return Eager.tensor("tensor.fmods", lhs, rhs);
  }

  /**
   * Remainder of the truncated quotient of every element and a scalar. Operator {@code
   * tensor.fmods}.
   *
   * @param lhs left operand
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tensor like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tensor.fmods")
  public static <T extends DType<?>> Tensor<T> fmod(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.fmods", lhs, rhs);
  }
}
