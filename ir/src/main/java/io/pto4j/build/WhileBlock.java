package io.pto4j.build;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import java.util.Optional;

/**
 * A loop with a condition, which may use the carried values and so can be given after them. Source:
 * PyPTO IR builder, while loops.
 */
public final class WhileBlock extends Block {
  private final Carried carried = new Carried(this);
  private final Body body = new Body();
  private Optional<Expr> condition = Optional.empty();

  WhileBlock(IrBuilder builder) {
    super(builder);
  }

  @Override
  String what() {
    return "while loop";
  }

  @Override
  Body body() {
    return body;
  }

  /** Sets the condition, evaluated before every round. */
  @CanIgnoreReturnValue
  public WhileBlock condition(Expr newCondition) {
    requireOpen();
    Fit.scalar("the condition of a while loop", newCondition, begin());
    condition = Optional.of(newCondition);
    return this;
  }

  /** A value carried from one round to the next, of the type of {@code init}. */
  public IterArg iterArg(String name, Expr init) {
    return carried.iterArg(name, init.type(), init);
  }

  public IterArg iterArg(String name, Type type, Expr init) {
    return carried.iterArg(name, type, init);
  }

  /** The variable that holds the carried value at the same position after the loop. */
  @CanIgnoreReturnValue
  public Var returnVar(String name) {
    return carried.returnVar(name);
  }

  @CanIgnoreReturnValue
  public Var returnVar(String name, Type type) {
    return carried.returnVar(name, type);
  }

  /** The variable that holds carried value {@code i} after the loop. */
  public Var output(int i) {
    return carried.outputs().get(i);
  }

  public ImmutableList<Var> outputs() {
    return carried.outputs();
  }

  @Override
  void finish(Span span) {
    carried.checkCounts("While loop");
    Expr checked =
        condition.orElseThrow(
            () -> error("while loop without a condition", "call condition(...) in its block"));
    var stmts = body.build(this);
    carried.checkYield(stmts);
    emit(
        new WhileStmt(
            span, ImmutableList.of(), carried.iterArgs(), checked, stmts, carried.returnVars()));
  }
}
