package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/**
 * A counted loop over [start, stop) in steps; {@code iterArgs} are carried, {@code returnVars} hold
 * them afterwards. Source: PyPTO IR hierarchy, ForStmt.
 */
@Value.Builder
public record ForStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    @Def Var loopVar,
    Expr start,
    Expr stop,
    Expr step,
    @Def ImmutableList<IterArg> iterArgs,
    Stmt body,
    @Def ImmutableList<Var> returnVars,
    ForKind kind,
    Attrs attrs,
    HardwareLoopPolicy hardwareLoopPolicy)
    implements Stmt, WithForStmt {
  public ForStmt {
    ConstructionRule.requireValues(attrs, "attribute of a loop", span);
    ConstructionRule.requireValue(start, "the start of a loop", span);
    ConstructionRule.requireValue(stop, "the end of a loop", span);
    ConstructionRule.requireValue(step, "the step of a loop", span);
  }
}
