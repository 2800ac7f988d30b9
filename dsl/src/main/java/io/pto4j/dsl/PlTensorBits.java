package io.pto4j.dsl;

import io.pto4j.dsl.meta.Op;

/** Bitwise operators and shifts of integer tensors. Called through {@link Pl}. */
public abstract sealed class PlTensorBits extends PlTensorExpansions permits PlCube {

  PlTensorBits() {}

  /**
   * Bitwise and. Operator {@code tensor.and}.
   *
   * @param lhs left operand
   * @param rhs tensor of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.and")
  public static <T extends IntType<?>> Tensor<T> and(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.and", lhs, rhs);
  }

  /**
   * Bitwise and with one scalar for all elements. Operator {@code tensor.ands}.
   *
   * @param lhs left operand
   * @param rhs scalar
   */
  @Op("tensor.ands")
  public static <T extends IntType<?>> Tensor<T> and(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.ands", lhs, rhs);
  }

  /**
   * Bitwise or. Operator {@code tensor.or}.
   *
   * @param lhs left operand
   * @param rhs tensor of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.or")
  public static <T extends IntType<?>> Tensor<T> or(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.or", lhs, rhs);
  }

  /**
   * Bitwise or with one scalar for all elements. Operator {@code tensor.ors}.
   *
   * @param lhs left operand
   * @param rhs scalar
   */
  @Op("tensor.ors")
  public static <T extends IntType<?>> Tensor<T> or(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.ors", lhs, rhs);
  }

  /**
   * Bitwise exclusive or. Operator {@code tensor.xor}.
   *
   * @param lhs left operand
   * @param rhs tensor of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.xor")
  public static <T extends IntType<?>> Tensor<T> xor(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.xor", lhs, rhs);
  }

  /**
   * Bitwise exclusive or with one scalar for all elements. Operator {@code tensor.xors}.
   *
   * @param lhs left operand
   * @param rhs scalar
   */
  @Op("tensor.xors")
  public static <T extends IntType<?>> Tensor<T> xor(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.xors", lhs, rhs);
  }

  /**
   * Shift to the left. Operator {@code tensor.shl}.
   *
   * @param lhs left operand
   * @param rhs tensor of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.shl")
  public static <T extends IntType<?>> Tensor<T> shl(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.shl", lhs, rhs);
  }

  /**
   * Shift to the left with one scalar for all elements. Operator {@code tensor.shls}.
   *
   * @param lhs left operand
   * @param rhs scalar
   */
  @Op("tensor.shls")
  public static <T extends IntType<?>> Tensor<T> shl(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.shls", lhs, rhs);
  }

  /**
   * Shift to the right, arithmetic for signed element types. Operator {@code tensor.shr}.
   *
   * @param lhs left operand
   * @param rhs tensor of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.shr")
  public static <T extends IntType<?>> Tensor<T> shr(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.shr", lhs, rhs);
  }

  /**
   * Shift to the right by one scalar for all elements, arithmetic for signed element types.
   * Operator {@code tensor.shrs}.
   *
   * @param lhs left operand
   * @param rhs scalar
   */
  @Op("tensor.shrs")
  public static <T extends IntType<?>> Tensor<T> shr(Tensor<T> lhs, long rhs) {
    return Eager.tensor("tensor.shrs", lhs, rhs);
  }

  /**
   * Bitwise complement; INT16 and UINT16 only. Operator {@code tensor.not}.
   *
   * @param x source
   * @throws IllegalArgumentException if the element type is another one
   */
  @Op("tensor.not")
  public static <T extends IntType<?>> Tensor<T> not(Tensor<T> x) {
    return Eager.tensor("tensor.not", x);
  }
}
