package io.pto4j.dsl;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class whose kernels form one program.
 *
 * <p>The annotated class holds static methods annotated {@link InCore}, {@link Orchestration} or
 * {@link Inline}; the annotation processor compiles them when {@code javac} compiles the class and
 * generates the host stub {@code <ClassName>Program} beside it.
 *
 * <p>Source of the rule: PyPTO language, {@code pl.program}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Program {
  /**
   * Name of the program in the IR and in the artifacts; the simple name of the class when empty.
   */
  String name() default "";

  /**
   * Name of the target the program is compiled for, such as {@code "Ascend910B"}; when empty the
   * processor option {@code pto4j.target} decides.
   */
  String target() default "";
}
