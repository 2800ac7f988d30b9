package io.pto4j.pass.tile;

import io.pto4j.ir.Call;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Walk;

/** Refuses what can be written about tensors, but has no instruction or view of the runtime. */
final class ExecutableForms {
  private ExecutableForms() {}

  static void check(Program program) {
    for (Function function : program.functions().values()) {
      Walk.calls(function.body(), ExecutableForms::check);
    }
  }

  private static void check(Call call) {
    switch (call.op().name()) {
      case "tensor.slice" -> {
        int rank = rank(call, 0);
        if (count(call, 1) != rank || count(call, 2) != rank) {
          throw refusal(call, "a window of another rank than its tensor", "reshape the tensor");
        }
      }
      case "tensor.assemble" -> {
        int rank = rank(call, 0);
        if (rank(call, 1) != rank || count(call, 2) != rank) {
          throw refusal(call, "a source of another rank than its target", "reshape the source");
        }
      }
      case "tensor.matmul" -> {
        if (rank(call, 0) < 2 || rank(call, 1) < 2) {
          throw refusal(
              call,
              "a product with a vector",
              "reshape the vector to a matrix of one row or column");
        }
      }
      default -> {}
    }
  }

  private static int rank(Call call, int operand) {
    return ((ShapedType) call.args().get(operand).type()).rank();
  }

  private static int count(Call call, int operand) {
    return Exprs.elements(call.args().get(operand)).size();
  }

  private static IrException refusal(Call call, String what, String hint) {
    return new IrException(
        call.op().name() + ": " + what + " cannot be executed", hint, call.span());
  }
}
