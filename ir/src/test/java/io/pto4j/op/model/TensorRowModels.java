package io.pto4j.op.model;

import static io.pto4j.op.model.TensorDraws.checked;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.op.model.TensorDraws.Scalar;
import java.util.List;
import java.util.Optional;

/** Tensor operators that fold rows and columns, or repeat them. */
final class TensorRowModels {
  private TensorRowModels() {}

  static ImmutableMap<String, RuleModel> all() {
    ImmutableMap.Builder<String, RuleModel> all = ImmutableMap.builder();
    for (boolean row : ImmutableList.of(true, false)) {
      String prefix = row ? "tensor.row_" : "tensor.col_";
      for (String name : ImmutableList.of("sum", "max", "min", "prod")) {
        ImmutableSet<DataType> legal = row && name.equals("min") ? Draw.VECTOR : Draw.DTYPES;
        all.put(prefix + name, checked(draw -> fold(draw, row, legal, Optional.empty()), 1));
      }
      for (String name : ImmutableList.of("argmax", "argmin")) {
        all.put(
            prefix + name,
            checked(draw -> fold(draw, row, Draw.DTYPES, Optional.of(DataType.INT32)), 1));
      }
      all.put(prefix + "expand", checked(draw -> repeat(draw, row), 2));
      for (String name : ImmutableList.of("add", "sub", "mul", "div", "max", "min", "expdif")) {
        all.put(
            prefix + "expand_" + name,
            checked(
                row && name.equals("add")
                    ? TensorRowModels::repeatAdded
                    : draw -> repeat(draw, row),
                2));
      }
    }
    all.put("tensor.expands", checked(TensorRowModels::fill, 2));
    all.put("tensor.expand_clone", checked(TensorRowModels::copies, 2));
    return all.buildOrThrow();
  }

  /** Along the last axis or the one before it, which stays with extent 1. */
  private static Attempt fold(
      Draw draw, boolean row, ImmutableSet<DataType> legal, Optional<DataType> result) {
    DataType dtype = draw.dtype(legal);
    TensorArg input =
        draw.oneIn(20)
            ? TensorArg.plain(draw, dtype, ImmutableList.of())
            : TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    int own = input.rank() - (row ? 1 : 2);
    Attrs kwargs = Attrs.empty();
    int axis = own;
    if (draw.oneIn(2)) {
      axis = draw.oneIn(3) ? draw.between(-input.rank() - 1, input.rank()) : own;
      int written = draw.oneIn(2) && axis >= 0 ? axis - input.rank() : axis;
      kwargs = kwargs.with("axis", AttrValue.of(written));
      axis = written < 0 ? written + input.rank() : written;
    }
    boolean keeps = draw.oneIn(3) ? draw.oneIn(2) : true;
    if (!keeps || draw.oneIn(3)) {
      kwargs = kwargs.with("keep_dim", AttrValue.of(keeps));
    }
    boolean empty = input.valid().stream().anyMatch(extent -> extent.is(0));
    return Attempt.of(input.value())
        .with(kwargs)
        .when(
            legal.contains(dtype) && own >= 0 && axis == own && keeps && !empty,
            () ->
                TensorArg.fresh(
                    result.orElse(dtype),
                    TensorDraws.with(input.shape(), own, Extent.ONE),
                    TensorDraws.with(input.valid(), own, Extent.ONE)));
  }

  private static Attempt repeat(Draw draw, boolean row) {
    DataType dtype = draw.dtype();
    DataType second = draw.mostly(dtype, Draw.DTYPES);
    Vector vector = Vector.draw(draw, row, dtype, second);
    return vector.attempt(TensorDraws.promoted(dtype, second), true);
  }

  /** The one instruction of the family that takes particular elements, of one type. */
  private static Attempt repeatAdded(Draw draw) {
    ImmutableSet<DataType> legal =
        ImmutableSet.of(
            DataType.INT8, DataType.INT16, DataType.INT32, DataType.FP16, DataType.FP32);
    DataType dtype = draw.dtype(legal);
    DataType second = draw.mostly(dtype, Draw.DTYPES);
    return Vector.draw(draw, true, dtype, second)
        .attempt(dtype, legal.contains(dtype) && dtype == second);
  }

