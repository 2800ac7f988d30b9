package io.pto4j.op.rule;

import io.pto4j.ir.DataType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;

/** Result types of operators on single elements and extents. */
public final class AccessRules {
  private AccessRules() {}

  /** {@code read(value, indices)}: one element. */
  public static Type read(Request r) {
    checkIndices(r);
    return ScalarType.of(r.shaped(0).dtype());
  }

  /** {@code write(value, indices, element)}: the value afterwards. */
  public static Type write(Request r) {
    checkIndices(r);
    DataType element = r.shaped(0).dtype();
    if (r.scalar(2) != element) {
      throw r.error(
          "operand "
              + r.name(2)
              + " has dtype "
              + r.scalar(2).text()
              + ", but the elements are "
              + element.text(),
          "cast the value to " + element.text());
    }
    return r.type(0);
  }

  private static void checkIndices(Request r) {
    Shapes.checkCount(r, 1, r.shaped(0).rank());
    for (int i = 0; i < r.shaped(0).rank(); i++) {
      if (Extents.negative(r.indices(1).get(i))
          || Extents.atMost(r.shaped(0).shape().get(i), r.indices(1).get(i))) {
        throw r.error(
            "index "
                + Texts.of(r.indices(1))
                + " is outside the shape "
                + Texts.of(r.shaped(0).shape()),
            "indices go from 0 to the extent less 1");
      }
    }
  }

  /** {@code dim(tensor, axis)}: an extent. */
  public static Type dim(Request r) {
    Axes.axis(r, 1, r.tensor(0).rank());
    return ScalarType.of(DataType.INDEX);
  }
}
