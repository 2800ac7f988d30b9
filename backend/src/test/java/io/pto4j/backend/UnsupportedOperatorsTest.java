package io.pto4j.backend;

import static io.pto4j.backend.IrFixtures.function;
import static io.pto4j.backend.IrFixtures.let;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.backend.orch.OrchestrationEmitter;
import io.pto4j.backend.pto.PtoEmitter;
import io.pto4j.backend.target.Targets;
import io.pto4j.interp.OpSemantics;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.op.Operators;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** An operator that cannot be emitted or run yet is named, at its place. */
class UnsupportedOperatorsTest {
  private static final Span HERE = Span.at("Kernel.java", 7, 3);

  /** What stands for its effect in device code or in orchestration code. */
  private static final ImmutableSet<String> EFFECTS =
      ImmutableSet.of("tile.store", "tile.write", "tensor.write");

  private static Call call(String name, Type type) {
    return new Call(
        HERE, type, new Operator(name), ImmutableList.of(), Attrs.empty(), Attrs.empty());
  }

  private static void named(String operator, ThrowingCallable emission) {
    assertThatThrownBy(emission)
        .as(operator)
        .isInstanceOfSatisfying(
            IrException.class,
            e -> {
              assertThat(e.getMessage()).contains("'" + operator + "'");
              assertThat(e.span()).isEqualTo(HERE);
            });
  }

  private static void inDeviceCode(String operator, Stmt stmt) {
    Function kernel = function(FunctionType.AIV, "k", List.of(), stmt);
    named(operator, () -> PtoEmitter.emit(kernel, Targets.standard()));
  }

  private static void inOrchestrationCode(String operator, Stmt stmt) {
    Function main = function(FunctionType.ORCHESTRATION, "main", List.of(), stmt);
    Program program = Program.of("p", List.of(main), HERE);
    named(operator, () -> OrchestrationEmitter.emit(program, main, Targets.standard()));
  }

  @Test
  void statements() {
    for (String operator : Operators.table().keySet()) {
      if (!EFFECTS.contains(operator)) {
        EvalStmt stmt = EvalStmt.of(call(operator, UnknownType.INSTANCE));
        inDeviceCode(operator, stmt);
        inOrchestrationCode(operator, stmt);
      }
    }
  }

  @Test
  void handles() {
    for (String operator : List.of("prefetch.session", "pld.system.get_comm_ctx")) {
      Var handle = new Var("h", HandleType.ASYNC_SESSION, HERE);
      inDeviceCode(operator, let(handle, call(operator, HandleType.ASYNC_SESSION)));
    }
  }

  @Test
  void execution() {
    for (String operator : Operators.table().keySet()) {
      if (!OpSemantics.operators().contains(operator)) {
        assertThatThrownBy(() -> OpSemantics.apply(operator, ImmutableList.of(), Attrs.empty()))
            .hasMessageContaining(operator);
      }
    }
  }
}
