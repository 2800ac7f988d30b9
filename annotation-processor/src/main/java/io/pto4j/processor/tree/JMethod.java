package io.pto4j.processor.tree;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
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
    ImmutableList<VariableElement> parameters,
    JStmt.Block body,
    ImmutableSet<VariableElement> assigned) {

  public String name() {
    return element.getSimpleName().toString();
  }
}
