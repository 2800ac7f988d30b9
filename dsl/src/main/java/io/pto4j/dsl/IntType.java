package io.pto4j.dsl;

/**
 * An integer element type.
 *
 * @param <A> accumulator type
 */
public sealed interface IntType<A extends DType<?>> extends DType<A>
    permits INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 {}
