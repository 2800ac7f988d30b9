package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableMap;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.RoundMode;
import io.pto4j.sim.isa.DataTypes;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoAttr;
import io.pto4j.sim.pto.PtoType;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Scalar code. Integers wrap to the width of their type, floating point results are rounded to it.
 *
 * <p>Source: PTO dialect, scalar operators; MLIR arith dialect.
 */
final class ScalarOps {
  private ScalarOps() {}

  static ImmutableMap<String, OpDecoder> decoders() {
    ImmutableMap.Builder<String, OpDecoder> out = ImmutableMap.builder();
    out.put("arith.constant", ScalarOps::constant);
    out.put("arith.cmpi", ScalarOps::compareInts);
    out.put("arith.cmpf", ScalarOps::compareFloats);
    out.put("arith.select", ScalarOps::select);
    out.put("arith.negf", op -> unaryFloat(op, v -> -v));
    out.put("math.absf", op -> unaryFloat(op, Math::abs));
    out.put("math.absi", ScalarOps::absInt);
    ints(out);
    floats(out);
    ScalarCasts.add(out);
    return out.buildOrThrow();
  }

  private static void ints(ImmutableMap.Builder<String, OpDecoder> out) {
    binary(out, "arith.addi", (a, b) -> a + b);
    binary(out, "arith.subi", (a, b) -> a - b);
    binary(out, "arith.muli", (a, b) -> a * b);
    binary(out, "arith.divsi", (a, b) -> a / nonZero(b));
    binary(out, "arith.remsi", (a, b) -> a % nonZero(b));
    binary(out, "arith.floordivsi", (a, b) -> Math.floorDiv(a, nonZero(b)));
    binary(out, "arith.ceildivsi", (a, b) -> Math.ceilDiv(a, nonZero(b)));
    binary(out, "arith.andi", (a, b) -> a & b);
    binary(out, "arith.ori", (a, b) -> a | b);
    binary(out, "arith.xori", (a, b) -> a ^ b);
    binary(out, "arith.shli", (a, b) -> a << b);
    binary(out, "arith.shrsi", (a, b) -> a >> b);
    binary(out, "arith.minsi", Math::min);
    binary(out, "arith.maxsi", Math::max);
    unsigned(out, "arith.divui", (a, b) -> Long.divideUnsigned(a, nonZero(b)));
    unsigned(out, "arith.remui", (a, b) -> Long.remainderUnsigned(a, nonZero(b)));
    unsigned(out, "arith.shrui", (a, b) -> a >>> b);
    unsigned(out, "arith.minui", (a, b) -> Long.compareUnsigned(a, b) < 0 ? a : b);
    unsigned(out, "arith.maxui", (a, b) -> Long.compareUnsigned(a, b) > 0 ? a : b);
  }

