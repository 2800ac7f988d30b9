package io.pto4j.op.model;

/** What the rule of an operator says, stated without the operator table. */
@FunctionalInterface
interface RuleModel {
  /** A call with operands and keyword arguments drawn at random, and what has to come of it. */
  Attempt draw(Draw draw);
}
