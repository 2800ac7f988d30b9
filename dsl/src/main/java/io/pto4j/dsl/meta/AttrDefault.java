package io.pto4j.dsl.meta;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An attribute with a fixed value. See {@link Op}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(AttrDefaults.class)
public @interface AttrDefault {
  /** Name of the attribute. */
  String attr();

  /**
   * The value: {@code true} or {@code false}; an integer; {@code Enum.CONSTANT} of an enumeration
   * of {@code io.pto4j.dsl} (its code where it is an {@code AttributeCode}); {@link #ACCUMULATOR}.
   */
  String value();

  /** The accumulator type of the element type of operand 0. */
  String ACCUMULATOR = "accumulator(0)";
}
