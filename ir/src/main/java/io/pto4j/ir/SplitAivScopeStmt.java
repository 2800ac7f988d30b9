package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/**
 * A region divided between the two vector lanes of a cluster. Source: PyPTO IR hierarchy,
 * SplitAivScopeStmt.
 */
@Value.Builder
public record SplitAivScopeStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    String nameHint,
    Stmt body,
    Attrs attrs,
    SplitMode split,
    int count)
    implements ScopeStmt, WithSplitAivScopeStmt {
  private static final int LANES = 2;

  public SplitAivScopeStmt {
    ConstructionRule.requireValues(attrs, "attribute of a scope", span);
    if (count != LANES) {
      throw ConstructionRule.SPLIT_LANES.broken("not " + count, span);
    }
    ConstructionRule.SPLIT_MODE.require(split != SplitMode.NONE, span);
  }
}
