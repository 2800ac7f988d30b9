package io.pto4j.dsl.meta;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The IR operator that a call of the annotated method means.
 *
 * <p>How the Java arguments become operands and attributes of the operator:
 *
 * <ol>
 *   <li>The receiver of an instance method, then every parameter without {@link Attr}, in order,
 *       are the operands in order; {@link Operand} on a parameter gives other positions.
 *   <li>A parameter of type {@code Offsets}, {@code Extents} or {@code long...} is a tuple operand
 *       of INDEX elements, a primitive parameter a scalar operand. A literal scalar takes the
 *       element type of the first tile or tensor operand, or where there is none of the attribute
 *       {@code dtype}; {@code @Index} makes it an INDEX and {@code @ScalarType} gives another type.
 *       A {@code boolean} is BOOL.
 *   <li>A parameter with {@link Attr} is the attribute of that name.
 *   <li>{@link AttrDefault} gives an attribute that no parameter gives.
 *   <li>{@link Scratch} marks an operand that the compiler supplies.
 * </ol>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Op {
  /** Registered name of the operator, such as {@code "tile.muls"}. */
  String value();
}
