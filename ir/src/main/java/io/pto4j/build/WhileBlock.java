package io.pto4j.build;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import java.util.Optional;

/**
 * A loop with a condition, which may use the carried values and so can be given after them. Source:
 * PyPTO IR builder, while loops.
 */
public final class WhileBlock extends LoopBlock {
  private Optional<Expr> condition = Optional.empty();

  WhileBlock(IrBuilder builder) {
    super(builder, "While loop");
  }

  @Override
  String what() {
    return "while loop";
  }

  /** Sets the condition, evaluated before every round. */
  @CanIgnoreReturnValue
  public WhileBlock condition(Expr newCondition) {
    requireOpen();
    Fit.scalar("the condition of a while loop", newCondition, begin());
    condition = Optional.of(newCondition);
    return this;
  }

  @Override
  Stmt node(Span span, ImmutableList<IterArg> iterArgs, Stmt body, ImmutableList<Var> returnVars) {
    Expr checked =
        condition.orElseThrow(
            () -> error("while loop without a condition", "call condition(...) in its block"));
    return new WhileStmt(span, ImmutableList.of(), iterArgs, checked, body, returnVars);
  }
}
