package io.pto4j.verify;

import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.tensor;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Property;
import java.util.List;

/** What one verifier finds in functions, of which most have the parameters x, n and (Out) o. */
final class Findings {
  final Var x = tensor("x");
  final Var o = tensor("o");
  final Var n = index("n");

  private final Property property;

  Findings(Property property) {
    this.property = property;
  }

  Function kernel(Stmt... body) {
    return of(FunctionType.INCORE, body);
  }

  Function of(FunctionType type, Stmt... body) {
    return function(type, "f", List.of(o), List.of(x, n, o), body);
  }

  /** Code and first line of every finding. */
  List<String> in(Function... functions) {
    return Verifiers.verify(program(functions), Ir.CONTEXT.target(), ImmutableSet.of(property))
        .stream()
        .map(d -> d.code() + ": " + d.message().lines().findFirst().orElseThrow())
        .toList();
  }

  void none(Stmt... body) {
    assertThat(in(kernel(body))).isEmpty();
  }

  void one(String finding, Stmt... body) {
    assertThat(in(kernel(body))).containsExactly(finding);
  }
}
