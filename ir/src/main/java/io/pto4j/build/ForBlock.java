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
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;

/** A counted loop. Source: PyPTO IR builder, for loops. */
public final class ForBlock extends Block {
  private final Var loopVar;
  private final Expr start;
  private final Expr stop;
  private final Expr step;
  private final Carried carried = new Carried(this);
  private final Body body = new Body();
  private ForKind kind = ForKind.SEQUENTIAL;
  private Attrs attrs = Attrs.empty();
  private HardwareLoopPolicy policy = HardwareLoopPolicy.AUTO;

  ForBlock(IrBuilder builder, Var loopVar, Expr start, Expr stop, Expr step) {
    super(builder);
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

  @Override
  Body body() {
    return body;
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
    carried.checkCounts("For loop");
    var stmts = body.build(this);
    carried.checkYield(stmts);
    emit(
        new ForStmt(
            span,
            ImmutableList.of(),
            loopVar,
            start,
            stop,
            step,
            carried.iterArgs(),
            stmts,
            carried.returnVars(),
            kind,
            attrs,
            policy));
  }
}
