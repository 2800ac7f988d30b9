package io.pto4j.pass.mem;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.Stmt;

/**
 * A moment of a function's execution, in program order.
 *
 * @param at ascending along the text
 * @param branches the branches it lies in, outermost first
 * @param loops the loops it lies in, outermost first
 */
record Point(int at, ImmutableList<Branch> branches, ImmutableList<Stmt> loops) {
  /** One side of a conditional. */
  record Branch(IfStmt stmt, boolean then) {
    boolean isOtherSideOf(Branch other) {
      return stmt == other.stmt && then != other.then;
    }
  }

  /** Whether the two can never both be reached in one pass through the text. */
  boolean excludes(Point other) {
    return branches.stream().anyMatch(a -> other.branches.stream().anyMatch(a::isOtherSideOf));
  }

  boolean isIn(Stmt loop) {
    return loops.stream().anyMatch(l -> l == loop);
  }

  /** Whether a loop inside {@code scope} repeats both, so that either may come first. */
  boolean sharesLoopInside(Point other, ImmutableList<Stmt> scope) {
    return loops.stream().anyMatch(l -> scope.stream().noneMatch(s -> s == l) && other.isIn(l));
  }
}
