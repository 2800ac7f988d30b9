package io.pto4j.processor.tree;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;

/**
 * A kernel, orchestrator or helper.
 *
 * @param assigned the parameters and locals that some assignment changes after their declaration
 */
public record JMethod(
    Place place,
    ExecutableElement element,
    ImmutableList<Parameter> parameters,
    JStmt.Block body,
    ImmutableSet<VariableElement> assigned) {

  /** A parameter and its declaration. */
  public record Parameter(VariableElement element, Place place) {}

  /** The return statement that ends the method, also when it stands in a scope at the end. */
  public Optional<JStmt.Return> end() {
    return end(body);
  }

  private static Optional<JStmt.Return> end(JStmt statement) {
    return switch (statement) {
      case JStmt.Return s -> Optional.of(s);
      case JStmt.Scoped s -> end(s.body());
      case JStmt.Block s ->
          s.statements().isEmpty() ? Optional.empty() : end(s.statements().getLast());
      default -> Optional.empty();
    };
  }
}
