package io.pto4j.dsl;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Shape of a tensor parameter, in elements, outermost dimension first.
 *
 * <p>Exactly one of the two members is given: constants, {@code @Shape({64, 256})}, or a text of
 * dimensions separated by commas in which a dimension is a number or the name of a {@link Dim}
 * symbol, {@code @Shape(symbolic = "M, 128")}.
 *
 * <p>Source of the rule: PyPTO language, shapes and dims.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Shape {
  /** Constant extents, each at least 1. */
  int[] value() default {};

  /** Extents as text, for shapes with a symbolic dimension; empty when {@link #value} is given. */
  String symbolic() default "";
}
