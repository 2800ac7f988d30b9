package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/** A region that runs on a cluster of cores. Source: PyPTO IR hierarchy, ClusterScopeStmt. */
@Value.Builder
public record ClusterScopeStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    String nameHint,
    Stmt body,
    Attrs attrs)
    implements ScopeStmt, WithClusterScopeStmt {
  public ClusterScopeStmt {
    ConstructionRule.requireValues(attrs, "attribute of a scope", span);
  }
}
