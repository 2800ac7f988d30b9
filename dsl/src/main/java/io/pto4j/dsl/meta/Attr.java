package io.pto4j.dsl.meta;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The annotated parameter is an attribute of the operator, not an operand. See {@link Op}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Attr {
  /** Name of the attribute. */
  String value();

  /**
   * Value for which the attribute is not stored, in the notation of {@link AttrDefault#value}; the
   * attribute is always stored when empty.
   */
  String omitWhen() default "";
}
