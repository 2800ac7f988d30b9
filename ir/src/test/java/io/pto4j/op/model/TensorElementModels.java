package io.pto4j.op.model;

import static io.pto4j.op.model.TensorDraws.checked;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.TensorType;
import io.pto4j.op.model.TensorDraws.Scalar;
import java.util.ArrayList;
import java.util.List;

/** Tensor operators that work element by element. */
final class TensorElementModels {
  /** Integers of any width. */
  private static final ImmutableSet<DataType> NUMBERS =
      ImmutableSet.<DataType>builder()
          .addAll(Draw.INTEGERS)
          .add(DataType.INT4, DataType.UINT4)
          .build();

  private TensorElementModels() {}

  static ImmutableMap<String, RuleModel> all() {
    ImmutableSet<DataType> any = Draw.DTYPES;
    ImmutableMap.Builder<String, RuleModel> all = ImmutableMap.builder();
    for (String name : ImmutableList.of("add", "sub", "mul", "fmod")) {
      all.put("tensor." + name, checked(draw -> tensors(draw, any), 2));
    }
    for (String name : ImmutableList.of("maximum", "minimum")) {
      all.put(
          "tensor." + name,
          checked(draw -> draw.oneIn(2) ? tensors(draw, any) : withScalar(draw, any), 2));
    }
    for (String name : ImmutableList.of("part_add", "part_mul", "part_max", "part_min")) {
      all.put("tensor." + name, checked(TensorElementModels::parts, 2));
    }
    for (String name : ImmutableList.of("adds", "muls", "divs", "fmods")) {
      all.put("tensor." + name, checked(draw -> withScalar(draw, any), 2));
    }
    all.put("tensor.subs", checked(TensorElementModels::lessScalar, 2));
    all.put("tensor.div", checked(TensorElementModels::quotient, 2));
    all.put("tensor.cmp", checked(TensorElementModels::comparison, 2, "cmp_type"));
    bits(all);
    unary(all);
    return all.buildOrThrow();
  }

  private static void bits(ImmutableMap.Builder<String, RuleModel> all) {
    for (String name : ImmutableList.of("and", "or", "xor")) {
      all.put("tensor." + name, checked(draw -> bitTensors(draw, true), 2));
      all.put("tensor." + name + "s", checked(TensorElementModels::bitsWithScalar, 2));
    }
    for (String name : ImmutableList.of("shl", "shr")) {
      all.put("tensor." + name, checked(draw -> bitTensors(draw, false), 2));
      all.put("tensor." + name + "s", checked(TensorElementModels::shift, 2));
    }
  }

  private static void unary(ImmutableMap.Builder<String, RuleModel> all) {
    for (String name : ImmutableList.of("neg", "abs")) {
      all.put("tensor." + name, checked(draw -> unary(draw, Draw.DTYPES), 1));
    }
    for (String name : ImmutableList.of("exp", "sqrt")) {
      all.put("tensor." + name, checked(draw -> function(draw, Attrs.empty()), 1));
    }
    all.put(
        "tensor.rsqrt", checked(draw -> function(draw, Attrs.empty()).with(precision(draw)), 1));
    all.put("tensor.recip", checked(draw -> function(draw, precision(draw)), 1));
    all.put("tensor.log", checked(draw -> unary(draw, Draw.FLOATS).with(precision(draw)), 1));
    for (String name : ImmutableList.of("sin", "cos")) {
      all.put("tensor." + name, checked(draw -> unary(draw, ImmutableSet.of(DataType.FP32)), 1));
    }
    ImmutableSet<DataType> not = ImmutableSet.of(DataType.INT16, DataType.UINT16);
    all.put("tensor.not", checked(draw -> unary(draw, not), 1));
    all.put("tensor.cast", checked(TensorElementModels::cast, 1, "target_type", "mode"));
  }

  /** Two tensors with shapes that broadcast and element types that promote. */
  private static Attempt tensors(Draw draw, ImmutableSet<DataType> legal) {
    Pair pair = Pair.draw(draw, legal);
    return pair.attempt().when(pair.isLegal(legal), () -> pair.result(pair.common()));
  }

  /** One of the two is valid wherever the other is, and says where the result is. */
  private static Attempt parts(Draw draw) {
    Pair pair = Pair.draw(draw, Draw.DTYPES);
    if (!pair.isLegal(Draw.DTYPES)) {
      return pair.attempt();
    }
    if (covers(pair.shape(), pair.leftValid(), pair.rightValid())) {
      return pair.attempt().gives(pair.result(Extent.exprs(pair.leftValid())));
    }
    return pair.attempt()
        .when(
            covers(pair.shape(), pair.rightValid(), pair.leftValid()),
            () -> pair.result(Extent.exprs(pair.rightValid())));
  }

