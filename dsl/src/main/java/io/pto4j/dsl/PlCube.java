package io.pto4j.dsl;

import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.AttrDefault;
import io.pto4j.dsl.meta.Op;

/** Matrix products. Called through {@link Pl}. */
public abstract sealed class PlCube extends PlTensorBits permits PlMemory {

  PlCube() {}

  /**
   * Matrix product {@code lhs x rhs}. Operator {@code tile.matmul}.
   *
   * <p>Products are added in ascending {@code k} by fused multiply-add in the accumulator type,
   * FP32 for floating point and INT32 for integers.
   *
   * @param lhs {@code [M, K]} tile in {@link MemorySpace#Left}
   * @param rhs {@code [K, N]} tile in {@link MemorySpace#Right}
   * @return {@code [M, N]} tile in {@link MemorySpace#Acc}
   * @throws IllegalArgumentException if the inner dimensions differ
   */
  @Op("tile.matmul")
  public static <A extends DType<?>, T extends DType<A>> Tile<A> matmul(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.matmul", lhs, rhs);
  }

  /**
   * Matrix product added to an accumulator, {@code acc + lhs x rhs}, in place. Operator {@code
   * tile.matmul_acc}.
   *
   * @param acc {@code [M, N]} tile in {@link MemorySpace#Acc}
   * @param lhs {@code [M, K]} tile in {@link MemorySpace#Left}
   * @param rhs {@code [K, N]} tile in {@link MemorySpace#Right}
   * @return the accumulator
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.matmul_acc")
  public static <A extends DType<?>, T extends DType<A>> Tile<A> matmulAcc(
      Tile<A> acc, Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.matmul_acc", acc, lhs, rhs);
  }

  /**
   * Matrix product that starts or continues an accumulator, {@code init ? lhs x rhs : acc + lhs x
   * rhs}. Operator {@code tile.matmul_acc}.
   *
   * @param acc {@code [M, N]} tile in {@link MemorySpace#Acc}
   * @param lhs {@code [M, K]} tile in {@link MemorySpace#Left}
   * @param rhs {@code [K, N]} tile in {@link MemorySpace#Right}
   * @param init whether the accumulator is overwritten
   * @return the accumulator
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.matmul_acc")
  public static <A extends DType<?>, T extends DType<A>> Tile<A> matmulAcc(
      Tile<A> acc, Tile<T> lhs, Tile<T> rhs, boolean init) {
    return Eager.tile("tile.matmul_acc", acc, lhs, rhs, init);
  }

  /**
   * Matrix product plus a row vector. Operator {@code tile.matmul_bias}.
   *
   * @param lhs {@code [M, K]} tile in {@link MemorySpace#Left}
   * @param rhs {@code [K, N]} tile in {@link MemorySpace#Right}
   * @param bias {@code [1, N]} tile in {@link MemorySpace#Bias}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.matmul_bias")
  public static <A extends DType<?>, T extends DType<A>> Tile<A> matmulBias(
      Tile<T> lhs, Tile<T> rhs, Tile<A> bias) {
    return Eager.tile("tile.matmul_bias", lhs, rhs, bias);
  }

  /**
   * Matrix product {@code lhs x rhs} in the accumulator type. Operator {@code tensor.matmul}.
   *
   * <p>Products are added in ascending {@code k} by fused multiply-add in the accumulator type,
   * FP32 for floating point and INT32 for integers.
   *
   * @param lhs {@code [M, K]} tensor, or {@code [B, M, K]}
   * @param rhs {@code [K, N]} tensor, or {@code [B, K, N]}
   * @throws IllegalArgumentException if the inner dimensions differ
   */
  @Op("tensor.matmul")
  @AttrDefault(attr = "a_trans", value = "false")
  @AttrDefault(attr = "b_trans", value = "false")
  @AttrDefault(attr = "c_matrix_nz", value = "false")
  @AttrDefault(attr = "out_dtype", value = AttrDefault.ACCUMULATOR)
  public static <A extends DType<?>, T extends DType<A>> Tensor<A> matmul(
      Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor(
        "tensor.matmul",
        Eager.attributes(
            "a_trans",
            false,
            "b_trans",
            false,
            "c_matrix_nz",
            false,
            "out_dtype",
            lhs.dtype().accumulator()),
        lhs,
        rhs);
  }

