package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;

/** Helpers for types. */
public final class Types {
  private Types() {}

  /** The type without the places in memory, which belong to variables and not to values. */
  public static Type withoutMemory(Type type) {
    return switch (type) {
      case TensorType t -> t.withMemref(Optional.empty());
      case DistributedTensorType t -> t.withMemref(Optional.empty());
      case TileType t -> t.withMemref(Optional.empty());
      case TupleType(ImmutableList<Type> types) ->
          new TupleType(
              types.stream().map(Types::withoutMemory).collect(ImmutableList.toImmutableList()));
      default -> type;
    };
  }
}
