package io.pto4j.interp.edge;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.interp.edge.Edges.Geometry;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.op.Operand;
import io.pto4j.op.Operators;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Operators that work element by element, also with a vector or a scalar as one operand. */
final class ElementwiseCases {
  private static final ImmutableMap<String, String> BINARY =
      ImmutableMap.<String, String>builder()
          .put("add", "add")
          .put("sub", "sub")
          .put("mul", "mul")
          .put("div", "div")
          .put("maximum", "max")
          .put("minimum", "min")
          .put("fmod", "fmod")
          .put("rem", "rem")
          .put("and", "and")
          .put("or", "or")
          .put("xor", "xor")
          .put("shl", "shl")
          .put("shr", "shr")
          .buildOrThrow();
  private static final int SCALARS = 2;
  private static final ImmutableList<String> UNARY =
      ImmutableList.of("neg", "abs", "relu", "exp", "log", "sqrt", "rsqrt", "recip", "not");

  /** Functions that tensors of whole numbers have in binary32. */
  private static final ImmutableList<String> ROUNDING =
      ImmutableList.of("exp", "sqrt", "rsqrt", "recip");

  private static final ImmutableList<String> EXPANDING =
      ImmutableList.of("add", "sub", "mul", "div", "max", "min", "expdif");
  private static final ImmutableList<String> PARTIAL = ImmutableList.of("add", "mul", "max", "min");

  private ElementwiseCases() {}

  static void register(ImmutableMap.Builder<String, EdgeCase> cases) {
    for (String level : ImmutableList.of("tile.", "tensor.")) {
      BINARY.forEach(
          (name, f) -> {
            put(cases, level + name, (o, t, g, r) -> binary(o, f, t, g, r));
            put(cases, level + name + "s", (o, t, g, r) -> scalar(o, f, t, g, r));
          });
      UNARY.forEach(name -> put(cases, level + name, (o, t, g, r) -> unary(o, name, t, g, r)));
      EXPANDING.forEach(
          f -> {
            put(cases, level + "row_expand_" + f, (o, t, g, r) -> expand(o, f, true, t, g, r));
            put(cases, level + "col_expand_" + f, (o, t, g, r) -> expand(o, f, false, t, g, r));
          });
      PARTIAL.forEach(f -> put(cases, level + "part_" + f, (o, t, g, r) -> part(o, f, t, g, r)));
      put(cases, level + "row_expand", (o, t, g, r) -> repeated(o, true, t, g, r));
      put(cases, level + "col_expand", (o, t, g, r) -> repeated(o, false, t, g, r));
      put(cases, level + "expands", ElementwiseCases::filled);
    }
    put(cases, "tile.addc", (o, t, g, r) -> three(o, "add", t, g, r));
    put(cases, "tile.subc", (o, t, g, r) -> three(o, "sub", t, g, r));
    put(cases, "tile.addsc", (o, t, g, r) -> threeWithScalar(o, "add", t, g, r));
    put(cases, "tile.subsc", (o, t, g, r) -> threeWithScalar(o, "sub", t, g, r));
    put(cases, "tile.lrelu", ElementwiseCases::leaky);
    put(cases, "tile.prelu", ElementwiseCases::parametric);
  }

  /** A case that knows the name of its operator. */
  interface Named {
    boolean check(String operator, DataType t, Geometry g, Random random);
  }

  static void put(ImmutableMap.Builder<String, EdgeCase> cases, String operator, Named named) {
    if (Operators.find(operator).isPresent()) {
      cases.put(operator, (t, g, random) -> named.check(operator, t, g, random));
    }
  }

  /** The application with what gives room only, in the shape of the operands. */
  static Applied scratched(Applied applied, String operator, DataType t, int... shape) {
    for (Operand operand : Operators.get(operator).operands()) {
      if (operand.name().startsWith("tmp")) {
        applied.with(Cells.of(t, shape, _ -> t.isFloat() ? (Number) 0.0 : (Number) 0L));
      }
    }
    return applied;
  }

  /** Second operands for which the function is defined. */
  private static List<Number> seconds(String f, DataType t) {
    return switch (f) {
      case "shl", "shr" -> LongStream.range(0, t.bits()).mapToObj(i -> (Number) i).toList();
      case "div", "rem", "fmod" ->
          t.isFloat() ? Edges.elements(t) : Edges.elements(t, Edges::isNonZero);
      default -> Edges.elements(t);
    };
  }

  private static List<Number> some(List<Number> numbers, Random random) {
    return random.ints(SCALARS, 0, numbers.size()).mapToObj(numbers::get).toList();
  }

  private static boolean binary(String operator, String f, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Cells whole = Cells.pick(t, g.shape(), g.shape(), seconds(f, t), random);
    Cells b = g.pick(t, seconds(f, t), random);
    boolean allowed = false;
    for (Cells second : ImmutableList.of(b, whole)) {
      Applied applied =
          scratched(Applied.of(operator).with(a).with(second), operator, t, g.shape());
      allowed =
          applied.gives(
              () ->
                  Cells.of(
                      t, g.shape(), g.valid(), p -> Plain.binary(f, t, a.at(p), second.at(p))));
    }
    return allowed;
  }

  private static boolean scalar(String operator, String f, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    boolean allowed = false;
    for (Number s : some(seconds(f, t), random)) {
      Applied applied = scratched(Applied.of(operator).with(a).with(t, s), operator, t, g.shape());
      allowed =
          applied.gives(
              () -> Cells.of(t, g.shape(), g.valid(), p -> Plain.binary(f, t, a.at(p), s)));
    }
    return allowed;
  }

