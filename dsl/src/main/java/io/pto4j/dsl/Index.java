package io.pto4j.dsl;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A {@code long} (or {@code int}) parameter that is an index: it has the IR type INDEX instead of
 * INT64 (or INT32), as loop variables and offsets have.
 *
 * <p>Source of the rule: PyPTO language, {@code pl.Scalar[pl.INDEX]}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Index {}
