package io.pto4j.dsl.meta;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Positions of the annotated parameter among the operands of the operator. See {@link Op}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Operand {
  /** One or more positions, counted from 0; the following parameter takes the next one. */
  int[] value();
}
