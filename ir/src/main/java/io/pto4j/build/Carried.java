package io.pto4j.build;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The values that a loop carries and the variables that hold them afterwards. */
final class Carried {
  private final Block loop;
  private final List<IterArg> iterArgs = new ArrayList<>();
  private final List<Var> returnVars = new ArrayList<>();

  Carried(Block loop) {
    this.loop = loop;
  }

  IterArg iterArg(String name, Type type, Expr init) {
    loop.requireOpen();
    Fit.one("the initial value of '" + name + "'", type, init.type(), loop.begin());
    IterArg arg = new IterArg(name, type, init, loop.builder().here());
    iterArgs.add(arg);
    return arg;
  }

  Var returnVar(String name) {
    if (returnVars.size() >= iterArgs.size()) {
      throw loop.error(
          loop.what() + " has no iteration argument for the return variable '" + name + "'",
          "declare the iteration arguments first, or give the type of the return variable");
    }
    return returnVar(name, iterArgs.get(returnVars.size()).type());
  }

  Var returnVar(String name, Type type) {
    loop.requireOpen();
    Var var = new Var(name, type, loop.builder().here());
    returnVars.add(var);
    return var;
  }

  ImmutableList<IterArg> iterArgs() {
    return ImmutableList.copyOf(iterArgs);
  }

  ImmutableList<Var> returnVars() {
    return ImmutableList.copyOf(returnVars);
  }

  ImmutableList<Var> outputs() {
    loop.requireClosed();
    return returnVars();
  }

  void checkCounts(String loopKind) {
    if (iterArgs.size() != returnVars.size()) {
      throw loop.error(
          "%s has %d iteration arguments but %d return variables. They must match."
              .formatted(loopKind, iterArgs.size(), returnVars.size()),
          "declare one return variable for each iteration argument");
    }
    for (int i = 0; i < iterArgs.size(); i++) {
      Fit.one(
          "return variable '" + returnVars.get(i).nameHint() + "'",
          iterArgs.get(i).type(),
          returnVars.get(i).type(),
          loop.begin());
    }
  }

  void checkYield(Stmt body) {
    Optional<YieldStmt> yield = YieldStmt.ending(body);
    if (yield.isEmpty() && !iterArgs.isEmpty()) {
      throw loop.error(
          "the body of %s carries %d values but does not end in a yield"
              .formatted(loop.what(), iterArgs.size()),
          "yield the next value of each iteration argument at the end of the body");
    }
    yield.ifPresent(
        y ->
            Fit.all(
                "the yield of " + loop.what(),
                iterArgs.stream().map(Var::type).toList(),
                y.value(),
                y.span()));
  }
}
