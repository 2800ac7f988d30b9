package io.pto4j.dsl;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A helper whose body is expanded at every call, in kernels and orchestrators of any class.
 *
 * <p>The method is static and ends in its only {@code return}.
 *
 * <p>Source of the rule: PyPTO language, {@code pl.inline}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Inline {}
