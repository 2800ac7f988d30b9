package io.pto4j.pass;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Program;

/** A pure transformation of a program. Source: PyPTO passes, pass objects. */
public interface Pass {
  /** The name in the pipeline, such as {@code ConvertToSSA}; the class's name unless overridden. */
  default String name() {
    return getClass().getSimpleName();
  }

  /** What must hold before. */
  default ImmutableSet<Property> required() {
    return ImmutableSet.of();
  }

  /** What holds afterwards. */
  default ImmutableSet<Property> produced() {
    return ImmutableSet.of();
  }

  /** What may no longer hold afterwards. */
  default ImmutableSet<Property> invalidated() {
    return ImmutableSet.of();
  }

  /**
   * The transformed program; {@code program} itself when there was nothing to do.
   *
   * @throws io.pto4j.ir.IrException when the program cannot be compiled: the user's mistake, with
   *     its place
   */
  Program run(Program program, PassContext context);
}