  private static void floats(ImmutableMap.Builder<String, OpDecoder> out) {
    binaryFloat(out, "arith.addf", Double::sum);
    binaryFloat(out, "arith.subf", (a, b) -> a - b);
    binaryFloat(out, "arith.mulf", (a, b) -> a * b);
    binaryFloat(out, "arith.divf", (a, b) -> a / b);
    binaryFloat(out, "arith.remf", (a, b) -> a % b);
    binaryFloat(out, "arith.minimumf", Math::min);
    binaryFloat(out, "arith.maximumf", Math::max);
    binaryFloat(
        out, "arith.minnumf", (a, b) -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b));
    binaryFloat(
        out, "arith.maxnumf", (a, b) -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b));
  }

  private static long nonZero(long divisor) {
    if (divisor == 0) {
      throw new SimulationException("integer division by zero");
    }
    return divisor;
  }

  private static void binary(
      ImmutableMap.Builder<String, OpDecoder> out, String name, LongBinaryOperator function) {
    out.put(
        name,
        op -> {
          int a = Operands.integer(op.operand(0)).slot();
          int b = Operands.integer(op.operand(1)).slot();
          ElementType type = Operands.element(op.resultType());
          int d = op.scalarResult(op.resultType()).slot();
          return Optional.of(
              f -> f.ints[d] = wrap(type, function.applyAsLong(f.ints[a], f.ints[b])));
        });
  }

  private static void unsigned(
      ImmutableMap.Builder<String, OpDecoder> out, String name, LongBinaryOperator function) {
    out.put(
        name,
        op -> {
          int a = Operands.integer(op.operand(0)).slot();
          int b = Operands.integer(op.operand(1)).slot();
          ElementType type = Operands.element(op.resultType());
          int d = op.scalarResult(op.resultType()).slot();
          return Optional.of(
              f ->
                  f.ints[d] =
                      wrap(
                          type,
                          function.applyAsLong(
                              zeroExtend(type, f.ints[a]), zeroExtend(type, f.ints[b]))));
        });
  }

  private static void binaryFloat(
      ImmutableMap.Builder<String, OpDecoder> out, String name, DoubleBinaryOperator function) {
    out.put(
        name,
        op -> {
          int a = Operands.floating(op.operand(0)).slot();
          int b = Operands.floating(op.operand(1)).slot();
          ElementType type = Operands.element(op.resultType());
          int d = op.scalarResult(op.resultType()).slot();
          return Optional.of(
              f -> f.floats[d] = round(type, function.applyAsDouble(f.floats[a], f.floats[b])));
        });
  }

  private static Optional<Body> unaryFloat(
      Operands op, java.util.function.DoubleUnaryOperator function) {
    int a = Operands.floating(op.operand(0)).slot();
    int d = op.scalarResult(op.resultType()).slot();
    return Optional.of(f -> f.floats[d] = function.applyAsDouble(f.floats[a]));
  }

  private static Optional<Body> absInt(Operands op) {
    int a = Operands.integer(op.operand(0)).slot();
    ElementType type = Operands.element(op.resultType());
    int d = op.scalarResult(op.resultType()).slot();
    return Optional.of(f -> f.ints[d] = wrap(type, Math.abs(f.ints[a])));
  }

  /** A constant sits in its slot from the start. */
  private static Optional<Body> constant(Operands op) {
    PtoAttr literal = op.literalOperand();
    PtoType type = op.op().types().isEmpty() ? new PtoType.Scalar(ElementType.I1) : op.resultType();
    ElementType element = Operands.element(type);
    if (element.isFloat()) {
      double value =
          switch (literal) {
            case PtoAttr.IntAttr(long bits, boolean hex) when hex -> fromBits(element, bits);
            case PtoAttr.FloatAttr(double v) -> round(element, v);
            default ->
                throw new SimulationException("expected a floating point literal or its bits");
          };
      op.result(new Value.Real(type, op.decoder().newFloat(value), element));
    } else {
      long value =
          switch (literal) {
            case PtoAttr.IntAttr(long v, var _) -> wrap(element, v);
            case PtoAttr.BoolAttr(boolean b) -> b ? 1 : 0;
            default -> throw new SimulationException("expected an integer literal");
          };
      op.result(new Value.Int(type, op.decoder().newInt(value), element));
    }
    return Optional.empty();
  }

  private static Optional<Body> compareInts(Operands op) {
    int a = Operands.integer(op.operand(0)).slot();
    int b = Operands.integer(op.operand(1)).slot();
    ElementType type = Operands.integer(op.operand(0)).element();
    String predicate = predicate(op);
    int d = op.scalarResult(new PtoType.Scalar(ElementType.I1)).slot();
    return Optional.of(
        switch (predicate) {
          case "eq" -> f -> f.ints[d] = f.ints[a] == f.ints[b] ? 1 : 0;
          case "ne" -> f -> f.ints[d] = f.ints[a] != f.ints[b] ? 1 : 0;
          case "slt" -> f -> f.ints[d] = f.ints[a] < f.ints[b] ? 1 : 0;
          case "sle" -> f -> f.ints[d] = f.ints[a] <= f.ints[b] ? 1 : 0;
          case "sgt" -> f -> f.ints[d] = f.ints[a] > f.ints[b] ? 1 : 0;
          case "sge" -> f -> f.ints[d] = f.ints[a] >= f.ints[b] ? 1 : 0;
          case "ult" -> f -> f.ints[d] = unsignedOrder(type, f.ints[a], f.ints[b]) < 0 ? 1 : 0;
          case "ule" -> f -> f.ints[d] = unsignedOrder(type, f.ints[a], f.ints[b]) <= 0 ? 1 : 0;
          case "ugt" -> f -> f.ints[d] = unsignedOrder(type, f.ints[a], f.ints[b]) > 0 ? 1 : 0;
          case "uge" -> f -> f.ints[d] = unsignedOrder(type, f.ints[a], f.ints[b]) >= 0 ? 1 : 0;
          default -> throw new SimulationException("unknown integer predicate '" + predicate + "'");
        });
  }

  private static int unsignedOrder(ElementType type, long a, long b) {
    return Long.compareUnsigned(zeroExtend(type, a), zeroExtend(type, b));
  }

  private static Optional<Body> compareFloats(Operands op) {
    int a = Operands.floating(op.operand(0)).slot();
    int b = Operands.floating(op.operand(1)).slot();
    String predicate = predicate(op);
    int d = op.scalarResult(new PtoType.Scalar(ElementType.I1)).slot();
    return Optional.of(
        switch (predicate) {
          case "oeq" -> f -> f.ints[d] = f.floats[a] == f.floats[b] ? 1 : 0;
          case "one" ->
              f -> f.ints[d] = f.floats[a] < f.floats[b] || f.floats[a] > f.floats[b] ? 1 : 0;
          case "une" -> f -> f.ints[d] = f.floats[a] != f.floats[b] ? 1 : 0;
          case "olt" -> f -> f.ints[d] = f.floats[a] < f.floats[b] ? 1 : 0;
          case "ole" -> f -> f.ints[d] = f.floats[a] <= f.floats[b] ? 1 : 0;
          case "ogt" -> f -> f.ints[d] = f.floats[a] > f.floats[b] ? 1 : 0;
          case "oge" -> f -> f.ints[d] = f.floats[a] >= f.floats[b] ? 1 : 0;
          default ->
              throw new SimulationException("unknown floating point predicate '" + predicate + "'");
        });
  }

  private static String predicate(Operands op) {
    return op.literalOperand() instanceof PtoAttr.KeywordAttr(var _, String keyword) ? keyword : "";
  }

  private static Optional<Body> select(Operands op) {
    int condition = Operands.integer(op.operand(0)).slot();
    Value yes = op.operand(1);
    Value no = op.operand(2);
    int d = op.scalarResult(yes.type()).slot();
    int a = yes.slot();
    int b = no.slot();
    if (yes instanceof Value.Real) {
      Operands.floating(no);
      return Optional.of(f -> f.floats[d] = f.ints[condition] != 0 ? f.floats[a] : f.floats[b]);
    }
    Operands.integer(yes);
    Operands.integer(no);
    return Optional.of(f -> f.ints[d] = f.ints[condition] != 0 ? f.ints[a] : f.ints[b]);
  }

  /** The low bits of a value as a value of the type. */
  static long wrap(ElementType type, long value) {
    return switch (type) {
      case I1 -> value & 1;
      case I8 -> (byte) value;
      case I16 -> (short) value;
      case I32 -> (int) value;
      case UI8 -> value & 0xFF;
      case UI16 -> value & 0xFFFF;
      case UI32 -> value & 0xFFFFFFFFL;
      default -> value;
    };
  }

  /** The bits of a value of the type, zero-extended. */
  static long zeroExtend(ElementType type, long value) {
    return type.bits() >= 64 ? value : value & ((1L << type.bits()) - 1);
  }

  /** The nearest value of a floating point type, ties to even. */
  static double round(ElementType type, double value) {
    return type == ElementType.F64
        ? value
        : FloatFormat.of(DataTypes.of(type)).round(value, RoundMode.RINT);
  }

  private static double fromBits(ElementType type, long bits) {
    return switch (type) {
      case F32 -> Float.intBitsToFloat((int) bits);
      case F16 -> FloatFormat.fp16ToFloat((short) bits);
      case BF16 -> FloatFormat.bf16ToFloat((short) bits);
      case F64 -> Double.longBitsToDouble(bits);
      default ->
          throw new SimulationException("constants of type " + type.text() + " are not supported");
    };
  }
}
