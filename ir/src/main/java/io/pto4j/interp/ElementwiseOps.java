package io.pto4j.interp;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.numeric.Binary;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import io.pto4j.numeric.RoundMode;
import io.pto4j.numeric.Unary;
import io.pto4j.op.NativeCasts;
import io.pto4j.op.rule.Promotion;
import java.util.Arrays;

/** Elementwise operators and the row and column expanding forms. */
final class ElementwiseOps {
  private static final ImmutableMap<String, Binary> BINARY =
      ImmutableMap.<String, Binary>builder()
          .put("add", Binary.ADD)
          .put("sub", Binary.SUB)
          .put("mul", Binary.MUL)
          .put("div", Binary.DIV)
          .put("maximum", Binary.MAX)
          .put("minimum", Binary.MIN)
          .put("fmod", Binary.FMOD)
          .put("and", Binary.AND)
          .put("or", Binary.OR)
          .put("xor", Binary.XOR)
          .put("shl", Binary.SHL)
          .put("shr", Binary.SHR)
          .buildOrThrow();
  private static final ImmutableMap<String, Unary> UNARY =
      ImmutableMap.<String, Unary>builder()
          .put("neg", Unary.NEG)
          .put("abs", Unary.ABS)
          .put("exp", Unary.EXP)
          .put("log", Unary.LOG)
          .put("sqrt", Unary.SQRT)
          .put("rsqrt", Unary.RSQRT)
          .put("recip", Unary.RECIP)
          .put("not", Unary.NOT)
          .buildOrThrow();
  private static final ImmutableMap<String, Binary> EXPANDING =
      ImmutableMap.of(
          "add", Binary.ADD,
          "sub", Binary.SUB,
          "mul", Binary.MUL,
          "div", Binary.DIV,
          "max", Binary.MAX,
          "min", Binary.MIN,
          "expdif", Binary.EXPDIF);
  private static final ImmutableMap<String, Binary> PARTIAL =
      ImmutableMap.of(
          "part_add", Binary.ADD,
          "part_mul", Binary.MUL,
          "part_max", Binary.MAX,
          "part_min", Binary.MIN);

  /** Operators on a tensor and a scalar whose element types promote. */
  private static final ImmutableSet<String> PROMOTING =
      ImmutableSet.of(
          "tensor.adds",
          "tensor.muls",
          "tensor.divs",
          "tensor.fmods",
          "tensor.maximum",
          "tensor.minimum",
          "tensor.cmp");

