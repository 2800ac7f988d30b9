package io.pto4j.dsl.meta;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An operand that the compiler supplies: a tile of working space. See {@link Op}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Scratch {
  /** Position of the scratch operand. */
  int operand();

  /** Shape and element type of the scratch tile. */
  Kind value();

  /** The kinds of scratch tiles. */
  enum Kind {
    /** Shape and element type of operand 0. */
    LIKE_FIRST_OPERAND,
    /** Element type UINT8, shape 1 by 32. */
    BYTES_1_BY_32
  }
}