  private static boolean unary(String operator, String f, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    boolean converted = operator.startsWith("tensor.") && !t.isFloat() && ROUNDING.contains(f);
    DataType result = converted ? DataType.FP32 : t;
    return scratched(Applied.of(operator).with(a), operator, t, g.shape())
        .gives(
            () ->
                Cells.of(
                    result,
                    g.shape(),
                    g.valid(),
                    p ->
                        Plain.unary(
                            f, result, converted ? Plain.cast(t, result, 2, a.at(p)) : a.at(p))));
  }

  private static boolean expand(
      String operator, String f, boolean rows, DataType t, Geometry g, Random random) {
    if (f.equals("expdif") && !t.isFloat()) {
      // the rule lets integers pass, no device has them
      return false;
    }
    Cells a = g.any(t, random);
    Geometry vector = rows ? g.column() : g.row();
    Cells b = vector.pick(t, seconds(f, t), random);
    return Applied.of(operator)
        .with(a)
        .with(b)
        .gives(
            () ->
                Cells.of(
                    t,
                    g.shape(),
                    g.valid(),
                    p -> Plain.binary(f, t, a.at(p), rows ? b.at(p[0], 0) : b.at(0, p[1]))));
  }

  private static boolean repeated(
      String operator, boolean rows, DataType t, Geometry g, Random random) {
    Cells target = g.any(t, random);
    Cells b = (rows ? g.column() : g.row()).any(t, random);
    return Applied.of(operator)
        .with(target)
        .with(b)
        .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> rows ? b.at(p[0], 0) : b.at(0, p[1])));
  }

  private static boolean filled(String operator, DataType t, Geometry g, Random random) {
    Cells target = g.any(t, random);
    int[] valid = operator.startsWith("tile.") ? g.valid() : g.shape();
    boolean allowed = false;
    for (Number s : some(Edges.elements(t), random)) {
      allowed =
          Applied.of(operator)
              .with(target)
              .with(t, s)
              .gives(() -> Cells.of(t, g.shape(), valid, _ -> s));
    }
    return allowed;
  }

  /** Elements of a part of the shape and of all of it. */
  private static boolean part(String operator, String f, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Cells b = Cells.pick(t, g.shape(), g.shape(), Edges.elements(t), random);
    Supplier<Cells> expected =
        () ->
            Cells.of(t, g.shape(), p -> a.has(p) ? Plain.binary(f, t, a.at(p), b.at(p)) : b.at(p));
    Supplier<Cells> turned =
        () ->
            Cells.of(t, g.shape(), p -> a.has(p) ? Plain.binary(f, t, b.at(p), a.at(p)) : b.at(p));
    return Applied.of(operator).with(a).with(b).gives(expected)
        && Applied.of(operator).with(b).with(a).gives(turned);
  }

  private static boolean three(String operator, String f, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Cells b = g.any(t, random);
    Cells c = g.any(t, random);
    return Applied.of(operator)
        .with(a)
        .with(b)
        .with(c)
        .gives(
            () ->
                Cells.of(
                    t,
                    g.shape(),
                    g.valid(),
                    p -> Plain.binary("add", t, Plain.binary(f, t, a.at(p), b.at(p)), c.at(p))));
  }

  private static boolean threeWithScalar(
      String operator, String f, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Cells c = g.any(t, random);
    boolean allowed = false;
    for (Number s : some(Edges.elements(t), random)) {
      allowed =
          Applied.of(operator)
              .with(a)
              .with(t, s)
              .with(c)
              .gives(
                  () ->
                      Cells.of(
                          t,
                          g.shape(),
                          g.valid(),
                          p -> Plain.binary("add", t, Plain.binary(f, t, a.at(p), s), c.at(p))));
    }
    return allowed;
  }

  private static Number slope(DataType t, Number a, Number slope) {
    return (Double) a > 0 ? a : Plain.binary("mul", t, a, slope);
  }

  private static boolean leaky(String operator, DataType t, Geometry g, Random random) {
    if (!t.isFloat()) {
      return false;
    }
    Cells a = g.any(t, random);
    boolean allowed = false;
    for (Number s : some(Edges.elements(t), random)) {
      allowed =
          Applied.of(operator)
              .with(a)
              .with(t, s)
              .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> slope(t, a.at(p), s)));
    }
    for (Number s : some(Edges.elements(DataType.FP32), random)) {
      Applied.of(operator)
          .with(a)
          .with(DataType.FP32, s)
          .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> wideSlope(t, a.at(p), s)));
    }
    return allowed;
  }

  /** The slope is FP32 whatever the elements are, so their product is one first. */
  private static Number wideSlope(DataType t, Number a, Number slope) {
    return (Double) a > 0
        ? a
        : (Number) Plain.round(t, (Double) Plain.binary("mul", DataType.FP32, a, slope));
  }

  private static boolean parametric(String operator, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Cells b = g.any(t, random);
    Cells room =
        Cells.of(
            DataType.UINT8, new int[] {g.rows() + 1, Math.max(32, g.cols())}, _ -> (Number) 0L);
    return Applied.of(operator)
        .with(a)
        .with(b)
        .with(room)
        .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> slope(t, a.at(p), b.at(p))));
  }

  static AttrValue code(int code) {
    return AttrValue.of(code);
  }
}
