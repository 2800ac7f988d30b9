package io.pto4j.build;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One of two bodies. With return variables both bodies end in a yield of their values, or, before
 * SSA form, both assign them. An empty second body is none. Source: PyPTO IR builder, ifs.
 */
public final class IfBlock extends Block {
  private final Expr condition;
  private final Body thenBody = new Body();
  private final Body elseBody = new Body();
  private final List<Var> returnVars = new ArrayList<>();
  private boolean inElse;

  IfBlock(IrBuilder builder, Expr condition) {
    super(builder);
    Fit.scalar("the condition of an if", condition, begin());
    this.condition = condition;
  }

  @Override
  String what() {
    return "if";
  }

  @Override
  Body body() {
    return inElse ? elseBody : thenBody;
  }

  /**
   * What follows belongs to the second body.
   *
   * @throws IrException when the second body was begun before
   */
  public void otherwise() {
    requireOpen();
    builder().requireInnermost(this);
    if (inElse) {
      throw error("an if has one else branch; it was begun before", "remove the second one");
    }
    inElse = true;
  }

  @CanIgnoreReturnValue
  public Var returnVar(String name, Type type) {
    return returnVar(new Var(name, type, builder().here()));
  }

  /** A variable that was made before, which the bodies may assign. */
  @CanIgnoreReturnValue
  public Var returnVar(Var var) {
    requireOpen();
    returnVars.add(var);
    return var;
  }

  /** The variable that holds result {@code i} after the if. */
  public Var output(int i) {
    return outputs().get(i);
  }

  public ImmutableList<Var> outputs() {
    requireClosed();
    return ImmutableList.copyOf(returnVars);
  }

  @Override
  void finish(Span span) {
    Stmt thenStmt = thenBody.build(this);
    Stmt elseStmt = elseBody.build(this);
    boolean hasElse = !elseBody.isEmpty();
    if (!returnVars.isEmpty() && !hasElse) {
      throw error(
          "an if with %d return variables needs an else branch".formatted(returnVars.size()),
          "call otherwise() and yield their values there, too");
    }
    checkBranch("then", thenStmt);
    checkBranch("else", elseStmt);
    emit(
        new IfStmt(
            span,
            ImmutableList.of(),
            condition,
            thenStmt,
            hasElse ? Optional.of(elseStmt) : Optional.empty(),
            ImmutableList.copyOf(returnVars)));
  }

  private void checkBranch(String branch, Stmt stmt) {
    Optional<YieldStmt> yield = YieldStmt.ending(stmt);
    if (yield.isPresent()) {
      Fit.all(
          "the yield of the " + branch + " branch",
          returnVars.stream().map(Var::type).toList(),
          yield.get().value(),
          yield.get().span());
      return;
    }
    List<Var> assigned = Walk.definedVars(stmt);
    for (Var var : returnVars) {
      if (assigned.stream().noneMatch(v -> v == var)) {
        throw error(
            "the %s branch neither yields nor assigns the return variable '%s'"
                .formatted(branch, var.nameHint()),
            "end the branch in a yield of one value for each return variable");
      }
    }
  }
}
