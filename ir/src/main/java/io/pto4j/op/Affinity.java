package io.pto4j.op;

import io.pto4j.ir.Call;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.TileType;
import java.util.Optional;
import java.util.stream.Stream;

/** Which core executes a statement. */
public enum Affinity {
  CUBE,
  VECTOR,
  /** Either core; copied to both when a mixed kernel is split. */
  SHARED,
  MIXED;

  /** The affinity of two statements together. */
  public Affinity and(Affinity other) {
    if (this == other || other == SHARED) {
      return this;
    }
    return this == SHARED ? other : MIXED;
  }

  /**
   * Which core executes a call of an operator: what the operator says, else the side of the result,
   * else that of the first tile; a move between the sides is on both. Source: PyPTO tile operators,
   * affinity.
   */
  public static Affinity of(Call call) {
    Optional<OpDef> op =
        call.op() instanceof Operator(String name) ? Operators.find(name) : Optional.empty();
    if (op.flatMap(OpDef::affinity).isPresent()) {
      return op.get().affinity().get();
    }
    Optional<Affinity> source = firstTile(call).map(Affinity::of);
    Optional<Affinity> result =
        op.filter(o -> !(o.outputSpace() instanceof OutputSpace.Inherited))
            .flatMap(o -> o.outputSpace().of(call.args(), call.kwargs()))
            .map(Affinity::of);
    if (call.isOperator("tile.move") && source.isPresent() && result.isPresent()) {
      return source.equals(result) ? source.get() : MIXED;
    }
    return result.or(() -> source).orElse(SHARED);
  }

  private static Optional<MemorySpace> firstTile(Call call) {
    return call.args().stream()
        .flatMap(arg -> arg.type() instanceof TileType t ? Stream.of(t) : Stream.of())
        .findFirst()
        .flatMap(TileType::memorySpace);
  }

  private static Affinity of(MemorySpace space) {
    return space == MemorySpace.VEC || space == MemorySpace.DDR ? VECTOR : CUBE;
  }
}
