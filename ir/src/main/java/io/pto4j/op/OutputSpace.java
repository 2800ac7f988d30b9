package io.pto4j.op;

import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.TileType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where the result of a tile operator lives. */
public sealed interface OutputSpace {
  /** The result is no tile, or the rule does not apply. */
  record None() implements OutputSpace {}

  record Fixed(MemorySpace space) implements OutputSpace {}

  /** Named by a keyword argument; {@code absent} when it is not given. */
  record FromAttr(String attr, Optional<MemorySpace> absent) implements OutputSpace {}

  /** The space of the first tile operand that has one. */
  record Inherited() implements OutputSpace {}

  /** The space of the result of a call; empty when nothing decides it yet. */
  default Optional<MemorySpace> of(List<? extends Expr> args, Attrs kwargs) {
    return switch (this) {
      case None() -> Optional.empty();
      case Fixed(MemorySpace fixed) -> Optional.of(fixed);
      case FromAttr(String attr, Optional<MemorySpace> absent) ->
          kwargs.getMemorySpace(attr).or(() -> absent);
      case Inherited() ->
          args.stream()
              .flatMap(
                  arg -> arg.type() instanceof TileType t ? t.memorySpace().stream() : Stream.of())
              .findFirst();
    };
  }
}
