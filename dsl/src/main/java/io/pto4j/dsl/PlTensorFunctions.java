package io.pto4j.dsl;

import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.AttrDefault;
import io.pto4j.dsl.meta.Op;

/** Functions of the elements of a tensor, conversion and comparison. Called through {@link Pl}. */
public abstract sealed class PlTensorFunctions extends PlTensorArithmetic
    permits PlTensorReductions {

  PlTensorFunctions() {}

  /**
   * Negation, {@code -x}. Operator {@code tensor.neg}.
   *
   * @param x source
   * @return tensor of the shape and valid region of {@code x}
   */
  @Op("tensor.neg")
  public static <T extends DType<?>> Tensor<T> neg(Tensor<T> x) {
    return Eager.tensor("tensor.neg", x);
  }

  /**
   * Absolute value. Operator {@code tensor.abs}.
   *
   * @param x source
   * @return tensor of the shape and valid region of {@code x}
   */
  @Op("tensor.abs")
  public static <T extends DType<?>> Tensor<T> abs(Tensor<T> x) {
    return Eager.tensor("tensor.abs", x);
  }

  /**
   * Exponential, e<sup>x</sup>. Operator {@code tensor.exp}.
   *
   * @param x source
   * @return tensor of the shape and valid region of {@code x}
   */
  @Op("tensor.exp")
  public static <T extends FloatType<?>> Tensor<T> exp(Tensor<T> x) {
    return Eager.tensor("tensor.exp", x);
  }

  /**
   * Natural logarithm; FP16 and FP32. Operator {@code tensor.log}.
   *
   * @param x source
   * @return tensor of the shape and valid region of {@code x}
   */
  @Op("tensor.log")
  public static <T extends FloatType<?>> Tensor<T> log(Tensor<T> x) {
    return Eager.tensor("tensor.log", x);
  }

  /**
   * Natural logarithm, optionally by the more exact algorithm. Operator {@code tensor.log}.
   *
   * @param x source, FP16 or FP32
   * @param highPrecision whether to use the more exact, slower instruction
   */
  @Op("tensor.log")
  public static <T extends FloatType<?>> Tensor<T> log(
      Tensor<T> x, @Attr(value = "high_precision", omitWhen = "false") boolean highPrecision) {
    return Eager.tensor("tensor.log", Eager.flag("high_precision", highPrecision), x);
  }

  /**
   * Square root. Operator {@code tensor.sqrt}.
   *
   * @param x source
   * @return tensor of the shape and valid region of {@code x}
   */
  @Op("tensor.sqrt")
  public static <T extends FloatType<?>> Tensor<T> sqrt(Tensor<T> x) {
    return Eager.tensor("tensor.sqrt", x);
  }

  /**
   * Reciprocal of the square root, {@code 1 / sqrt(x)}. Operator {@code tensor.rsqrt}.
   *
   * @param x source
   * @return tensor of the shape and valid region of {@code x}
   */
  @Op("tensor.rsqrt")
  public static <T extends FloatType<?>> Tensor<T> rsqrt(Tensor<T> x) {
    return Eager.tensor("tensor.rsqrt", x);
  }

  /**
   * Reciprocal of the square root, {@code 1 / sqrt(x)}, optionally by the more exact algorithm.
   * Operator {@code tensor.rsqrt}.
   *
   * @param x source, FP16 or FP32
   * @param highPrecision whether to use the more exact, slower instruction
   */
  @Op("tensor.rsqrt")
  public static <T extends FloatType<?>> Tensor<T> rsqrt(
      Tensor<T> x, @Attr(value = "high_precision", omitWhen = "false") boolean highPrecision) {
    return Eager.tensor("tensor.rsqrt", Eager.flag("high_precision", highPrecision), x);
  }

  /**
   * Reciprocal, {@code 1 / x}. Operator {@code tensor.recip}.
   *
   * @param x source
   * @return tensor of the shape and valid region of {@code x}
   */
  @Op("tensor.recip")
  public static <T extends FloatType<?>> Tensor<T> recip(Tensor<T> x) {
    return Eager.tensor("tensor.recip", x);
  }

  /**
   * Reciprocal, {@code 1 / x}, optionally by the more exact algorithm. Operator {@code
   * tensor.recip}.
   *
   * @param x source, FP16 or FP32
   * @param highPrecision whether to use the more exact, slower instruction
   */
  @Op("tensor.recip")
  public static <T extends FloatType<?>> Tensor<T> recip(
      Tensor<T> x, @Attr(value = "high_precision", omitWhen = "false") boolean highPrecision) {
    return Eager.tensor("tensor.recip", Eager.flag("high_precision", highPrecision), x);
  }

  /**
   * Sine of an angle in radians; FP32 only. Operator {@code tensor.sin}.
   *
   * @param x source
   */
  @Op("tensor.sin")
  public static Tensor<FP32> sin(Tensor<FP32> x) {
    return Eager.tensor("tensor.sin", x);
  }

  /**
   * Cosine of an angle in radians; FP32 only. Operator {@code tensor.cos}.
   *
   * @param x source
   */
  @Op("tensor.cos")
  public static Tensor<FP32> cos(Tensor<FP32> x) {
    return Eager.tensor("tensor.cos", x);
  }

  /**
   * Conversion to another element type, rounding to nearest with ties away from zero. Operator
   * {@code tensor.cast}.
   *
   * @param x source
   * @param dtype element type of the result, different from that of {@code x}
   * @throws IllegalArgumentException if {@code x} already has the element type, or the pair of
   *     types has no conversion
   */
  @Op("tensor.cast")
  @AttrDefault(attr = "mode", value = "CastMode.ROUND")
  public static <U extends DType<?>> Tensor<U> cast(Tensor<?> x, @Attr("target_type") U dtype) {
    return Eager.tensor(
        "tensor.cast", Eager.attributes("target_type", dtype, "mode", CastMode.ROUND), x);
  }

  /**
   * Conversion to another element type. Operator {@code tensor.cast}.
   *
   * @param x source
   * @param dtype element type of the result, different from that of {@code x}
   * @param mode rounding
   * @throws IllegalArgumentException if {@code x} already has the element type, or the pair of
   *     types has no conversion
   */
  @Op("tensor.cast")
  public static <U extends DType<?>> Tensor<U> cast(
      Tensor<?> x, @Attr("target_type") U dtype, @Attr("mode") CastMode mode) {
    return Eager.tensor("tensor.cast", Eager.attributes("target_type", dtype, "mode", mode), x);
  }

  /**
   * Elementwise comparison. Operator {@code tensor.cmp}.
   *
   * @param lhs source
   * @param rhs tensor of the same shape
   * @param comparison which comparison
   * @return 1 where the comparison holds, else 0, in the element type of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.cmp")
  public static <T extends DType<?>> Tensor<T> cmp(
      Tensor<T> lhs, Tensor<T> rhs, @Attr("cmp_type") Comparison comparison) {
    return Eager.tensor("tensor.cmp", Eager.attributes("cmp_type", comparison), lhs, rhs);
  }

  /**
   * Comparison of every element with a scalar. Operator {@code tensor.cmp}.
   *
   * @param lhs source
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @param comparison which comparison
   * @return 1 where the comparison holds, else 0, in the element type of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.cmp")
  public static <T extends DType<?>> Tensor<T> cmp(
      Tensor<T> lhs, double rhs, @Attr("cmp_type") Comparison comparison) {
    return Eager.tensor("tensor.cmp", Eager.attributes("cmp_type", comparison), lhs, rhs);
  }

  /**
   * Comparison of every element with a scalar. Operator {@code tensor.cmp}.
   *
   * @param lhs source
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @param comparison which comparison
   * @return 1 where the comparison holds, else 0, in the element type of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.cmp")
  public static <T extends DType<?>> Tensor<T> cmp(
      Tensor<T> lhs, long rhs, @Attr("cmp_type") Comparison comparison) {
    return Eager.tensor("tensor.cmp", Eager.attributes("cmp_type", comparison), lhs, rhs);
  }
}
