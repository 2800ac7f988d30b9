package io.pto4j.dsl;

/**
 * Says which Java type holds one element; {@link Pl#read(Tensor, long...)} returns it.
 *
 * @param <S> boxed Java type of one element
 */
public sealed interface ScalarOf<S>
    permits FP32, FP16, BF16, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, BOOL {

  /** The element with the given value, converted from the form an engine delivers it in. */
  S scalar(Number value);
}
