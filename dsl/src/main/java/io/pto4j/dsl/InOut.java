package io.pto4j.dsl;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A tensor parameter that the kernel reads and writes. Scalars cannot be {@code InOut}.
 *
 * <p>Source of the rule: PyPTO language, {@code pl.InOut}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface InOut {}
