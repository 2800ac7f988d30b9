package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.pto.ElementType;
import java.util.Optional;

/** Casts between scalars. Source: PTO dialect, casts. */
final class ScalarCasts {
  private ScalarCasts() {}

  static void add(ImmutableMap.Builder<String, OpDecoder> out) {
    for (String name : new String[] {"arith.index_cast", "arith.extsi", "arith.trunci"}) {
      out.put(name, op -> ints(op, false));
    }
    for (String name :
        new String[] {"arith.index_castui", "arith.extui", "builtin.unrealized_conversion_cast"}) {
      out.put(name, op -> ints(op, true));
    }
    out.put("arith.extf", ScalarCasts::floats);
    out.put("arith.truncf", ScalarCasts::floats);
    out.put("arith.sitofp", op -> toFloat(op, false));
    out.put("arith.uitofp", op -> toFloat(op, true));
    out.put("arith.fptosi", ScalarCasts::toInt);
    out.put("arith.fptoui", ScalarCasts::toInt);
  }

  private static Optional<Body> ints(Operands op, boolean unsigned) {
    Value.Int a = Operands.integer(op.operand(0));
    ElementType type = Operands.element(op.resultType());
    int from = a.slot();
    ElementType source = a.element();
    // one bit is the value 1 or, sign-extended, -1
    boolean signBit = source == ElementType.I1 && !unsigned;
    int d = op.scalarResult(op.resultType()).slot();
    return Optional.of(
        f -> {
          long value =
              signBit
                  ? -f.ints[from]
                  : unsigned ? ScalarOps.zeroExtend(source, f.ints[from]) : f.ints[from];
          f.ints[d] = ScalarOps.wrap(type, value);
        });
  }

  private static Optional<Body> floats(Operands op) {
    int a = Operands.floating(op.operand(0)).slot();
    ElementType type = Operands.element(op.resultType());
    int d = op.scalarResult(op.resultType()).slot();
    return Optional.of(f -> f.floats[d] = ScalarOps.round(type, f.floats[a]));
  }

  private static Optional<Body> toFloat(Operands op, boolean unsigned) {
    Value.Int a = Operands.integer(op.operand(0));
    int from = a.slot();
    ElementType source = a.element();
    ElementType type = Operands.element(op.resultType());
    int d = op.scalarResult(op.resultType()).slot();
    return Optional.of(
        f -> {
          long value = unsigned ? ScalarOps.zeroExtend(source, f.ints[from]) : f.ints[from];
          f.floats[d] =
              type == ElementType.F32 ? (float) value : ScalarOps.round(type, (double) value);
        });
  }

  private static Optional<Body> toInt(Operands op) {
    int a = Operands.floating(op.operand(0)).slot();
    ElementType type = Operands.element(op.resultType());
    int d = op.scalarResult(op.resultType()).slot();
    return Optional.of(
        f -> {
          double value = f.floats[a];
          if (Double.isNaN(value)) {
            throw new SimulationException("NaN has no integer value");
          }
          f.ints[d] = ScalarOps.wrap(type, (long) value);
        });
  }
}
