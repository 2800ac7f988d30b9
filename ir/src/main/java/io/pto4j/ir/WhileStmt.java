package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/** A loop with a condition over its carried values. Source: PyPTO IR hierarchy, WhileStmt. */
@Value.Builder
public record WhileStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    @Def ImmutableList<IterArg> iterArgs,
    Expr condition,
    Stmt body,
    @Def ImmutableList<Var> returnVars)
    implements Stmt, WithWhileStmt {
  public WhileStmt {
    ConstructionRule.requireValue(condition, "the condition of a while loop", span);
  }
}
