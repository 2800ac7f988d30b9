package io.pto4j.pass.front;

import io.pto4j.ir.Function;
import io.pto4j.ir.Program;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;

/**
 * Folds constants, applies the arithmetic rewrite rules, decides branches and the trip counts of
 * loops where they are known, and removes scalars and branch results that nothing reads. Runs after
 * SSA conversion and again near the end. Source: PyPTO passes, Simplify.
 */
public final class Simplify implements Pass {
  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(Simplify::simplify);
  }

  private static Function simplify(Function function) {
    Function simplified = DeadCode.remove(new FunctionSimplifier(function).simplify());
    return simplified.body() == function.body() ? function : simplified;
  }
}
