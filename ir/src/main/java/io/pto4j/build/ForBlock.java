package io.pto4j.build;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;

/** A counted loop. Source: PyPTO IR builder, for loops. */
public final class ForBlock extends LoopBlock {
  private final Var loopVar;
  private final Expr start;
  private final Expr stop;
  private final Expr step;
  private ForKind kind = ForKind.SEQUENTIAL;
  private Attrs attrs = Attrs.empty();
  private HardwareLoopPolicy policy = HardwareLoopPolicy.AUTO;

  ForBlock(IrBuilder builder, Var loopVar, Expr start, Expr stop, Expr step) {
    super(builder, "For loop");
    this.loopVar = loopVar;
    this.start = start;
    this.stop = stop;
    this.step = step;
    Fit.scalar("the start of " + what(), start, begin());
    Fit.scalar("the stop of " + what(), stop, begin());
    Fit.scalar("the step of " + what(), step, begin());
  }

  @Override
  String what() {
    return "for loop over '" + loopVar.nameHint() + "'";
  }

  ForKind kind() {
    return kind;
  }

  /** The variable that counts. */
  public Var index() {
    return loopVar;
  }

  @CanIgnoreReturnValue
  public ForBlock kind(ForKind newKind) {
    requireOpen();
    kind = newKind;
    return this;
  }

  @CanIgnoreReturnValue
  public ForBlock hardwareLoopPolicy(HardwareLoopPolicy newPolicy) {
    requireOpen();
    policy = newPolicy;
    return this;
  }

  @CanIgnoreReturnValue
  public ForBlock attr(String key, AttrValue value) {
    requireOpen();
    attrs = attrs.with(key, value);
    return this;
  }

  @Override
  Stmt node(Span span, ImmutableList<IterArg> iterArgs, Stmt body, ImmutableList<Var> returnVars) {
    return new ForStmt(
        span,
        ImmutableList.of(),
        loopVar,
        start,
        stop,
        step,
        iterArgs,
        body,
        returnVars,
        kind,
        attrs,
        policy);
  }
}
