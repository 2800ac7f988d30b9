package io.pto4j.interp;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Function;

/** Sees what a run of a program computes. */
@FunctionalInterface
public interface Observer {
  /**
   * A variable has got a value.
   *
   * @param value may change later, when it is a tensor or tile
   */
  void assigned(Function function, AssignStmt stmt, Value value);
}
