package io.pto4j.interp.edge;

import io.pto4j.interp.edge.Edges.Geometry;
import io.pto4j.ir.DataType;
import java.util.Random;

/** A check of an operator on elements of a type in a shape. */
@FunctionalInterface
interface EdgeCase {
  /**
   * @return whether the operator's rule allows such operands
   */
  boolean check(DataType dtype, Geometry g, Random random);
}
