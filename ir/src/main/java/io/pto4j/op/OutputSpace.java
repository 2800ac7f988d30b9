package io.pto4j.op;

import io.pto4j.ir.MemorySpace;
import java.util.Optional;

/** Where the result of a tile operator lives. */
public sealed interface OutputSpace {
  /** The result is no tile, or the rule does not apply. */
  record None() implements OutputSpace {}

  record Fixed(MemorySpace space) implements OutputSpace {}

  /** Named by a keyword argument; {@code absent} when it is not given. */
  record FromAttr(String attr, Optional<MemorySpace> absent) implements OutputSpace {}

  /** The space of the first tile operand that has one. */
  record Inherited() implements OutputSpace {}
}
