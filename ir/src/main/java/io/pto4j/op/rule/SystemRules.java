package io.pto4j.op.rule;

import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.op.TypeRule;
import io.pto4j.op.TypeRule.Request;
import java.util.Arrays;

/** Result types that do not depend on the operands. */
public final class SystemRules {
  private SystemRules() {}

  /** A scalar of one type. */
  public static TypeRule scalar(DataType dtype) {
    return _ -> ScalarType.of(dtype);
  }

  /** No result: the call stands for its effect. */
  public static TypeRule effect() {
    return _ -> UnknownType.INSTANCE;
  }

  /** {@code alloc(memory_space, size)}: the base of an allocation of {@code size} bytes. */
  public static Type alloc(Request r) {
    if (!(r.args().get(0) instanceof ConstInt space)
        || !(r.args().get(1) instanceof ConstInt size)
        || size.value() < 0) {
      throw r.error(
          "the memory space and the size in bytes must be constants", "allocations are static");
    }
    if (Arrays.stream(MemorySpace.values()).noneMatch(known -> known.code() == space.value())) {
      throw r.error(
          "there is no memory space of number " + space.value(),
          "use one from 0 to " + (MemorySpace.values().length - 1));
    }
    return PtrType.INSTANCE;
  }
}
