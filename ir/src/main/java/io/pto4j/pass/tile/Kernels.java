package io.pto4j.pass.tile;

import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;

/** Which functions run on cores. */
final class Kernels {
  private Kernels() {}

  /** A kernel whose core is not decided yet. */
  static boolean isInCore(Function function) {
    return function.funcType() == FunctionType.INCORE;
  }

  /** A function that runs on a core. */
  static boolean isDevice(Function function) {
    return switch (function.funcType()) {
      case INCORE, AIC, AIV -> true;
      case OPAQUE, ORCHESTRATION, GRAPH, GROUP, SPMD, INLINE -> false;
    };
  }

  /** A function that only launches kernels on several cores. */
  static boolean isWrapper(Function function) {
    return switch (function.funcType()) {
      case GROUP, SPMD -> true;
      case OPAQUE, ORCHESTRATION, GRAPH, INCORE, AIC, AIV, INLINE -> false;
    };
  }
}
