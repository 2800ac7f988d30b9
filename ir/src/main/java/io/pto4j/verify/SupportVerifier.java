package io.pto4j.verify;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Walk;
import io.pto4j.op.InstructionLimits;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import io.pto4j.pass.Target;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Whether the machine executes the operators of the kernels, on their element types. Source: PTO
 * ISA, element types of the instructions.
 */
final class SupportVerifier {
  private static final String RULE = "OperatorsSupported";

  /** The operand of a product into which it is added; its element type follows from the others. */
  private static final String ACCUMULATOR = "acc";

  private SupportVerifier() {}

  static void verify(Program program, Target target, Consumer<Diagnostic> found) {
    for (Function function : program.functions().values()) {
      if (function.funcType().isInCore()) {
        Walk.calls(
            function.body(),
            call -> {
              if (call.op() instanceof Operator(String name)) {
                Operators.find(name)
                    .flatMap(op -> problem(op, call, target))
                    .ifPresent(
                        message ->
                            found.accept(
                                Diagnostic.error(
                                    RULE, 0, message, Diagnostic.place(call.span(), function))));
              }
            });
      }
    }
  }

  private static Optional<String> problem(OpDef op, Call call, Target target) {
    ImmutableSet<DataType> supported = op.support().types(target.isa());
    if (supported.isEmpty()) {
      return Optional.of("%s has no '%s'".formatted(target.name(), op.name()));
    }
    return element(op, call)
        .filter(dtype -> !supported.contains(dtype))
        .map(
            dtype ->
                "'%s' does not work on %s elements on %s; it does on %s"
                    .formatted(
                        op.name(),
                        dtype.text(),
                        target.name(),
                        supported.stream().map(DataType::text).collect(joining(", "))))
        .or(
            () ->
                InstructionLimits.broken(target.isa(), call)
                    .map(limit -> "'%s' on %s %s".formatted(op.name(), target.name(), limit)));
  }

  /** Whether every cast of elements is one instruction, as it has to be when code is emitted. */
  static void castsNative(Program program, Target target, Consumer<Diagnostic> found) {
    for (Function function : program.functions().values()) {
      if (function.funcType().isInCore()) {
        Walk.calls(
            function.body(),
            call -> {
              if (isCastInSteps(call, target)) {
                found.accept(
                    Diagnostic.error(
                        "TileCastsNative",
                        0,
                        "%s does not cast %s to %s at once"
                            .formatted(
                                target.name(), elements(call.args().getFirst()), elements(call)),
                        Diagnostic.place(call.span(), function)));
              }
            });
      }
    }
  }

  private static boolean isCastInSteps(Call call, Target target) {
    return call.isOperator("tile.cast")
        && !call.args().isEmpty()
        && call.args().getFirst().type() instanceof ShapedType from
        && call.type() instanceof ShapedType to
        && !target.isa().casts().contains(from.dtype(), to.dtype());
  }

  private static String elements(Expr tile) {
    return ((ShapedType) tile.type()).dtype().text();
  }

  /** The element type that decides which instruction it is. */
  private static Optional<DataType> element(OpDef op, Call call) {
    // a call with more arguments than that is refused elsewhere
    int operands = op.operands().isEmpty() ? 0 : call.args().size();
    for (int i = 0; i < operands; i++) {
      Expr arg = call.args().get(i);
      if (arg.type() instanceof ShapedType t && !op.operand(i).name().equals(ACCUMULATOR)) {
        return Optional.of(t.dtype());
      }
    }
    return call.type() instanceof ShapedType t ? Optional.of(t.dtype()) : Optional.empty();
  }
}
