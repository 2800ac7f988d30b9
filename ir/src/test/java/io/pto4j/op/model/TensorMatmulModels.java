package io.pto4j.op.model;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.pto4j.op.model.TensorDraws.checked;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Products of matrices, of batches of them, and with vectors. */
final class TensorMatmulModels {
  private TensorMatmulModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.of(
        "tensor.matmul", checked(TensorMatmulModels::product, 2),
        "tensor.matmul_acc", checked(TensorMatmulModels::accumulated, 3));
  }

  /**
   * Two factors as they are multiplied: [.., M, K] and [.., K, N].
   *
   * @param lhs its extents, the last two exchanged where {@code a_trans} says so
   */
  private record Factors(
      TensorArg left, TensorArg right, Attrs kwargs, Sides lhs, Sides rhs, boolean legal) {
    static Factors draw(Draw draw, boolean vectors, ImmutableList<Extent> symbols) {
      DataType dtype = draw.oneIn(3) ? draw.dtype() : draw.any(Draw.ADDABLE);
      DataType other = draw.oneIn(6) ? draw.dtype() : dtype;
      Extent k = TensorDraws.extent(draw, symbols);
      ImmutableList<Extent> batch =
          TensorDraws.shape(draw, draw.oneIn(2) ? 0 : draw.between(1, 2), symbols);
      List<Extent> a = new ArrayList<>(batch(draw, batch));
      a.add(TensorDraws.extent(draw, symbols));
      a.add(k);
      List<Extent> b = new ArrayList<>(batch(draw, batch));
      b.add(draw.oneIn(6) ? TensorDraws.extent(draw, symbols) : k);
      b.add(TensorDraws.extent(draw, symbols));
      boolean leftVector = draw.oneIn(vectors ? 4 : 20);
      boolean rightVector = draw.oneIn(vectors ? 4 : 20);
      a = leftVector ? List.of(k) : a;
      b = rightVector ? List.of(b.get(b.size() - 2)) : b;
      boolean turnLeft = draw.oneIn(leftVector ? 8 : 3);
      boolean turnRight = draw.oneIn(rightVector ? 8 : 3);
      TensorArg left = TensorArg.any(draw, dtype, turnLeft ? turned(a) : a);
      TensorArg right = TensorArg.any(draw, other, turnRight ? turned(b) : b);
      Attrs kwargs =
          turn(draw, turn(draw, Attrs.empty(), "a_trans", turnLeft), "b_trans", turnRight);
      boolean multiplied = !Draw.NIBBLES.contains(dtype) && !Draw.NIBBLES.contains(other);
      boolean legal =
          multiplied
              && ((vectors && (a.size() == 1 || b.size() == 1))
                  ? a.size() <= 2
                      && b.size() <= 2
                      && !(leftVector && turnLeft)
                      && !(rightVector && turnRight)
                  : a.size() > 1 && b.size() > 1);
      return new Factors(
          left, right, kwargs, Sides.of(left, turnLeft), Sides.of(right, turnRight), legal);
    }

    private static List<Extent> batch(Draw draw, List<Extent> batch) {
      if (batch.isEmpty() || draw.oneIn(2)) {
        return batch;
      }
      return draw.oneIn(2)
          ? TensorDraws.with(batch, 0, draw.oneIn(4) ? Extent.of(draw.extent()) : Extent.ONE)
          : batch.subList(1, batch.size());
    }

    private static List<Extent> turned(List<Extent> extents) {
      List<Extent> turned = new ArrayList<>(extents);
      if (turned.size() > 1) {
        Collections.swap(turned, turned.size() - 2, turned.size() - 1);
      }
      return turned;
    }

    private static Attrs turn(Draw draw, Attrs kwargs, String name, boolean turned) {
      return turned || draw.oneIn(2) ? kwargs.with(name, AttrValue.of(turned)) : kwargs;
    }

    /** The columns of the left one meet the rows of the right one. */
    boolean meet() {
      return legal
          && !different(lhs.shape.getLast(), rhs.rows(rhs.shape))
          && !rhs.rows(rhs.valid).surelyLess(lhs.valid.getLast());
    }

    /** Batch dimensions, then the rows of the left one and the columns of the right one. */
    boolean multiply(List<Extent> shape, List<Part> valid) {
      if (!meet() || !batches(shape, valid)) {
        return false;
      }
      if (lhs.shape.size() > 1) {
        shape.add(lhs.rows(lhs.shape));
        valid.add(Part.of(lhs.rows(lhs.valid)));
      }
      if (rhs.shape.size() > 1) {
        shape.add(rhs.shape.getLast());
        valid.add(Part.of(rhs.valid.getLast()));
      }
      return true;
    }

    private boolean batches(List<Extent> shape, List<Part> valid) {
      int rank = Math.max(lhs.shape.size(), rhs.shape.size()) - 2;
      for (int i = 0; i < rank; i++) {
        int l = i - (rank - (lhs.shape.size() - 2));
        int r = i - (rank - (rhs.shape.size() - 2));
        Extent a = l < 0 ? Extent.ONE : lhs.shape.get(l);
        Extent b = r < 0 ? Extent.ONE : rhs.shape.get(r);
        Extent aValid = l < 0 ? Extent.ONE : lhs.valid.get(l);
        Extent bValid = r < 0 ? Extent.ONE : rhs.valid.get(r);
        if (a.surelyEqual(b)) {
          shape.add(a);
          valid.add(Part.of(a, aValid, bValid));
        } else if (a.is(1) && aValid.is(1)) {
          shape.add(b);
          valid.add(Part.of(bValid));
        } else if (b.is(1) && bValid.is(1)) {
          shape.add(a);
          valid.add(Part.of(aValid));
        } else {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * How much of an axis of a product is valid.
   *
   * @param limits what {@code extent} is the smallest of
   */
  private record Part(Expr extent, ImmutableList<Extent> limits) {
    static Part of(Extent extent) {
      return new Part(extent.expr(), ImmutableList.of(extent));
    }

    static Part of(Extent whole, Extent a, Extent b) {
      Expr both = TensorElementModels.both(whole, a, b);
      if (both.equals(a.expr())) {
        return of(a);
      }
      return both.equals(b.expr()) ? of(b) : new Part(both, ImmutableList.of(a, b));
    }

    boolean surelyExceeds(Extent room) {
      return limits.stream().allMatch(room::surelyLess);
    }
  }

  /** The extents of a factor, turned as it is multiplied. */
  private record Sides(List<Extent> shape, List<Extent> valid) {
    static Sides of(TensorArg factor, boolean turned) {
      return turned
          ? new Sides(Factors.turned(factor.shape()), Factors.turned(factor.valid()))
          : new Sides(factor.shape(), factor.valid());
    }

    Extent rows(List<Extent> extents) {
      return extents.get(Math.max(0, extents.size() - 2));
    }
  }

  private static boolean different(Extent a, Extent b) {
    return a.surelyLess(b) || b.surelyLess(a);
  }

  /** In the promoted type, or another of its family. */
  private static Attempt product(Draw draw) {
    Factors factors = Factors.draw(draw, true, TensorDraws.symbols(draw));
    DataType dtype = TensorDraws.promoted(factors.left.dtype(), factors.right.dtype());
    DataType result = dtype;
    Attrs kwargs = factors.kwargs;
    if (draw.oneIn(3)) {
      result = draw.dtype();
      kwargs = kwargs.with("out_dtype", AttrValue.of(result));
    }
    if (draw.oneIn(3)) {
      kwargs = kwargs.with("c_matrix_nz", AttrValue.of(draw.oneIn(2)));
    }
    List<Extent> shape = new ArrayList<>();
    List<Part> valid = new ArrayList<>();
    Attempt attempt = Attempt.of(factors.left.value(), factors.right.value()).with(kwargs);
    if (result.isFloat() != dtype.isFloat() || !factors.multiply(shape, valid)) {
      return attempt;
    }
    return attempt.gives(
        TensorArg.fresh(
            result,
            Extent.exprs(shape),
            valid.stream().map(Part::extent).collect(toImmutableList())));
  }

  /** Added to an accumulator that has room for the product. */
  private static Attempt accumulated(Draw draw) {
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    Factors factors = Factors.draw(draw, false, symbols);
    List<Extent> shape = new ArrayList<>();
    List<Part> product = new ArrayList<>();
    boolean multiplied = factors.multiply(shape, product);
    DataType sum = factors.left.dtype().isFloat() ? DataType.FP32 : DataType.INT32;
    ImmutableList<Extent> room =
        multiplied ? TensorDraws.nearly(draw, shape, symbols) : TensorDraws.shape(draw, symbols);
    DataType dtype = draw.mostly(sum, Draw.DTYPES);
    TensorArg acc =
        draw.oneIn(6) ? TensorArg.any(draw, dtype, room) : TensorArg.plain(draw, dtype, room);
    List<Expr> args = new ArrayList<>();
    Collections.addAll(args, acc.value(), factors.left.value(), factors.right.value());
    boolean fits =
        multiplied
            && !acc.window()
            && acc.dtype() == sum
            && factors.left.dtype() == factors.right.dtype()
            && hasRoom(acc, shape, product);
    if (draw.oneIn(3)) {
      DataType condition = draw.mostly(DataType.BOOL, Draw.DTYPES);
      args.add(draw.scalar(condition));
      fits &= condition == DataType.BOOL && acc.rank() == 2;
    }
    return Attempt.of(args)
        .with(factors.kwargs)
        .when(fits, () -> TensorArg.fresh(acc.dtype(), acc.shape(), acc.valid()));
  }

  private static boolean hasRoom(TensorArg acc, List<Extent> shape, List<Part> valid) {
    if (acc.rank() != shape.size()) {
      return false;
    }
    for (int i = 0; i < shape.size(); i++) {
      if (different(acc.shape().get(i), shape.get(i))
          || valid.get(i).surelyExceeds(acc.valid().get(i))) {
        return false;
      }
    }
    return true;
  }
}