  /** What is valid of a shape never exceeds it, so a whole operand covers any other. */
  private static boolean covers(List<Extent> shape, List<Extent> outer, List<Extent> inner) {
    for (int i = 0; i < outer.size(); i++) {
      boolean whole = outer.get(i).surelyEqual(shape.get(i));
      if (!whole && !inner.get(i).surelyAtMost(outer.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Where it says {@code high_precision}, that is for quotients of floats. */
  private static Attempt quotient(Draw draw) {
    Pair pair = Pair.draw(draw, Draw.VECTOR);
    Attrs precision = precision(draw);
    boolean precise =
        !precision.getBool("high_precision", false) || Draw.FLOATS.contains(pair.dtype());
    return pair.attempt()
        .with(precision)
        .when(pair.isLegal(Draw.VECTOR) && precise, () -> pair.result(pair.common()));
  }

  /**
   * Two tensors that meet.
   *
   * @param shape of the result; empty where the shapes do not broadcast
   * @param leftValid where {@code lhs} is valid when it is stretched to that
   */
  private record Pair(
      TensorArg lhs,
      TensorArg rhs,
      List<Extent> shape,
      List<Extent> leftValid,
      List<Extent> rightValid) {
    static Pair draw(Draw draw, ImmutableSet<DataType> legal) {
      DataType first = draw.dtype(legal);
      ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
      ImmutableList<Extent> shape = TensorDraws.shape(draw, symbols);
      return of(
          TensorArg.any(draw, first, stretchable(draw, shape)),
          TensorArg.any(
              draw,
              draw.oneIn(2) ? first : draw.dtype(legal),
              TensorDraws.nearly(draw, stretchable(draw, shape), symbols)));
    }

    /** Aligned at the last axis; what is repeated has to be there. */
    private static Pair of(TensorArg lhs, TensorArg rhs) {
      Pair pair = new Pair(lhs, rhs, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      int rank = Math.max(lhs.rank(), rhs.rank());
      for (int i = 0; i < rank; i++) {
        int l = i - (rank - lhs.rank());
        int r = i - (rank - rhs.rank());
        boolean repeated = l < 0 || (r >= 0 && isRepeated(lhs, l, rhs, r));
        boolean repeats = r < 0 || (l >= 0 && isRepeated(rhs, r, lhs, l));
        if (l >= 0 && r >= 0 && !repeated && !repeats && !lhs.same(l, rhs, r)) {
          return new Pair(lhs, rhs, List.of(), List.of(), List.of());
        }
        pair.shape.add(repeated ? rhs.shape().get(r) : lhs.shape().get(l));
        pair.leftValid.add(repeated ? rhs.shape().get(r) : lhs.valid().get(l));
        pair.rightValid.add(repeats ? lhs.shape().get(l) : rhs.valid().get(r));
      }
      return pair;
    }

    private static boolean isRepeated(TensorArg a, int i, TensorArg b, int j) {
      return !a.same(i, b, j) && a.shape().get(i).is(1) && a.valid().get(i).is(1);
    }

    boolean isLegal(ImmutableSet<DataType> legal) {
      return legal.contains(lhs.dtype()) && legal.contains(rhs.dtype()) && !shape.isEmpty();
    }

    DataType dtype() {
      return TensorDraws.promoted(lhs.dtype(), rhs.dtype());
    }

    Attempt attempt() {
      return Attempt.of(lhs.value(), rhs.value());
    }

    TensorType result(ImmutableList<Expr> valid) {
      return TensorArg.fresh(dtype(), Extent.exprs(shape), valid);
    }

    /** Where both are valid. */
    ImmutableList<Expr> common() {
      ImmutableList.Builder<Expr> common = ImmutableList.builder();
      for (int i = 0; i < shape.size(); i++) {
        common.add(both(shape.get(i), leftValid.get(i), rightValid.get(i)));
      }
      return common.build();
    }
  }

  /** How much of an axis is valid in both operands. */
  static Expr both(Extent extent, Extent lhs, Extent rhs) {
    if (lhs.surelyEqual(extent)) {
      return rhs.expr();
    }
    return rhs.surelyEqual(extent) ? lhs.expr() : Extent.min(lhs, rhs);
  }

  /** The shape, or one that becomes it when extents of 1 are stretched and leading axes added. */
  private static ImmutableList<Extent> stretchable(Draw draw, ImmutableList<Extent> shape) {
    if (draw.oneIn(2)) {
      return shape;
    }
    return draw.oneIn(2)
        ? TensorDraws.with(shape, draw.between(0, shape.size() - 1), Extent.ONE)
        : shape.subList(draw.between(0, shape.size() - 1), shape.size());
  }

  /** Element types promote. */
  private static Attempt withScalar(Draw draw, ImmutableSet<DataType> legal) {
    DataType dtype = draw.dtype(legal);
    TensorArg lhs = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    Scalar rhs = TensorDraws.scalar(draw, dtype);
    return Attempt.of(lhs.value(), rhs.value())
        .when(
            legal.contains(dtype) && rhs.fits(),
            () ->
                TensorArg.fresh(
                    TensorDraws.promoted(dtype, rhs.dtype()), lhs.shape(), lhs.valid()));
  }

  /** The tensor keeps its type, so the scalar has no fraction that would be lost. */
  private static Attempt lessScalar(Draw draw) {
    DataType dtype = draw.dtype(Draw.ADDABLE);
    TensorArg lhs = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    Scalar rhs = TensorDraws.scalar(draw, dtype);
    return Attempt.of(lhs.value(), rhs.value())
        .when(
            Draw.ADDABLE.contains(dtype)
                && Draw.ADDABLE.contains(rhs.dtype())
                && rhs.fits()
                && (dtype.isFloat() || !rhs.dtype().isFloat()),
            () -> TensorArg.fresh(dtype, lhs.shape(), lhs.valid()));
  }

  private static Attrs precision(Draw draw) {
    return draw.oneIn(2) ? Attrs.empty() : Attrs.of("high_precision", AttrValue.of(draw.oneIn(2)));
  }

  private static Attempt comparison(Draw draw) {
    int how = draw.between(-1, 6);
    Attempt attempt = draw.oneIn(2) ? tensors(draw, Draw.DTYPES) : withScalar(draw, Draw.DTYPES);
    attempt = attempt.with(Attrs.of("cmp_type", AttrValue.of(how)));
    return how < 0 || how > 5 ? attempt.isRefused() : attempt;
  }

  /** Bits of integers in tensors of one shape. */
  private static Attempt bitTensors(Draw draw, boolean promotes) {
    DataType first = draw.dtype(NUMBERS);
    DataType second = draw.oneIn(2) ? first : draw.dtype(NUMBERS);
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    ImmutableList<Extent> shape = TensorDraws.shape(draw, symbols);
    TensorArg lhs = TensorArg.any(draw, first, shape);
    TensorArg rhs = TensorArg.any(draw, second, TensorDraws.nearly(draw, shape, symbols));
    return Attempt.of(lhs.value(), rhs.value())
        .when(
            NUMBERS.contains(first)
                && NUMBERS.contains(second)
                && Extent.surelyEqual(lhs.shape(), rhs.shape()),
            () -> {
              ImmutableList.Builder<Expr> valid = ImmutableList.builder();
              for (int i = 0; i < lhs.rank(); i++) {
                valid.add(both(shape.get(i), lhs.valid().get(i), rhs.valid().get(i)));
              }
              return TensorArg.fresh(
                  promotes ? TensorDraws.promoted(first, second) : first,
                  Extent.exprs(shape),
                  valid.build());
            });
  }

  /** The scalar is an integer of any width, but no index. */
  private static Attempt bitsWithScalar(Draw draw) {
    DataType dtype = draw.dtype(NUMBERS);
    TensorArg lhs = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    Scalar rhs = TensorDraws.scalar(draw, dtype);
    boolean fits = rhs.value() instanceof ConstInt ? rhs.fits() : NUMBERS.contains(rhs.dtype());
    return Attempt.of(lhs.value(), rhs.value())
        .when(
            NUMBERS.contains(dtype) && fits,
            () -> TensorArg.fresh(dtype, lhs.shape(), lhs.valid()));
  }

  /** A constant count is at least 0 and less than the width. */
  private static Attempt shift(Draw draw) {
    Attempt attempt = bitsWithScalar(draw);
    return attempt.args().get(1) instanceof ConstInt count
            && attempt.result().orElse(null) instanceof TensorType type
            && (count.value() < 0 || count.value() >= type.dtype().bits())
        ? attempt.isRefused()
        : attempt;
  }

  private static Attempt unary(Draw draw, ImmutableSet<DataType> legal) {
    DataType dtype = draw.dtype(legal);
    TensorArg input = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    return Attempt.of(input.value())
        .when(legal.contains(dtype), () -> TensorArg.fresh(dtype, input.shape(), input.valid()));
  }

  /** A function that floats have: what is none becomes FP32. */
  private static Attempt function(Draw draw, Attrs precision) {
    DataType dtype = draw.dtype(Draw.FLOATS);
    TensorArg input = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    return Attempt.of(input.value())
        .with(precision)
        .when(
            !precision.getBool("high_precision", false) || Draw.FLOATS.contains(dtype),
            () ->
                TensorArg.fresh(
                    dtype.isFloat() ? dtype : DataType.FP32, input.shape(), input.valid()));
  }

  /** To another element type, which may be given by its number. */
  private static Attempt cast(Draw draw) {
    DataType from = draw.dtype();
    DataType to = draw.oneIn(6) ? from : draw.dtype();
    int mode = draw.between(-1, 7);
    int code = draw.oneIn(8) ? 0x7F : to.code();
    boolean number = code != to.code() || draw.oneIn(4);
    TensorArg input = TensorArg.any(draw, from, TensorDraws.shape(draw));
    return Attempt.of(input.value())
        .with(
            Attrs.of("mode", AttrValue.of(mode))
                .with("target_type", number ? AttrValue.of(code) : AttrValue.of(to)))
        .when(
            from != to && code == to.code() && mode >= 0 && mode <= 6,
            () -> TensorArg.fresh(to, input.shape(), input.valid()));
  }
}