  /**
   * Matrix product {@code lhs x rhs}, accumulated in the accumulator type and converted. Operator
   * {@code tensor.matmul}.
   *
   * @param lhs {@code [M, K]} tensor, or {@code [B, M, K]}
   * @param rhs {@code [K, N]} tensor, or {@code [B, K, N]}
   * @param dtype element type of the result
   * @throws IllegalArgumentException if the inner dimensions differ
   */
  @Op("tensor.matmul")
  @AttrDefault(attr = "a_trans", value = "false")
  @AttrDefault(attr = "b_trans", value = "false")
  @AttrDefault(attr = "c_matrix_nz", value = "false")
  public static <T extends DType<?>, U extends DType<?>> Tensor<U> matmul(
      Tensor<T> lhs, Tensor<T> rhs, @Attr("out_dtype") U dtype) {
    return Eager.tensor(
        "tensor.matmul",
        Eager.attributes(
            "a_trans", false, "b_trans", false, "c_matrix_nz", false, "out_dtype", dtype),
        lhs,
        rhs);
  }

  /**
   * Matrix product of operands that may be stored transposed, in the accumulator type. Operator
   * {@code tensor.matmul}.
   *
   * @param lhs left operand
   * @param rhs right operand
   * @param transposeLhs whether {@code lhs} is {@code [K, M]}
   * @param transposeRhs whether {@code rhs} is {@code [N, K]}
   * @throws IllegalArgumentException if the inner dimensions differ
   */
  @Op("tensor.matmul")
  @AttrDefault(attr = "c_matrix_nz", value = "false")
  @AttrDefault(attr = "out_dtype", value = AttrDefault.ACCUMULATOR)
  public static <A extends DType<?>, T extends DType<A>> Tensor<A> matmul(
      Tensor<T> lhs,
      Tensor<T> rhs,
      @Attr("a_trans") boolean transposeLhs,
      @Attr("b_trans") boolean transposeRhs) {
    return Eager.tensor(
        "tensor.matmul",
        Eager.attributes(
            "a_trans",
            transposeLhs,
            "b_trans",
            transposeRhs,
            "c_matrix_nz",
            false,
            "out_dtype",
            lhs.dtype().accumulator()),
        lhs,
        rhs);
  }

  /**
   * Matrix product added to an accumulator, {@code acc + lhs x rhs}. Operator {@code
   * tensor.matmul_acc}.
   *
   * @param acc {@code [M, N]} tensor
   * @param lhs {@code [M, K]} tensor, or {@code [B, M, K]}
   * @param rhs {@code [K, N]} tensor, or {@code [B, K, N]}
   * @return the accumulator
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.matmul_acc")
  @AttrDefault(attr = "a_trans", value = "false")
  @AttrDefault(attr = "b_trans", value = "false")
  public static <A extends DType<?>, T extends DType<A>> Tensor<A> matmulAcc(
      Tensor<A> acc, Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor(
        "tensor.matmul_acc", Eager.attributes("a_trans", false, "b_trans", false), acc, lhs, rhs);
  }

  /**
   * Matrix product that starts or continues an accumulator, {@code init ? lhs x rhs : acc + lhs x
   * rhs}. Operator {@code tensor.matmul_acc}.
   *
   * @param acc {@code [M, N]} tensor
   * @param lhs {@code [M, K]} tensor, or {@code [B, M, K]}
   * @param rhs {@code [K, N]} tensor, or {@code [B, K, N]}
   * @param init whether the accumulator is overwritten
   * @return the accumulator
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tensor.matmul_acc")
  @AttrDefault(attr = "a_trans", value = "false")
  @AttrDefault(attr = "b_trans", value = "false")
  public static <A extends DType<?>, T extends DType<A>> Tensor<A> matmulAcc(
      Tensor<A> acc, Tensor<T> lhs, Tensor<T> rhs, boolean init) {
    return Eager.tensor(
        "tensor.matmul_acc",
        Eager.attributes("a_trans", false, "b_trans", false),
        acc,
        lhs,
        rhs,
        init);
  }
}
