package io.pto4j.dsl;

/**
 * A floating-point element type.
 *
 * @param <A> accumulator type
 */
public sealed interface FloatType<A extends DType<?>> extends DType<A> permits FP32, FP16, BF16 {}
