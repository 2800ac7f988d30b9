package io.pto4j.op.model;

import static io.pto4j.op.model.TensorDraws.checked;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tensor operators that put tensors together, and such that change what is valid. */
final class TensorPlaceModels {
  private TensorPlaceModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.of(
        "tensor.concat", checked(TensorPlaceModels::concat, 2),
        "tensor.fillpad", checked(TensorPlaceModels::fill, 1),
        "tensor.fillpad_expand", checked(TensorPlaceModels::enlarge, 2),
        "tensor.set_validshape", checked(TensorPlaceModels::narrow, 3),
        "tensor.assemble", checked(TensorPlaceModels::assemble, 3));
  }

  /** Side by side; both are wholly valid. */
  private static Attempt concat(Draw draw) {
    DataType dtype = draw.dtype();
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    int rank = draw.oneIn(8) ? draw.between(1, 3) : 2;
    List<Extent> left = TensorDraws.shape(draw, rank, symbols);
    List<Extent> right = TensorDraws.nearly(draw, left, symbols);
    right = TensorDraws.with(right, right.size() - 1, TensorDraws.extent(draw, symbols));
    TensorArg src0 = usuallyWhole(draw, dtype, left);
    TensorArg src1 = usuallyWhole(draw, draw.mostly(dtype, Draw.DTYPES), right);
    return Attempt.of(src0.value(), src1.value())
        .when(
            src1.dtype() == dtype
                && !src0.window()
                && !src1.window()
                && src0.rank() == 2
                && src1.rank() == 2
                && src0.whollyValid()
                && src1.whollyValid()
                && !src0.shape().get(0).surelyLess(src1.shape().get(0))
                && !src1.shape().get(0).surelyLess(src0.shape().get(0)),
            () ->
                TensorType.of(
                    dtype,
                    ImmutableList.of(
                        src0.shape().get(0).expr(),
                        Exprs.addFolded(src0.shape().get(1).expr(), src1.shape().get(1).expr()))));
  }

  private static TensorArg usuallyWhole(Draw draw, DataType dtype, List<Extent> shape) {
    return draw.oneIn(6) ? TensorArg.any(draw, dtype, shape) : TensorArg.plain(draw, dtype, shape);
  }

  private static PadValue padding(Draw draw) {
    return draw.oneIn(6) ? PadValue.NULL : draw.any(PadValue.ZERO, PadValue.MAX, PadValue.MIN);
  }

  /** What was not valid has the value afterwards. */
  private static Attempt fill(Draw draw) {
    DataType dtype = draw.dtype();
    TensorArg tensor = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    PadValue pad = draw.oneIn(3) ? PadValue.ZERO : padding(draw);
    boolean told = pad != PadValue.ZERO || draw.oneIn(2);
    return Attempt.of(tensor.value())
        .with(told ? Attrs.of("pad_value", new AttrValue.OfPadValue(pad)) : Attrs.empty())
        .when(
            !tensor.window() && pad != PadValue.NULL,
            () -> viewed(dtype, Extent.exprs(tensor.shape()), tensor.layout(), pad));
  }

  private static TensorType viewed(
      DataType dtype, ImmutableList<Expr> shape, TensorLayout layout, PadValue pad) {
    TensorView view = TensorView.packed().withLayout(layout).withPad(pad);
    return new TensorType(dtype, shape, Optional.empty(), Optional.of(view));
  }

  /** Into a shape of positive constants that has room for the tensor. */
  private static Attempt enlarge(Draw draw) {
    DataType dtype = draw.dtype();
    TensorArg tensor = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    PadValue pad = draw.oneIn(3) ? PadValue.ZERO : padding(draw);
    boolean told = pad != PadValue.ZERO || draw.oneIn(2);
    List<Extent> room = new ArrayList<>();
    for (Extent extent : tensor.shape()) {
      long least = extent.isConstant() ? extent.add() : 1;
      room.add(
          draw.oneIn(20)
              ? draw.any(Extent.of(0), Extent.of(draw.index()), Extent.of(least - 1))
              : Extent.of(least + draw.any(0, 0, 1, 8)));
    }
    if (draw.oneIn(12)) {
      room.add(Extent.of(8));
    }
    boolean fits = room.size() == tensor.rank();
    for (int i = 0; i < room.size(); i++) {
      Extent extent = room.get(i);
      fits &=
          extent.isConstant()
              && extent.add() > 0
              && !(i < tensor.rank() && extent.surelyLess(tensor.shape().get(i)));
    }
    return Attempt.of(tensor.value(), Draw.tuple(Extent.exprs(room)))
        .with(told ? Attrs.of("pad_value", new AttrValue.OfPadValue(pad)) : Attrs.empty())
        .when(
            fits && !tensor.window() && pad != PadValue.NULL,
            () -> viewed(dtype, Extent.exprs(room), tensor.layout(), pad));
  }

  /** The same tensor of a matrix with other valid extents, which are index-like. */
  private static Attempt narrow(Draw draw) {
    DataType dtype = draw.dtype();
    TensorArg tensor = TensorGatherModels.matrix(draw, dtype);
    List<Expr> valid = new ArrayList<>();
    boolean fits = !tensor.window() && tensor.rank() == 2;
    for (int i = 0; i < 2; i++) {
      Extent bound = tensor.shape().get(Math.min(i, tensor.rank() - 1));
      if (draw.oneIn(3)) {
        DataType own =
            draw.oneIn(4)
                ? draw.dtype()
                : draw.any(DataType.INDEX, DataType.INT64, DataType.UINT64);
        valid.add(draw.scalar(own));
        fits &= own.isIndexLike();
        continue;
      }
      Extent extent =
          draw.oneIn(6)
              ? draw.any(Extent.of(-1), bound, new Extent(bound.symbol(), bound.add() + 1))
              : Extent.of(bound.isConstant() ? draw.between(0, (int) bound.add()) : 5);
      valid.add(extent.expr());
      fits &= !extent.surelyLess(Extent.of(0)) && !bound.surelyLess(extent);
    }
    TensorView view =
        TensorView.packed()
            .withLayout(tensor.layout())
            .withPad(tensor.pad())
            .withValidShape(ImmutableList.copyOf(valid));
    return Attempt.of(tensor.value(), valid.get(0), valid.get(1))
        .when(
            fits,
            () ->
                new TensorType(
                    dtype, Extent.exprs(tensor.shape()), Optional.empty(), Optional.of(view)));
  }

  /** A part of the target written; what was valid before and what is written have to be a box. */
  private static Attempt assemble(Draw draw) {
    DataType dtype = draw.dtype();
    int rank = draw.between(1, 3);
    List<Extent> shape = new ArrayList<>();
    List<Extent> from = new ArrayList<>();
    List<Extent> at = new ArrayList<>();
    boolean zero = draw.oneIn(3);
    for (int i = 0; i < rank; i++) {
      int extent = draw.any(1, 2, 8, 16);
      int part = draw.oneIn(2) ? extent : draw.between(1, extent);
      shape.add(Extent.of(extent));
      from.add(Extent.of(part));
      at.add(
          Extent.of(
              zero
                  ? 0
                  : draw.between(draw.oneIn(20) ? -1 : 0, extent - (draw.oneIn(3) ? 0 : part))));
    }
    TensorArg target = TensorArg.any(draw, dtype, shape);
    if (draw.oneIn(12)) {
      from.add(Extent.ONE);
    }
    TensorArg source = TensorArg.any(draw, draw.oneIn(12) ? draw.dtype() : dtype, from);
    if (draw.oneIn(16)) {
      at.removeLast();
    }
    if (target.whollyValid() && !at.isEmpty() && draw.oneIn(4)) {
      at.set(0, Extent.of(draw.index()));
    }
    int atomic = draw.oneIn(3) ? draw.between(-1, 2) : 0;
    Attempt attempt =
        Attempt.of(target.value(), source.value(), Draw.tuple(Extent.exprs(at)))
            .with(
                atomic != 0 || draw.oneIn(4)
                    ? Attrs.of("atomic", AttrValue.of(atomic))
                    : Attrs.empty());
    boolean legal =
        source.dtype() == dtype
            && Draw.isAtByte(dtype, Extent.exprs(at))
            && atomic >= 0
            && atomic <= 1
            && (atomic == 0 || Draw.ADDABLE.contains(dtype));
    if (!legal) {
      return attempt;
    }
    Optional<List<Extent>> valid =
        source.rank() == rank && at.size() == rank
            ? union(target, source, at)
            : Optional.of(target.shape());
    return attempt.when(
        valid.isPresent(),
        () -> {
          TensorView view =
              TensorView.packed()
                  .withLayout(target.layout())
                  .withValidShape(Extent.exprs(valid.get()));
          return TensorArg.type(target.window(), dtype, Extent.exprs(shape), view);
        });
  }

  /** Where the target is valid after the source has been written at an offset. */
  private static Optional<List<Extent>> union(TensorArg target, TensorArg source, List<Extent> at) {
    List<Extent> old = target.valid();
    List<Extent> written = source.valid();
    for (int i = 0; i < at.size(); i++) {
      Extent offset = at.get(i);
      if (offset.surelyLess(Extent.of(0))
          || (offset.isConstant()
              && offset.add() + written.get(i).add() > target.shape().get(i).add())) {
        return Optional.empty();
      }
    }
    if (isEmpty(written)) {
      return Optional.of(old);
    }
    boolean zero = at.stream().allMatch(offset -> offset.is(0));
    if (isEmpty(old)) {
      return zero ? Optional.of(written) : Optional.empty();
    }
    if (target.whollyValid()) {
      return Optional.of(old);
    }
    List<Integer> growing = new ArrayList<>();
    boolean covered = zero;
    for (int i = 0; i < at.size(); i++) {
      if (at.get(i).add() + written.get(i).add() > old.get(i).add()) {
        growing.add(i);
      }
      covered &= written.get(i).add() >= old.get(i).add();
    }
    if (growing.isEmpty()) {
      return Optional.of(old);
    }
    return covered ? Optional.of(written) : grown(old, written, at, growing);
  }

  private static boolean isEmpty(List<Extent> valid) {
    return valid.stream().anyMatch(extent -> extent.is(0));
  }

  private static Optional<List<Extent>> grown(
      List<Extent> old, List<Extent> written, List<Extent> at, List<Integer> growing) {
    int axis = growing.getFirst();
    boolean box = growing.size() == 1 && at.get(axis).add() <= old.get(axis).add();
    for (int i = 0; i < at.size(); i++) {
      box &= i == axis || (at.get(i).is(0) && written.get(i).equals(old.get(i)));
    }
    return box
        ? Optional.of(
            TensorDraws.with(old, axis, Extent.of(at.get(axis).add() + written.get(axis).add())))
        : Optional.empty();
  }
}
