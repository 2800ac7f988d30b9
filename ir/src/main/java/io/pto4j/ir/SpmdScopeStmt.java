package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/**
 * A region that runs on {@code coreNum} blocks at once. Source: PyPTO IR hierarchy, SpmdScopeStmt.
 */
@Value.Builder
public record SpmdScopeStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    String nameHint,
    Stmt body,
    Attrs attrs,
    Expr coreNum,
    boolean syncStart)
    implements ScopeStmt, WithSpmdScopeStmt {
  public SpmdScopeStmt {
    ConstructionRule.requireValues(attrs, "attribute of a scope", span);
    ConstructionRule.SPMD_CORE_NUM.require(
        coreNum.type() instanceof ScalarType(DataType dtype) && dtype.isInt(), span);
  }
}
