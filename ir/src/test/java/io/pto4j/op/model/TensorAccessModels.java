package io.pto4j.op.model;

import static io.pto4j.op.model.TensorDraws.checked;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TupleType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Tensor operators that read and write elements, and such that cross to another core. */
final class TensorAccessModels {
  private TensorAccessModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.of(
        "tensor.read", checked(TensorAccessModels::read, 2),
        "tensor.write", checked(TensorAccessModels::write, 3),
        "tensor.dim", checked(TensorAccessModels::dim, 2),
        "tensor.aiv_shard", checked(draw -> parted(draw, true), 1, "split"),
        "tensor.aic_gather", checked(draw -> parted(draw, false), 1, "split"));
  }

  /** Where an element is. */
  private record Place(Expr value, boolean legal) {
    /** As many integers as there are axes; a constant one lies in its axis. */
    static Place draw(Draw draw, List<Extent> shape) {
      int rank = draw.oneIn(12) ? draw.between(1, 4) : shape.size();
      if (draw.oneIn(10)) {
        return new Place(
            draw.value(
                new TupleType(
                    ImmutableList.copyOf(
                        Collections.nCopies(rank, ScalarType.of(DataType.INT32))))),
            rank == shape.size());
      }
      List<Expr> indices = new ArrayList<>();
      boolean legal = rank == shape.size();
      for (int i = 0; i < rank; i++) {
        Extent extent = shape.get(Math.min(i, shape.size() - 1));
        if (draw.oneIn(2)) {
          indices.add(draw.scalar(draw.any(DataType.INDEX, DataType.INT32, DataType.UINT64)));
          continue;
        }
        Extent index =
            draw.oneIn(8)
                ? draw.any(extent, Extent.of(-1), Extent.of(64))
                : Extent.of(extent.isConstant() ? draw.between(0, (int) extent.add() - 1) : 3);
        indices.add(index.expr());
        legal &= !index.surelyLess(Extent.of(0)) && !extent.surelyAtMost(index);
      }
      return new Place(Draw.tuple(indices), legal);
    }
  }

  private static Attempt read(Draw draw) {
    DataType dtype = draw.dtype();
    TensorArg tensor = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    Place place = Place.draw(draw, tensor.shape());
    return Attempt.of(tensor.value(), place.value())
        .when(place.legal(), () -> ScalarType.of(dtype));
  }

  /** A value of the elements' type; the tensor is then still the same. */
  private static Attempt write(Draw draw) {
    DataType dtype = draw.dtype();
    TensorArg tensor = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    Place place = Place.draw(draw, tensor.shape());
    TensorDraws.Scalar value = TensorDraws.scalar(draw, dtype);
    return Attempt.of(tensor.value(), place.value(), value.value())
        .when(place.legal() && value.fits() && value.dtype() == dtype, () -> tensor.value().type());
  }

  /** An axis that is written as a number, and may be counted from the last one. */
  private static Attempt dim(Draw draw) {
    TensorArg tensor = TensorArg.any(draw, draw.dtype(), TensorDraws.shape(draw));
    int rank = tensor.rank();
    int axis = draw.oneIn(4) ? draw.between(-6, 5) : draw.between(-rank, rank - 1);
    boolean constant = !draw.oneIn(8);
    Expr operand = constant ? ConstInt.index(axis) : draw.index();
    return Attempt.of(tensor.value(), operand)
        .when(
            constant && !tensor.window() && axis >= -rank && axis < rank,
            () -> ScalarType.of(DataType.INDEX));
  }

  /** A half of the tensor, or twice the tensor, along the axis that is split. */
  private static Attempt parted(Draw draw, boolean halves) {
    int split = draw.oneIn(8) ? draw.any(-1, 3) : draw.between(0, 2);
    int rank = draw.oneIn(6) ? draw.between(1, 3) : 2;
    TensorArg tensor =
        TensorArg.any(draw, draw.dtype(), TensorDraws.shape(draw, rank, TensorDraws.symbols(draw)));
    Attempt attempt = Attempt.of(tensor.value()).with(Attrs.of("split", AttrValue.of(split)));
    if (tensor.window() || split < 0 || split > 2) {
      return attempt;
    }
    if (split == 0) {
      return attempt.gives(tensor.value().type());
    }
    int axis = split - 1;
    return attempt.when(
        rank == 2 && (!halves || isDivisible(tensor, axis)),
        () ->
            TensorArg.fresh(
                tensor.dtype(),
                changed(tensor.shape(), axis, halves),
                changed(tensor.valid(), axis, halves)));
  }

  /** A part may be valid in part only where that does not depend on which part it is. */
  private static boolean isDivisible(TensorArg tensor, int axis) {
    Extent columns = tensor.valid().get(1);
    if (columns.surelyEqual(tensor.shape().get(1))) {
      return true;
    }
    Extent rows = tensor.valid().get(0);
    return axis == 0
        && columns.isConstant()
        && rows.isConstant()
        && rows.surelyEqual(tensor.shape().get(0));
  }

  private static ImmutableList<Expr> changed(List<Extent> extents, int axis, boolean halved) {
    List<Expr> result = new ArrayList<>(Extent.exprs(extents));
    Extent extent = extents.get(axis);
    result.set(axis, halved ? half(extent) : twice(extent));
    return ImmutableList.copyOf(result);
  }

  /** Rounded up. */
  private static Expr half(Extent extent) {
    return extent.isConstant()
        ? ConstInt.index((extent.add() + 1) / 2)
        : Exprs.binary(
            BinaryOp.FLOOR_DIV,
            Exprs.binary(BinaryOp.ADD, extent.expr(), ConstInt.index(1), Span.unknown()),
            ConstInt.index(2),
            Span.unknown());
  }

  private static Expr twice(Extent extent) {
    return extent.isConstant()
        ? ConstInt.index(2 * extent.add())
        : Exprs.binary(BinaryOp.MUL, extent.expr(), ConstInt.index(2), Span.unknown());
  }
}
