package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** Extents of shapes: constants and symbolic expressions. */
public final class Dims {
  private Dims() {}

  public static ImmutableList<Expr> of(long... extents) {
    return Arrays.stream(extents)
        .mapToObj(ConstInt::index)
        .collect(ImmutableList.toImmutableList());
  }

  public static OptionalLong constant(Expr dim) {
    return dim instanceof ConstInt c ? OptionalLong.of(c.value()) : OptionalLong.empty();
  }

  /** The number of elements; empty when a dimension is symbolic. */
  public static OptionalLong elements(List<Expr> shape) {
    long product = 1;
    for (Expr dim : shape) {
      if (!(dim instanceof ConstInt c)) {
        return OptionalLong.empty();
      }
      product = Math.multiplyExact(product, c.value());
    }
    return OptionalLong.of(product);
  }

  /** Whether two shapes are recognisably the same, dimension by dimension. */
  public static boolean same(List<Expr> a, List<Expr> b) {
    return new Sameness().same(a, b);
  }

  /**
   * Whether two dimensions are recognisably the same: the same node, equal constants, or the same
   * operator or call on the same dimensions. Variables are compared by identity. Two different
   * expressions of a thousand parts are not recognised.
   */
  public static boolean same(Expr a, Expr b) {
    return new Sameness().same(a, b);
  }

  /** One comparison; its cost is bounded, as shared parts would make it exponential. */
  private static final class Sameness {
    private int budget = 1000;

    boolean same(List<Expr> a, List<Expr> b) {
      if (a.size() != b.size()) {
        return false;
      }
      for (int i = 0; i < a.size(); i++) {
        if (!same(a.get(i), b.get(i))) {
          return false;
        }
      }
      return true;
    }

    boolean same(Expr a, Expr b) {
      if (a == b) {
        return true;
      }
      if (budget == 0) {
        return false;
      }
      budget--;
      return switch (a) {
        case ConstInt x -> b instanceof ConstInt y && x.value() == y.value();
        case BinaryExpr x ->
            b instanceof BinaryExpr y
                && x.op() == y.op()
                && same(x.left(), y.left())
                && same(x.right(), y.right());
        case Call x ->
            b instanceof Call y && x.op().name().equals(y.op().name()) && same(x.args(), y.args());
        case Var _, ConstFloat _, ConstBool _, Submit _, MakeTuple _, TupleGetItem _, UnaryExpr _ ->
            false;
      };
    }
  }

  static void checkShape(String what, DataType dtype, List<Expr> shape) {
    ConstructionRule.requireValues(shape, "an extent of a " + what, Span.unknown());
    if (dtype == DataType.FP4) {
      boolean odd =
          shape.isEmpty()
              || (Iterables.getLast(shape) instanceof ConstInt c
                  && (c.value() <= 0 || c.value() % 2 != 0));
      if (odd) {
        throw ConstructionRule.PACKED_SHAPE.broken("the shape of a " + what, Span.unknown());
      }
    }
  }
}
