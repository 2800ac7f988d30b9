package io.pto4j.pass;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Program;

/** A pure transformation of a program. Source: PyPTO passes, pass objects. */
public interface Pass {
  /** The name in the pipeline, such as {@code ConvertToSSA}. */
  String name();

  /** What must hold before. */
  ImmutableSet<Property> required();

  /** What holds afterwards. */
  ImmutableSet<Property> produced();

  /** What may no longer hold afterwards. */
  ImmutableSet<Property> invalidated();

  /**
   * The transformed program; {@code program} itself when there was nothing to do.
   *
   * @throws io.pto4j.ir.IrException when the program cannot be compiled: the user's mistake, with
   *     its place
   */
  Program run(Program program, PassContext context);
}
