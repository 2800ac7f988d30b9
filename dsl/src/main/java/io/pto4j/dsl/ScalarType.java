package io.pto4j.dsl;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * IR type of a scalar parameter, where the Java type does not say it:
 * {@code @ScalarType(FP16.class) float}, {@code @ScalarType(UINT8.class) int}.
 *
 * <p>Without the annotation {@code int} is INT32, {@code long} INT64, {@code float} FP32 and {@code
 * boolean} BOOL.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface ScalarType {
  /** The element type. */
  Class<? extends DType<?>> value();
}
