package io.pto4j.dsl;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A kernel that runs on one compute core (cube or vector) of the device.
 *
 * <p>The method is static. Its parameters are {@link Tensor}s with a {@link Shape} and scalars; its
 * body loads tiles, computes on them and stores tiles. It cannot allocate tensors or start other
 * tasks.
 *
 * <p>Source of the rule: PyPTO language, {@code FunctionType.InCore}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface InCore {}
