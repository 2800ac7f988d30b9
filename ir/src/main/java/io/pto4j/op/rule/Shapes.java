package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.op.TypeRule.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rules about shapes that many operators share. */
public final class Shapes {
  private Shapes() {}

  /**
   * The shape of both operands together, aligned at the last dimension: a missing dimension and a
   * constant 1 give way to the other one. Empty when they do not fit. Source: PyPTO operator
   * catalogue, broadcasting of shapes.
   */
  public static Optional<ImmutableList<Expr>> broadcast(List<Expr> a, List<Expr> b) {
    int rank = Math.max(a.size(), b.size());
    List<Expr> result = new ArrayList<>(rank);
    for (int i = 0; i < rank; i++) {
      int ai = i - (rank - a.size());
      int bi = i - (rank - b.size());
      if (ai < 0 || bi < 0) {
        result.add(ai < 0 ? b.get(bi) : a.get(ai));
        continue;
      }
      Expr x = a.get(ai);
      Expr y = b.get(bi);
      if (Extents.equal(x, y) || Exprs.isConstant(y, 1)) {
        result.add(x);
      } else if (Exprs.isConstant(x, 1)) {
        result.add(y);
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(ImmutableList.copyOf(result));
  }

  /** The valid region that both operands of one shape have: per dimension the smaller extent. */
  static ImmutableList<Expr> intersection(List<Expr> shape, List<Expr> a, List<Expr> b) {
    ImmutableList.Builder<Expr> result = ImmutableList.builder();
    for (int i = 0; i < shape.size(); i++) {
      Expr full = shape.get(i);
      if (Extents.equal(a.get(i), full)) {
        result.add(Extents.equal(b.get(i), full) ? full : b.get(i));
      } else if (Extents.equal(b.get(i), full)) {
        result.add(a.get(i));
      } else {
        result.add(Extents.min(a.get(i), b.get(i)));
      }
    }
    return result.build();
  }

  /**
   * The valid region of an operand that is repeated to {@code shape}; where it is, it must not be
   * empty.
   */
  static ImmutableList<Expr> stretched(
      Request r, int operand, List<Expr> own, List<Expr> valid, List<Expr> shape) {
    if (Extents.equal(own, shape)) {
      return ImmutableList.copyOf(valid);
    }
    ImmutableList.Builder<Expr> result = ImmutableList.builder();
    int missing = shape.size() - own.size();
    for (int i = 0; i < shape.size(); i++) {
      boolean kept = i >= missing && Extents.equal(own.get(i - missing), shape.get(i));
      if (!kept && i >= missing && !Extents.one(valid.get(i - missing))) {
        throw r.error(
            "operand "
                + r.name(operand)
                + " is stretched along dimension "
                + (i - missing)
                + ", where it may be empty",
            "give it a valid extent of 1 there");
      }
      result.add(kept ? valid.get(i - missing) : shape.get(i));
    }
    return result.build();
  }

  /** {@code dims} with the dimension at {@code axis} replaced. */
  static ImmutableList<Expr> with(List<Expr> dims, int axis, Expr extent) {
    List<Expr> result = new ArrayList<>(dims);
    result.set(axis, extent);
    return ImmutableList.copyOf(result);
  }

  static ImmutableList<Expr> swapped(List<Expr> dims, int axis1, int axis2) {
    List<Expr> result = new ArrayList<>(dims);
    result.set(axis1, dims.get(axis2));
    result.set(axis2, dims.get(axis1));
    return ImmutableList.copyOf(result);
  }

  static ImmutableList<Expr> without(List<Expr> dims, List<Integer> axes) {
    ImmutableList.Builder<Expr> result = ImmutableList.builder();
    for (int i = 0; i < dims.size(); i++) {
      if (!axes.contains(i)) {
        result.add(dims.get(i));
      }
    }
    return result.build();
  }

  static Expr last(List<Expr> dims) {
    return Iterables.getLast(dims);
  }

  /** The dimension {@code fromEnd} places from the end, 1 being the last. */
  static Expr fromEnd(List<Expr> dims, int fromEnd) {
    return dims.get(dims.size() - fromEnd);
  }

  static void checkRank(Request r, int operand, int least) {
    int rank = r.shaped(operand).rank();
    if (rank < least) {
      throw r.error(
          "operand "
              + r.name(operand)
              + " must have rank "
              + least
              + " or more, but is "
              + Texts.of(r.type(operand)),
          "reshape it first");
    }
  }

  static void checkExactRank(Request r, int operand, int rank) {
    if (r.shaped(operand).rank() != rank) {
      throw r.error(
          "operand "
              + r.name(operand)
              + " must have rank "
              + rank
              + ", but is "
              + Texts.of(r.type(operand)),
          "reshape it first");
    }
  }

  /** Checks that tuple operand {@code operand} has {@code rank} elements. */
  static void checkCount(Request r, int operand, int rank) {
    int given = r.indices(operand).size();
    if (given != rank) {
      throw r.error(
          "operand " + r.name(operand) + " has " + given + " elements, but must have " + rank,
          "give one element per dimension");
    }
  }

  /** Checks that a shape operand has positive constants only, and at least one. */
  static void checkConstantShape(Request r, int operand) {
    if (r.indices(operand).isEmpty()) {
      throw r.error("operand " + r.name(operand) + " has no extents", "give one or more");
    }
    for (Expr extent : r.indices(operand)) {
      if (!(extent instanceof ConstInt c) || c.value() <= 0) {
        throw r.error(
            "operand "
                + r.name(operand)
                + " must be positive constants, but is "
                + Texts.of(r.indices(operand)),
            "a tile's shape is fixed at compile time; give a run-time extent as valid shape");
      }
    }
  }

  /** Checks that no extent of a shape operand is certainly zero or negative. */
  static void checkPositive(Request r, int operand) {
    for (Expr extent : r.indices(operand)) {
      if (Extents.less(extent, ConstInt.index(1))) {
        throw r.error(
            "operand "
                + r.name(operand)
                + " has an extent below 1: "
                + Texts.of(r.indices(operand)),
            "every extent must be at least 1");
      }
    }
  }

  /** Checks that a window of 4-bit elements, two of which share a byte, begins at a byte. */
  static void checkPackedOffset(Request r, DataType dtype, List<Expr> offset) {
    if (dtype.bits() == 4
        && !offset.isEmpty()
        && last(offset) instanceof ConstInt c
        && c.value() % 2 != 0) {
      throw r.error(
          "the offset " + c.value() + " is in the middle of a byte of " + dtype.text(),
          "two elements share a byte, so the last offset is even");
    }
  }

  /** Checks that two operands have the same shape. */
  static void checkSame(Request r, int i, int j, String hint) {
    if (!Extents.equal(r.shaped(i).shape(), r.shaped(j).shape())) {
      throw r.error(
          "operands "
              + r.name(i)
              + " and "
              + r.name(j)
              + " must have the same shape, but have "
              + Texts.of(r.shaped(i).shape())
              + " and "
              + Texts.of(r.shaped(j).shape()),
          hint);
    }
  }

  /** Checks that 0 <= valid <= shape cannot be broken in any dimension. */
  static void checkValid(Request r, List<Expr> valid, List<Expr> shape) {
    for (int i = 0; i < shape.size(); i++) {
      if (Extents.negative(valid.get(i)) || Extents.less(shape.get(i), valid.get(i))) {
        throw r.error(
            "the valid shape " + Texts.of(valid) + " does not fit in the shape " + Texts.of(shape),
            "a valid extent lies between 0 and the extent of the shape");
      }
    }
  }
}
