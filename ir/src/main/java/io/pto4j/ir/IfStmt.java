package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.immutables.value.Value;

/**
 * Runs one of two bodies; with {@code returnVars}, both end in a yield of their values. Source:
 * PyPTO IR hierarchy, IfStmt.
 */
@Value.Builder
public record IfStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    Expr condition,
    Stmt thenBody,
    Optional<Stmt> elseBody,
    @Def ImmutableList<Var> returnVars)
    implements Stmt, WithIfStmt {
  public IfStmt {
    ConstructionRule.requireValue(condition, "the condition of an if", span);
  }
}