  /** A matrix, or several, and what is repeated along its rows or columns. */
  private record Vector(boolean row, TensorArg matrix, TensorArg vector) {
    static Vector draw(Draw draw, boolean row, DataType dtype, DataType second) {
      ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
      ImmutableList<Extent> shape =
          TensorDraws.shape(draw, draw.oneIn(8) ? 1 : draw.between(2, 4), symbols);
      ImmutableList<Extent> other = TensorDraws.nearly(draw, shape, symbols);
      int unit = other.size() - (row ? 1 : 2);
      if (unit >= 0 && !draw.oneIn(8)) {
        other = TensorDraws.with(other, unit, Extent.ONE);
      }
      if (other.size() > 2 && draw.oneIn(3)) {
        other =
            draw.oneIn(2) ? TensorDraws.with(other, 0, Extent.ONE) : other.subList(1, other.size());
      }
      return new Vector(
          row,
          TensorArg.partial(draw, dtype, shape),
          draw.oneIn(20)
              ? TensorArg.any(draw, second, other)
              : TensorArg.partial(draw, second, other));
    }

    /**
     * The result is where the matrix is valid, and needs a value of the vector everywhere there.
     */
    Attempt attempt(DataType dtype, boolean legal) {
      return Attempt.of(matrix.value(), vector.value())
          .when(
              legal && !vector.window() && fits() && reaches(),
              () -> TensorArg.fresh(dtype, matrix.shape(), matrix.valid()));
    }

    private int unit() {
      return vector.rank() - (row ? 1 : 2);
    }

    private boolean fits() {
      if (matrix.rank() < 2
          || vector.rank() < 2
          || vector.rank() > matrix.rank()
          || !vector.shape().get(unit()).is(1)) {
        return false;
      }
      for (int i = 0; i < vector.rank(); i++) {
        if (!isRepeated(i) && different(vector.shape().get(i), matrix.shape().get(own(i)))) {
          return false;
        }
      }
      return true;
    }

    /** The axis of the matrix that an axis of the vector belongs to. */
    private int own(int axis) {
      return axis + matrix.rank() - vector.rank();
    }

    private boolean isRepeated(int axis) {
      return axis == unit() || (axis < vector.rank() - 2 && vector.shape().get(axis).is(1));
    }

    private boolean reaches() {
      for (int i = 0; i < vector.rank(); i++) {
        Extent given = vector.valid().get(i);
        if (isRepeated(i) ? given.is(0) : given.surelyLess(matrix.valid().get(own(i)))) {
          return false;
        }
      }
      return true;
    }

    private static boolean different(Extent a, Extent b) {
      return a.surelyLess(b) || b.surelyLess(a);
    }
  }

  /** The target's type, so that a scalar has no fraction that would be lost. */
  private static Attempt fill(Draw draw) {
    DataType dtype = draw.dtype();
    TensorArg target = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    Scalar scalar = TensorDraws.scalar(draw, dtype);
    return Attempt.of(target.value(), scalar.value())
        .when(
            !target.window() && scalar.fits() && (dtype.isFloat() || !scalar.dtype().isFloat()),
            () -> TensorArg.whole(dtype, target.shape()));
  }

  /** Into a target of the same or wider elements, along one axis where the input has extent 1. */
  private static Attempt copies(Draw draw) {
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    List<Extent> shape = TensorDraws.shape(draw, draw.oneIn(8) ? 2 : 3, symbols);
    List<Extent> from = TensorDraws.nearly(draw, shape, symbols);
    for (int i = draw.between(0, 2); i > 0; i--) {
      from = TensorDraws.with(from, draw.between(0, from.size() - 1), Extent.ONE);
    }
    DataType dtype = draw.dtype();
    TensorArg input = TensorArg.partial(draw, draw.mostly(dtype, Draw.DTYPES), from);
    TensorArg target =
        draw.oneIn(20) ? TensorArg.any(draw, dtype, shape) : TensorArg.plain(draw, dtype, shape);
    return Attempt.of(input.value(), target.value())
        .when(
            !target.window()
                && TensorDraws.promoted(input.dtype(), dtype) == dtype
                && input.whollyValid()
                && isCopied(input, target),
            () -> TensorArg.whole(dtype, target.shape()));
  }

  private static boolean isCopied(TensorArg input, TensorArg target) {
    if (input.rank() != 3 || target.rank() != 3) {
      return false;
    }
    int repeated = 0;
    for (int i = 0; i < 3; i++) {
      if (!input.same(i, target, i)) {
        repeated++;
        if (!input.shape().get(i).is(1)) {
          return false;
        }
      }
    }
    return repeated <= 1;
  }
}
