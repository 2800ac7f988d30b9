package io.pto4j.backend.pto;

import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.pass.Target;

/**
 * Writes an in-core function as a {@code .pto} module. The function must be through the whole
 * pipeline: tiles have addresses, calls are flat, and only scalars are carried by value. Source:
 * PTO dialect.
 */
public final class PtoEmitter {
  private PtoEmitter() {}

  /**
   * The module of one kernel.
   *
   * @throws IrException when the function uses something that has no form in device code
   */
  public static String emit(Function function, Target target) {
    String kind =
        switch (function.funcType()) {
          case AIC -> " attributes {pto.kernel_kind = #pto.kernel_kind<cube>}";
          case AIV -> " attributes {pto.kernel_kind = #pto.kernel_kind<vector>}";
          case INCORE -> "";
          default ->
              throw new IrException(
                  "function '" + function.name() + "' is not a kernel", "", function.span());
        };
    return "module attributes {pto.target_arch = \"%s\"} {\n".formatted(target.arch())
        + new KernelEmitter(function).emit(kind)
        + "}\n";
  }
}
