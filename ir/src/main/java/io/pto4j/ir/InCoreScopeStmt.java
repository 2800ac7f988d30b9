package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.immutables.value.Value;

/** A region that becomes one in-core kernel. Source: PyPTO IR hierarchy, InCoreScopeStmt. */
@Value.Builder
public record InCoreScopeStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    String nameHint,
    Stmt body,
    Attrs attrs,
    Optional<SplitMode> split)
    implements ScopeStmt, WithInCoreScopeStmt {
  public InCoreScopeStmt {
    ConstructionRule.requireValues(attrs, "attribute of a scope", span);
    // not split and nothing said about it are the same
    split = split.filter(mode -> mode != SplitMode.NONE);
  }
}
