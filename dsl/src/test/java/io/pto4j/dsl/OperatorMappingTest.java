package io.pto4j.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.dsl.RecordingEngine.Request;
import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.AttrDefault;
import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Op;
import io.pto4j.dsl.meta.Operand;
import io.pto4j.dsl.meta.Scratch;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The annotations of every operator say what the method asks of the engine. */
class OperatorMappingTest {

  private static final List<Long> EXTENTS = List.of(8L, 16L);
  private static final List<Long> OFFSETS = List.of(2L, 4L);

  static Stream<Method> operators() {
    return Stream.of(Pl.class, Tensor.class, Tile.class)
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> method.isAnnotationPresent(Op.class))
        .sorted((a, b) -> a.toGenericString().compareTo(b.toGenericString()));
  }

  @ParameterizedTest
  @MethodSource("operators")
  void annotationsPredictTheRequest(Method method) throws ReflectiveOperationException {
    Parameter[] parameters = method.getParameters();
    Object[] arguments = Arrays.stream(parameters).map(OperatorMappingTest::sample).toArray();

    Request request = request(method, arguments);

    assertThat(request.operator()).isEqualTo(method.getAnnotation(Op.class).value());
    assertThat(request.operands()).isEqualTo(expectedOperands(method, arguments));
    assertThat(request.attributes()).isEqualTo(expectedAttributes(method, arguments));
  }

  static Stream<Method> operatorsWithOptionalAttribute() {
    return operators()
        .filter(
            method ->
                Arrays.stream(method.getParameters()).anyMatch(OperatorMappingTest::isOptional));
  }

  private static boolean isOptional(Parameter parameter) {
    Attr attr = parameter.getAnnotation(Attr.class);
    return attr != null && !attr.omitWhen().isEmpty();
  }

  static Stream<Method> operatorsWithScratch() {
    return operators().filter(method -> method.isAnnotationPresent(Scratch.class));
  }

  @ParameterizedTest
  @MethodSource("operatorsWithOptionalAttribute")
  void attributesWithTheirUsualValueAreNotStored(Method method)
      throws ReflectiveOperationException {
    Parameter[] parameters = method.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      if (!isOptional(parameters[i])) {
        continue;
      }
      Attr attr = parameters[i].getAnnotation(Attr.class);
      Object[] arguments = Arrays.stream(parameters).map(OperatorMappingTest::sample).toArray();
      arguments[i] =
          parameters[i].getType() == boolean.class
              ? (Object) Boolean.valueOf(attr.omitWhen())
              : enumConstant(attr.omitWhen());

      assertThat(request(method, arguments).attributes()).doesNotContainKey(attr.value());
    }
  }

  @ParameterizedTest
  @MethodSource("operatorsWithScratch")
  void scratchOperandIsOneThatTheMethodDoesNotPass(Method method)
      throws ReflectiveOperationException {
    Scratch scratch = method.getAnnotation(Scratch.class);
    Object[] arguments =
        Arrays.stream(method.getParameters()).map(OperatorMappingTest::sample).toArray();

    assertThat(positions(method).values()).doesNotContain(scratch.operand());
    assertThat(request(method, arguments).operands())
        .hasSizeLessThanOrEqualTo(scratch.operand() + 1);
  }

  @Test
  void everyMethodOfTheLanguageIsAnOperatorOrAConstruct() {
    List<Method> neither =
        Arrays.stream(Pl.class.getMethods())
            .filter(method -> Modifier.isStatic(method.getModifiers()))
            .filter(
                method ->
                    method.isAnnotationPresent(Op.class)
                        == method.isAnnotationPresent(Construct.class))
            .toList();

    assertThat(neither).isEmpty();
    assertThat(operators().count()).isGreaterThan(150);
  }

  @Test
  void operatorsExistForTilesAndTensorsAlike() {
    List<String> names =
        operators().map(m -> m.getAnnotation(Op.class).value()).distinct().toList();

    for (String both :
        List.of(
            "add",
            "muls",
            "exp",
            "cast",
            "row_sum",
            "col_max",
            "row_expand_sub",
            "col_expand_mul",
            "matmul",
            "matmul_acc",
            "slice",
            "assemble",
            "read")) {
      assertThat(names).contains("tile." + both, "tensor." + both);
    }
    assertThat(names).allMatch(name -> name.matches("(tile|tensor)\\.[a-z_]+"));
  }

  private static Request request(Method method, Object... arguments)
      throws ReflectiveOperationException {
    RecordingEngine.takeRequests();
    try {
      method.invoke(receiver(method), arguments);
    } catch (InvocationTargetException e) {
      throw new AssertionError(method + " failed", e.getCause());
    }
    List<Request> requests = RecordingEngine.takeRequests();
    Request last = requests.getLast();
    // an operator that writes a tile is given a copy of it, because a tile keeps its elements
    List<String> before =
        Set.of("tile.assemble", "tile.write").contains(last.operator())
            ? List.of("tile.move")
            : List.of();
    assertThat(requests.subList(0, requests.size() - 1))
        .extracting(Request::operator)
        .isEqualTo(before);
    return last;
  }

  private static Object receiver(Method method) {
    if (method.getDeclaringClass() == Tensor.class) {
      return RecordingEngine.tensor("this", Pl.INT32, 8, 16);
    }
    return method.getDeclaringClass() == Tile.class
        ? RecordingEngine.tile("this", Pl.INT32, 8, 16)
        : null;
  }

  private static Object sample(Parameter parameter) {
    Class<?> type = parameter.getType();
    if (type == Tile.class) {
      return RecordingEngine.tile(parameter.getName(), Pl.INT32, 8, 16);
    }
    if (type == Tensor.class) {
      return RecordingEngine.tensor(parameter.getName(), Pl.INT32, 8, 16);
    }
    if (type == long[].class) {
      return new long[] {8, 16};
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[2 % type.getEnumConstants().length == 0 ? 1 : 2];
    }
    return Map.<Class<?>, Object>of(
            double.class,
            2.5,
            long.class,
            3L,
            boolean.class,
            true,
            Offsets.class,
            new Offsets(OFFSETS),
            Extents.class,
            new Extents(EXTENTS),
            DType.class,
            Pl.FP16,
            FloatType.class,
            Pl.FP16,
            IntType.class,
            Pl.INT16)
        .get(type);
  }

  private static Map<Integer, Integer> parameterAt(Method method) {
    Map<Integer, Integer> parameterAt = new TreeMap<>();
    positions(method).forEach((key, position) -> parameterAt.put(position, key / 10));
    return parameterAt;
  }

  /** Operand positions by ten times the parameter number (-1 for the receiver) plus a counter. */
  private static Map<Integer, Integer> positions(Method method) {
    Map<Integer, Integer> positions = new LinkedHashMap<>();
    int next = 0;
    if (!Modifier.isStatic(method.getModifiers())) {
      positions.put(-10, next++);
    }
    Parameter[] parameters = method.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i].isAnnotationPresent(Attr.class)) {
        continue;
      }
      Operand operand = parameters[i].getAnnotation(Operand.class);
      int[] places = operand == null ? new int[] {next} : operand.value();
      for (int k = 0; k < places.length; k++) {
        positions.put(10 * i + k, places[k]);
        next = places[k] + 1;
      }
    }
    return positions;
  }

  private static List<Object> expectedOperands(Method method, Object... arguments) {
    return parameterAt(method).values().stream()
        .map(i -> i < 0 ? operandOf(receiver(method)) : operandOf(arguments[i]))
        .toList();
  }

  private static Object operandOf(Object argument) {
    return switch (argument) {
      case Tile<?> tile -> tile.value();
      case Tensor<?> tensor -> tensor.value();
      case Offsets offsets -> offsets.values();
      case Extents extents -> extents.values();
      case long[] tuple -> Tuples.of(tuple);
      default -> argument;
    };
  }

  private static Map<String, Object> expectedAttributes(Method method, Object... arguments)
      throws ReflectiveOperationException {
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (AttrDefault fixed : method.getAnnotationsByType(AttrDefault.class)) {
      attributes.put(fixed.attr(), fixedValue(fixed.value()));
    }
    Parameter[] parameters = method.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      Attr attr = parameters[i].getAnnotation(Attr.class);
      if (attr != null) {
        attributes.put(
            attr.value(),
            arguments[i] instanceof AttributeCode coded ? coded.code() : arguments[i]);
      }
    }
    return attributes;
  }

  private static Object fixedValue(String text) throws ReflectiveOperationException {
    if (text.equals(AttrDefault.ACCUMULATOR)) {
      return Pl.INT32;
    }
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    Object constant = enumConstant(text);
    return constant instanceof AttributeCode coded ? coded.code() : constant;
  }

  private static Object enumConstant(String text) throws ReflectiveOperationException {
    int dot = text.indexOf('.');
    Class<?> type = Class.forName("io.pto4j.dsl." + text.substring(0, dot));
    return type.getField(text.substring(dot + 1)).get(null);
  }
}