  private ElementwiseOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    for (String level : new String[] {"tile.", "tensor."}) {
      BINARY.forEach((name, f) -> table.put(level + name, call -> binaryOrScalar(call, f)));
      BINARY.forEach(
          (name, f) -> {
            if (level.equals("tile.") || (f != Binary.MAX && f != Binary.MIN)) {
              table.put(level + name + "s", call -> scalar(call, f));
            }
          });
      UNARY.forEach((name, f) -> table.put(level + name, call -> unary(call, f)));
      EXPANDING.forEach(
          (name, f) -> {
            table.put(level + "row_expand_" + name, call -> expanding(call, f, 1));
            table.put(level + "col_expand_" + name, call -> expanding(call, f, 2));
          });
      PARTIAL.forEach((name, f) -> table.put(level + name, call -> partial(call, f)));
      table.put(level + "row_expand", call -> expand(call, 1));
      table.put(level + "col_expand", call -> expand(call, 2));
      table.put(level + "expands", ElementwiseOps::fillLike);
      table.put(level + "cast", ElementwiseOps::cast);
    }
    table.put("tile.relu", call -> unary(call, Unary.RELU));
    table.put("tile.lrelu", ElementwiseOps::leakyRelu);
    table.put("tile.prelu", ElementwiseOps::parametricRelu);
    table.put("tile.addc", call -> three(call, Binary.ADD));
    table.put("tile.subc", call -> three(call, Binary.SUB));
    table.put("tile.addsc", call -> three(call, Binary.ADD));
    table.put("tile.subsc", call -> three(call, Binary.SUB));
    table.put("tile.rem", call -> binaryOrScalar(call, Binary.REM));
    table.put("tile.rems", call -> scalar(call, Binary.REM));
  }

  /** At tensor level the scalar maximum and minimum have no name of their own. */
  private static Value binaryOrScalar(OpCall call, Binary f) {
    if (!call.isTensor(1)) {
      return scalar(call, f);
    }
    TensorValue x = call.tensor(0);
    TensorValue y = call.tensor(1);
    checkAlike(call, x, y);
    return binary(call, f, x, y);
  }

  /** The vector unit neither broadcasts nor converts. */
  private static void checkAlike(OpCall call, TensorValue x, TensorValue y) {
    boolean alike = x.dtype() == y.dtype() && Arrays.equals(x.shape(), y.shape());
    if (call.tileLevel() && !alike) {
      throw call.error(
          "the operands have different shapes or element types, "
              + x
              + " and "
              + y
              + "; expand or cast one of them");
    }
  }

  static TensorValue binary(OpCall call, Binary f, TensorValue x, TensorValue y) {
    boolean shift = f == Binary.SHL || f == Binary.SHR;
    DataType dtype = shift ? x.dtype() : Promotion.of(x.dtype(), y.dtype());
    int[] shape = Shapes.broadcast(call.operator(), x.shape(), y.shape());
    int[] valid = commonValid(shape, x, y);
    TensorValue a = spread(Numbers.as(call, x, dtype), shape, valid);
    TensorValue b = spread(Numbers.as(call, y, dtype), shape, valid);
    int n = Shapes.count(valid);
    if (dtype.isFloat()) {
      float[] d = new float[n];
      f.apply(
          floatFormat(call, dtype, f.onFloats()),
          a.floats(valid, call.operator()),
          0,
          b.floats(valid, call.operator()),
          0,
          d,
          0,
          n);
      return TensorValue.of(dtype, shape, valid, d);
    }
    long[] d = new long[n];
    f.apply(
        intFormat(call, dtype, f.onIntegers()),
        a.longs(valid, call.operator()),
        0,
        b.longs(valid, call.operator()),
        0,
        d,
        0,
        n);
    return TensorValue.of(dtype, shape, valid, d);
  }

  private static TensorValue spread(TensorValue x, int[] shape, int[] valid) {
    return Arrays.equals(x.shape(), shape) ? x : x.broadcastTo(shape, valid);
  }

  /** Where both operands are valid; a repeated axis is valid as far as it is asked. */
  static int[] commonValid(int[] shape, TensorValue x, TensorValue y) {
    int[] valid = shape.clone();
    for (TensorValue operand :
        new TensorValue[] {x.withRank(shape.length), y.withRank(shape.length)}) {
      int[] covered = operand.valid();
      for (int axis = 0; axis < shape.length; axis++) {
        if (operand.extent(axis) == shape[axis] || covered[axis] == 0) {
          valid[axis] = Math.min(valid[axis], covered[axis]);
        }
      }
    }
    return valid;
  }

  private static FloatFormat floatFormat(OpCall call, DataType dtype, boolean defined) {
    if (!defined) {
      throw call.error("not defined on elements of type " + dtype.text());
    }
    return FloatFormat.of(dtype);
  }

  private static IntFormat intFormat(OpCall call, DataType dtype, boolean defined) {
    if (!defined) {
      throw call.error("not defined on elements of type " + dtype.text());
    }
    return IntFormat.of(dtype);
  }

  /**
   * The operands, with a tensor that meets a scalar of a wider type converted to what the result
   * is.
   */
  static ImmutableList<Value> promoted(
      String name, ImmutableList<Value> operands, Type result, NativeCasts casts) {
    if (!PROMOTING.contains(name)
        || !(operands.get(0) instanceof TensorValue x)
        || operands.get(1) instanceof TensorValue
        || !(result instanceof TensorType type)) {
      return operands;
    }
    OpCall call = new OpCall(name, operands, Attrs.empty(), casts);
    return ImmutableList.of(Numbers.as(call, x, type.dtype()), operands.get(1));
  }

  private static Value scalar(OpCall call, Binary f) {
    TensorValue x = call.tensor(0);
    DataType dtype = x.dtype();
    int[] valid = x.valid();
    int n = Shapes.count(valid);
    if (dtype.isFloat()) {
      float[] d = new float[n];
      f.applyRight(
          floatFormat(call, dtype, f.onFloats()),
          x.floats(call.operator()),
          0,
          Numbers.toFloat(call, 1, dtype),
          d,
          0,
          n);
      return TensorValue.of(dtype, x.shape(), valid, d);
    }
    long[] d = new long[n];
    f.applyRight(
        intFormat(call, dtype, f.onIntegers()),
        x.longs(call.operator()),
        0,
        Numbers.toLong(call, 1, dtype),
        d,
        0,
        n);
    return TensorValue.of(dtype, x.shape(), valid, d);
  }

  private static Value unary(OpCall call, Unary f) {
    TensorValue given = call.tensor(0);
    boolean widened = !call.tileLevel() && !given.isFloat() && !f.onIntegers();
    TensorValue x =
        widened || (f == Unary.RECIP && !call.tileLevel() && !given.isFloat())
            ? Numbers.as(call, given, DataType.FP32)
            : given;
    int[] valid = x.valid();
    int n = Shapes.count(valid);
    if (x.isFloat()) {
      float[] d = new float[n];
      f.apply(floatFormat(call, x.dtype(), f.onFloats()), x.floats(call.operator()), 0, d, 0, n);
      return TensorValue.of(x.dtype(), x.shape(), valid, d);
    }
    long[] d = new long[n];
    f.apply(intFormat(call, x.dtype(), f.onIntegers()), x.longs(call.operator()), 0, d, 0, n);
    return TensorValue.of(x.dtype(), x.shape(), valid, d);
  }

  private static Value expanding(OpCall call, Binary f, int axisFromEnd) {
    TensorValue x = call.tensor(0);
    TensorValue vector = vector(call, x, axisFromEnd);
    return binary(call, f, x, vector);
  }

  private static Value expand(OpCall call, int axisFromEnd) {
    TensorValue target = call.tensor(0);
    TensorValue vector = vector(call, target, axisFromEnd);
    DataType dtype = Promotion.of(target.dtype(), vector.dtype());
    int[] shape = target.shape();
    int[] valid = target.valid();
    TensorValue spread = Numbers.as(call, vector, dtype).broadcastTo(shape, valid);
    return dtype.isFloat()
        ? TensorValue.of(dtype, shape, valid, spread.floats(valid, call.operator()))
        : TensorValue.of(dtype, shape, valid, spread.longs(valid, call.operator()));
  }

  /** The second operand, one value per row or column of the first. */
  private static TensorValue vector(OpCall call, TensorValue matrix, int axisFromEnd) {
    TensorValue vector = call.tensor(1);
    int[] expected = Shapes.with(matrix.shape(), matrix.rank() - axisFromEnd, 1);
    boolean fits =
        call.tileLevel()
            ? Arrays.equals(vector.shape(), expected)
            : repeats(vector.shape(), expected);
    if (!fits) {
      throw call.error(
          "the second operand has shape "
              + Arrays.toString(vector.shape())
              + ", expected "
              + Arrays.toString(expected));
    }
    return vector;
  }

  /** Whether {@code shape} is {@code whole} with leading extents missing or 1. */
  private static boolean repeats(int[] shape, int[] whole) {
    int missing = whole.length - shape.length;
    for (int axis = 0; missing >= 0 && axis < shape.length; axis++) {
      boolean leading = axis + missing < whole.length - 2;
      if (shape[axis] != whole[axis + missing] && !(leading && shape[axis] == 1)) {
        return false;
      }
    }
    return missing >= 0 && shape.length >= 2;
  }

  private static Value fillLike(OpCall call) {
    TensorValue target = call.tensor(0);
    int[] valid = call.tileLevel() ? target.valid() : target.shape();
    return CreationOps.filled(call, 1, target.dtype(), target.shape(), valid);
  }

  private static Value cast(OpCall call) {
    TensorValue x = call.tensor(0);
    RoundMode mode = RoundMode.ofCode(call.attributes().getInt("mode", RoundMode.ROUND.code()));
    DataType to = call.dtype("target_type");
    if (to == x.dtype()) {
      throw call.error("the value already has type " + to.text());
    }
    return Numbers.cast(call, x, to, mode);
  }

  /** {@code (a f b) + c}, where {@code b} may be a scalar; the instruction always adds c. */
  private static Value three(OpCall call, Binary f) {
    TensorValue first = (TensorValue) binaryOrScalar(call, f);
    TensorValue last = call.tensor(2);
    checkAlike(call, first, last);
    return binary(call, Binary.ADD, first, last);
  }

  private static Value parametricRelu(OpCall call) {
    TensorValue x = call.tensor(0);
    FloatFormat format = floatFormat(call, x.dtype(), x.isFloat());
    float[] a = x.floats(call.operator());
    float[] slopes = call.tensor(1).floats(x.valid(), call.operator());
    float[] d = new float[a.length];
    for (int i = 0; i < a.length; i++) {
      d[i] = a[i] > 0 ? a[i] : format.round(a[i] * slopes[i]);
    }
    return TensorValue.of(x.dtype(), x.shape(), x.valid(), d);
  }

  private static Value leakyRelu(OpCall call) {
    TensorValue x = call.tensor(0);
    FloatFormat format = floatFormat(call, x.dtype(), x.isFloat());
    float slope = Numbers.toFloat(call, 1, DataType.FP32);
    float[] a = x.floats(call.operator());
    float[] d = new float[a.length];
    for (int i = 0; i < a.length; i++) {
      d[i] = a[i] > 0 ? a[i] : format.round(a[i] * slope);
    }
    return TensorValue.of(x.dtype(), x.shape(), x.valid(), d);
  }

  /** Where both operands are valid their function, where one is, that one, elsewhere zero. */
  private static Value partial(OpCall call, Binary f) {
    checkAlike(call, call.tensor(0), call.tensor(1));
    DataType dtype = Promotion.of(call.tensor(0).dtype(), call.tensor(1).dtype());
    int[] shape = Shapes.broadcast(call.operator(), call.tensor(0).shape(), call.tensor(1).shape());
    TensorValue x = spread(Numbers.as(call, call.tensor(0), dtype), shape, shape);
    TensorValue y = spread(Numbers.as(call, call.tensor(1), dtype), shape, shape);
    int[] overX = x.valid();
    int[] overY = y.valid();
    int[] valid = new int[overX.length];
    int[] both = new int[overX.length];
    Arrays.setAll(valid, axis -> Math.max(overX[axis], overY[axis]));
    Arrays.setAll(both, axis -> Math.min(overX[axis], overY[axis]));
    TensorValue result = CreationOps.zeros(x.dtype(), x.shape()).withValid(valid);
    int[] origin = Shapes.zeros(valid.length);
    int n = Shapes.count(both);
    if (x.isFloat()) {
      result.write(origin, overX, x.floats(overX, call.operator()));
      result.write(origin, overY, y.floats(overY, call.operator()));
      float[] d = new float[n];
      f.apply(
          FloatFormat.of(x.dtype()),
          x.floats(both, call.operator()),
          0,
          y.floats(both, call.operator()),
          0,
          d,
          0,
          n);
      result.write(origin, both, d);
    } else {
      result.write(origin, overX, x.longs(overX, call.operator()));
      result.write(origin, overY, y.longs(overY, call.operator()));
      long[] d = new long[n];
      f.apply(
          IntFormat.of(x.dtype()),
          x.longs(both, call.operator()),
          0,
          y.longs(both, call.operator()),
          0,
          d,
          0,
          n);
      result.write(origin, both, d);
    }
    return result;
  }
}
