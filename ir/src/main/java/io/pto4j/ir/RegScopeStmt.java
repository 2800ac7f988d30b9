package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/** A region whose values live in vector registers. Source: PyPTO IR types, RegScopeStmt. */
@Value.Builder
public record RegScopeStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    String nameHint,
    Stmt body,
    Attrs attrs)
    implements ScopeStmt, WithRegScopeStmt {
  public RegScopeStmt {
    ConstructionRule.requireValues(attrs, "attribute of a scope", span);
  }
}
