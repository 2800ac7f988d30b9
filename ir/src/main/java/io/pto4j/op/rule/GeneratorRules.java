package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Set;

/** Result types of operators that make their elements from a formula. */
public final class GeneratorRules {
  private GeneratorRules() {}

  /** {@code ci(start, shape)}: start, start + 1, ... along the last axis. Source: PTO ISA, TCI. */
  public static Type tileCounting(Request r) {
    Shapes.checkConstantShape(r, 1);
    checkCounting(r);
    return TileTypes.implicit(r.scalar(0), r.indices(1), r.indices(1), r.space());
  }

  /** The tensor form of {@link #tileCounting}. */
  public static Type tensorCounting(Request r) {
    Shapes.checkPositive(r, 1);
    checkCounting(r);
    return TensorType.of(r.scalar(0), r.indices(1));
  }

  private static void checkCounting(Request r) {
    DataType dtype = r.kwargs().getDataType("dtype").orElseThrow();
    if (r.scalar(0) != dtype) {
      throw r.error(
          "operand "
              + r.name(0)
              + " has dtype "
              + r.scalar(0).text()
              + ", but the result has "
              + dtype.text(),
          "cast the start to " + dtype.text());
    }
    List<Expr> shape = r.indices(1);
    if (shape.isEmpty()
        || Extents.one(Shapes.last(shape))
        || !shape.subList(0, shape.size() - 1).stream().allMatch(Extents::one)) {
      throw r.error(
          "the result is one row of 2 or more elements, not " + Texts.of(shape),
          "give the shape [1, n] and expand or reshape the result");
    }
  }

  /** The rule with a check that {@code dtype} is one of {@code allowed}. */
  public static TypeRule ofDtype(Set<DataType> allowed, TypeRule rule) {
    return r -> {
      DataType dtype = r.kwargs().getDataType("dtype").orElseThrow();
      if (!allowed.contains(dtype)) {
        throw r.error(
            "the result cannot have dtype " + dtype.text(),
            "dtype is one of "
                + ImmutableList.copyOf(allowed).stream().map(DataType::text).toList());
      }
      return rule.deduce(r);
    };
  }
}
