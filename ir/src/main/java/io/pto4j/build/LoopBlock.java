package io.pto4j.build;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;

/** A loop with the values that it carries. Source: PyPTO IR builder, loops. */
public abstract sealed class LoopBlock extends Block permits ForBlock, WhileBlock {
  private final Carried carried = new Carried(this);
  private final Body body = new Body();
  private final String kind;

  /**
   * @param kind of the loop, for messages
   */
  LoopBlock(IrBuilder builder, String kind) {
    super(builder);
    this.kind = kind;
  }

  @Override
  final Body body() {
    return body;
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
  final void finish(Span span) {
    carried.checkCounts(kind);
    Stmt stmts = body.build(this);
    carried.checkYield(stmts);
    emit(node(span, carried.iterArgs(), stmts, carried.returnVars()));
  }

  /** The statement, of checked parts. */
  abstract Stmt node(
      Span span, ImmutableList<IterArg> iterArgs, Stmt body, ImmutableList<Var> returnVars);
}
