package io.pto4j.dsl;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An entry of the program: a method that runs on the device's control core, allocates tensors and
 * starts kernels as tasks, by calling them or with {@link Pl#submit}.
 *
 * <p>The generated stub has one host method for each entry.
 *
 * <p>Source of the rule: PyPTO language, {@code FunctionType.Orchestration}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Orchestration {
  /**
   * Whether the body is one automatic task scope. With {@code false} only the scopes written with
   * {@link Pl#scope} and {@link Pl#manualScope} exist.
   */
  boolean autoScope() default true;
}
