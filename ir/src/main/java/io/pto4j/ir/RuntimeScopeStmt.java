package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/**
 * A scope of the task runtime; a manual one infers no dependencies. Source: PyPTO IR hierarchy,
 * RuntimeScopeStmt.
 */
@Value.Builder
public record RuntimeScopeStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    String nameHint,
    Stmt body,
    Attrs attrs,
    boolean manual)
    implements ScopeStmt, WithRuntimeScopeStmt {
  public RuntimeScopeStmt {
    ConstructionRule.requireValues(attrs, "attribute of a scope", span);
  }
}
