package io.pto4j.build;

import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import io.pto4j.ir.TypeConflict;
import io.pto4j.ir.UnknownType;
import io.pto4j.text.IrPrinter;
import java.util.List;

/**
 * Whether a value can be what is declared. Only a contradiction is refused: extents that are not
 * constants, layouts and memory are left to the verifiers.
 */
final class Fit {
  private Fit() {}

  /** Checks the number and the types of values that are passed on. */
  static void all(String what, List<? extends Type> declared, List<Expr> values, Span span) {
    if (declared.size() != values.size()) {
      throw new IrException(
          "%s: %d values for %d".formatted(what, values.size(), declared.size()),
          "pass one value for each",
          span);
    }
    for (int i = 0; i < values.size(); i++) {
      one(what + ": value " + i, declared.get(i), values.get(i).type(), span);
    }
  }

  static void one(String what, Type declared, Type given, Span span) {
    if (TypeConflict.between(declared, given)) {
      throw new IrException(
          "%s has type %s where %s is declared"
              .formatted(what, IrPrinter.print(given), IrPrinter.print(declared)),
          "",
          span);
    }
  }

  static void scalar(String what, Expr value, Span span) {
    if (!(value.type() instanceof ScalarType || value.type() instanceof UnknownType)) {
      throw new IrException(
          what + " must be a scalar, not " + IrPrinter.print(value.type()), "", span);
    }
  }
}
