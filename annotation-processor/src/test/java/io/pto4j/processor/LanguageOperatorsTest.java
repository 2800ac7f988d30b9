package io.pto4j.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.dsl.Extents;
import io.pto4j.dsl.Offsets;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.Tile;
import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.AttrDefault;
import io.pto4j.dsl.meta.Op;
import io.pto4j.dsl.meta.Scratch;
import io.pto4j.op.AttrDef;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operand.Kind;
import io.pto4j.op.Operators;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operator of the language is an operator of the IR, with its operands and attributes. */
class LanguageOperatorsTest {

  static Stream<Method> operators() {
    return Stream.of(Pl.class, Tensor.class, Tile.class)
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> method.isAnnotationPresent(Op.class));
  }

  @ParameterizedTest
  @MethodSource("operators")
  void theTableKnowsTheOperatorAndItsOperands(Method method) {
    OpDef op = Operators.get(method.getAnnotation(Op.class).value());
    SortedMap<Integer, Class<?>> operands = operands(method);

    assertThat(operands.keySet())
        .containsExactlyElementsOf(Stream.iterate(0, i -> i + 1).limit(operands.size()).toList());
    for (int i = 0; i < Math.max(op.operands().size(), operands.size()); i++) {
      if (operands.containsKey(i)) {
        assertThat(i).isLessThan(op.operands().size());
        assertThat(op.operand(i).kind()).isIn(kinds(operands.get(i)));
      } else {
        assertThat(op.operand(i).optional()).as("operand %s of %s", i, op.name()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operators")
  void theTableKnowsTheAttributes(Method method) {
    OpDef op = Operators.get(method.getAnnotation(Op.class).value());
    Set<String> given = new HashSet<>();
    for (AttrDefault fixed : method.getAnnotationsByType(AttrDefault.class)) {
      given.add(fixed.attr());
    }
    for (Parameter parameter : method.getParameters()) {
      if (parameter.isAnnotationPresent(Attr.class)) {
        given.add(parameter.getAnnotation(Attr.class).value());
      }
    }

    assertThat(op.attributes().stream().map(AttrDef::name)).containsAll(given);
    assertThat(given)
        .containsAll(
            op.attributes().stream().filter(AttrDef::required).map(AttrDef::name).toList());
  }

  /**
   * Java types of the operands by position; a scratch operand that the compiler supplies is a tile.
   */
  private static SortedMap<Integer, Class<?>> operands(Method method) {
    SortedMap<Integer, Class<?>> operands = new TreeMap<>();
    int next = 0;
    if (!Modifier.isStatic(method.getModifiers())) {
      operands.put(next++, method.getDeclaringClass());
    }
    for (Parameter parameter : method.getParameters()) {
      if (parameter.isAnnotationPresent(Attr.class)) {
        continue;
      }
      var operand = parameter.getAnnotation(io.pto4j.dsl.meta.Operand.class);
      for (int position : operand == null ? new int[] {next} : operand.value()) {
        operands.put(position, parameter.getType());
        next = position + 1;
      }
    }
    if (method.isAnnotationPresent(Scratch.class)) {
      operands.put(method.getAnnotation(Scratch.class).operand(), Tile.class);
    }
    return operands;
  }

  private static List<Kind> kinds(Class<?> type) {
    if (type == Tile.class) {
      return List.of(Kind.TILE, Kind.SHAPED, Kind.ANY);
    }
    if (type == Tensor.class) {
      return List.of(
          Kind.TENSOR, Kind.TENSOR_OR_WINDOW, Kind.SHAPED, Kind.TENSOR_OR_SCALAR, Kind.ANY);
    }
    if (type == Offsets.class || type == Extents.class || type == long[].class) {
      return List.of(Kind.INDICES, Kind.WRITTEN_INDICES);
    }
    return List.of(Kind.SCALAR, Kind.TENSOR_OR_SCALAR, Kind.ANY);
  }
}
