package io.pto4j.sim.eager;

import com.google.common.collect.ImmutableMap;
import io.pto4j.dsl.DType;
import io.pto4j.dsl.MemorySpace;
import io.pto4j.dsl.PadValue;
import io.pto4j.dsl.TensorLayout;
import io.pto4j.dsl.TileLayout;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.WireEnum;
import io.pto4j.sim.isa.ElementTypes;
import java.util.Map;

/** Keyword arguments of the language in the terms of the IR. */
final class Attributes {
  private Attributes() {}

  static Attrs toIr(String operator, Map<String, Object> attributes) {
    ImmutableMap.Builder<String, AttrValue> entries = ImmutableMap.builder();
    attributes.forEach((name, value) -> entries.put(name, toIr(operator, name, value)));
    return Attrs.of(entries.buildOrThrow());
  }

  private static AttrValue toIr(String operator, String name, Object value) {
    return switch (value) {
      case Boolean flag -> AttrValue.of(flag);
      case Integer number -> AttrValue.of(number);
      case Double number -> AttrValue.of(number);
      case DType<?> type -> AttrValue.of(ElementTypes.toIr(type));
      case MemorySpace space ->
          AttrValue.of(named(io.pto4j.ir.MemorySpace.values(), space.irName()));
      case PadValue pad ->
          new AttrValue.OfPadValue(named(io.pto4j.ir.PadValue.values(), pad.irName()));
      case TensorLayout layout ->
          new AttrValue.OfTensorLayout(named(io.pto4j.ir.TensorLayout.values(), layout.irName()));
      case TileLayout layout ->
          new AttrValue.OfTileLayout(named(io.pto4j.ir.TileLayout.values(), layout.irName()));
      default ->
          throw new IllegalArgumentException(
              operator + ": keyword argument '" + name + "' is " + value);
    };
  }

  private static <E extends WireEnum> E named(E[] constants, String text) {
    for (E constant : constants) {
      if (constant.text().equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("the IR has no '" + text + "'");
  }
}
