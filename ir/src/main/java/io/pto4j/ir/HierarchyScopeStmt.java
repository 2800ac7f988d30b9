package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.immutables.value.Value;

/** A region that runs at a level of the machine. Source: PyPTO IR hierarchy, HierarchyScopeStmt. */
@Value.Builder
public record HierarchyScopeStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    String nameHint,
    Stmt body,
    Attrs attrs,
    Level level,
    Optional<Role> role)
    implements ScopeStmt, WithHierarchyScopeStmt {
  public HierarchyScopeStmt {
    ConstructionRule.requireValues(attrs, "attribute of a scope", span);
  }
}
