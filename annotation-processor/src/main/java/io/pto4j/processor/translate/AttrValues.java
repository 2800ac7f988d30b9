package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.dsl.AtomicType;
import io.pto4j.dsl.AttributeCode;
import io.pto4j.dsl.CastMode;
import io.pto4j.dsl.Comparison;
import io.pto4j.dsl.MemorySpace;
import io.pto4j.dsl.PadValue;
import io.pto4j.dsl.SplitMode;
import io.pto4j.dsl.TensorLayout;
import io.pto4j.dsl.TileLayout;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.WireEnum;
import io.pto4j.processor.tree.Place;
import java.util.Arrays;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Attributes of operators from what the source gives. */
final class AttrValues {
  private static final ImmutableList<Enum<?>> CONSTANTS =
      ImmutableList.<Enum<?>>builder()
          .add(AtomicType.values())
          .add(CastMode.values())
          .add(Comparison.values())
          .add(MemorySpace.values())
          .add(PadValue.values())
          .add(SplitMode.values())
          .add(TensorLayout.values())
          .add(TileLayout.values())
          .build();

  private AttrValues() {}

  /** An argument for a parameter that is an attribute. */
  static AttrValue of(Value value, VariableElement parameter, Place place) {
    return switch (value) {
      case Value.ElementType(var dtype) -> AttrValue.of(dtype);
      case Value.EnumConstant constant ->
          constant(constant.symbol().getEnclosingElement().getSimpleName() + "." + constant.name());
      case Value.Literal(Boolean truth) -> AttrValue.of((boolean) truth);
      case Value.Literal(Number number) ->
          parameter.asType().getKind() == TypeKind.DOUBLE
              ? AttrValue.of(number.doubleValue())
              : AttrValue.of(number.intValue());
      default ->
          throw Mistake.at(
              place,
              parameter.getSimpleName() + " must be a constant",
              "write it in the call, or as a static final field");
    };
  }

  /** A value in the notation of the annotations of the language. */
  static AttrValue parse(String text) {
    if (text.equals("true") || text.equals("false")) {
      return AttrValue.of(Boolean.parseBoolean(text));
    }
    return text.contains(".") ? constant(text) : AttrValue.of(Integer.parseInt(text));
  }

  /** The attribute for {@code Enum.CONSTANT}: its code where it has one. */
  private static AttrValue constant(String text) {
    Enum<?> constant =
        CONSTANTS.stream()
            .filter(c -> text.equals(c.getDeclaringClass().getSimpleName() + "." + c.name()))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no constant " + text));
    return switch (constant) {
      case AttributeCode coded -> AttrValue.of(coded.code());
      case MemorySpace c -> AttrValue.of(named(io.pto4j.ir.MemorySpace.values(), c.irName()));
      case PadValue c -> new AttrValue.OfPadValue(named(io.pto4j.ir.PadValue.values(), c.irName()));
      case TensorLayout c ->
          new AttrValue.OfTensorLayout(named(io.pto4j.ir.TensorLayout.values(), c.irName()));
      case TileLayout c ->
          new AttrValue.OfTileLayout(named(io.pto4j.ir.TileLayout.values(), c.irName()));
      default -> throw new IllegalStateException("no attribute for " + text);
    };
  }

  private static <E extends WireEnum> E named(E[] values, String name) {
    return Arrays.stream(values)
        .filter(v -> v.text().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the IR has no " + name));
  }
}
