package io.pto4j.verify;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Ascii;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Walk;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operand;
import io.pto4j.op.Operators;
import io.pto4j.pass.Target;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** What a machine can write to global memory. Source: PyPTO verifier. */
final class StoreVerifiers {
  private StoreVerifiers() {}

  static void accToGmStoreValid(Program program, Target target, Consumer<Diagnostic> found) {
    for (Function function : program.functions().values()) {
      Walk.calls(
          function.body(),
          call -> {
            if (call.isOperator("tile.store")
                && !call.args().isEmpty()
                && call.args().getFirst().type() instanceof TileType tile
                && tile.memorySpace().filter(space -> space == MemorySpace.ACC).isPresent()) {
              written(call)
                  .filter(tensor -> !target.accStoreTypes().contains(tensor.dtype()))
                  .ifPresent(tensor -> notStored(tensor.dtype(), target, call, function, found));
            }
          });
    }
  }

  private static void notStored(
      DataType dtype, Target target, Call call, Function function, Consumer<Diagnostic> found) {
    String narrowed =
        target.accStoreTypes().stream()
            .map(type -> Ascii.toUpperCase(type.text()))
            .collect(joining("/"));
    report(
        "AccToGmStoreValid",
        ("cube accumulator cannot be stored directly into a '%s' global tensor on the '%s' backend"
                + " (function '%s'). The fix-pipe narrows an Acc tile only into %s. Move the tile to"
                + " Vec and cast it there, or store it into a tensor of one of these types.")
            .formatted(dtype.text(), target.arch(), function.name(), narrowed),
        call,
        function,
        found);
  }

  static void atomicAddDtypeValid(Program program, Target target, Consumer<Diagnostic> found) {
    for (Function function : program.functions().values()) {
      Walk.calls(
          function.body(),
          call -> {
            if (addsBf16(call) && !target.bf16AtomicAdd()) {
              report(
                  "AtomicAddDtypeValid",
                  "%s has no atomic addition of bf16 (function '%s'); add in fp32"
                      .formatted(target.name(), function.name()),
                  call,
                  function,
                  found);
            }
          });
    }
  }

  private static boolean addsBf16(Call call) {
    return call.kwargs().getInt("atomic", 0) != 0
        && written(call).filter(type -> type.dtype() == DataType.BF16).isPresent();
  }

  /** The type of the operand that the call writes. */
  private static Optional<ShapedType> written(Call call) {
    Optional<OpDef> op =
        call.op() instanceof Operator(String name) ? Operators.find(name) : Optional.empty();
    return op.filter(o -> !o.operands().isEmpty())
        .flatMap(
            o ->
                IntStream.range(0, call.args().size())
                    .filter(i -> o.operand(i).effect() == Operand.Effect.WRITE)
                    .mapToObj(i -> call.args().get(i).type())
                    .filter(ShapedType.class::isInstance)
                    .map(ShapedType.class::cast)
                    .findFirst());
  }

  private static void report(
      String rule, String message, Call call, Function function, Consumer<Diagnostic> found) {
    found.accept(Diagnostic.error(rule, 1, message, Diagnostic.place(call.span(), function)));
  }
}
