package io.pto4j.op.model;

import static io.pto4j.op.model.TensorDraws.checked;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TupleType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tensor operators that make tensors, and such that tell where a kernel runs. */
final class TensorCreateModels {
  private TensorCreateModels() {}

  static ImmutableMap<String, RuleModel> all() {
    ImmutableMap.Builder<String, RuleModel> all = ImmutableMap.builder();
    all.put("tensor.create", checked(TensorCreateModels::create, 1, "dtype"));
    all.put("tensor.full", checked(TensorCreateModels::full, 2, "dtype"));
    all.put("tensor.ci", checked(TensorCreateModels::counting, 2, "dtype"));
    all.put("tensor.random", checked(TensorCreateModels::random, 7, "dtype"));
    all.put("tensor.create_l1", checked(TensorCreateModels::onChip, 1, "dtype"));
    all.put("tensor.alloc", checked(TensorCreateModels::alloc, 2));
    for (String name : ImmutableList.of("get_block_idx", "get_block_num", "get_subblock_idx")) {
      all.put("tensor." + name, checked(_ -> Attempt.of().gives(ScalarType.of(DataType.INDEX)), 0));
    }
    return all.buildOrThrow();
  }

  /** The keyword argument {@code dtype}, which may be given by its number. */
  private static Attrs dtype(Draw draw, DataType dtype) {
    return Attrs.of("dtype", draw.oneIn(6) ? AttrValue.of(dtype.code()) : AttrValue.of(dtype));
  }

  /** Extents that a new tensor may have, or now and then one that it may not have. */
  private static ImmutableList<Extent> extents(Draw draw, int rank) {
    ImmutableList<Extent> shape = TensorDraws.shape(draw, rank, TensorDraws.symbols(draw));
    return rank > 0 && draw.oneIn(8)
        ? TensorDraws.with(shape, draw.between(0, rank - 1), Extent.of(draw.any(0L, -1L, -4L)))
        : shape;
  }

  private static boolean arePositive(List<Extent> extents) {
    return extents.stream().allMatch(extent -> !extent.isConstant() || extent.add() > 0);
  }

  /** A tuple of extents, written at the call or, for a shape of one symbol, as a variable. */
  private static Attempt create(Draw draw) {
    DataType dtype = draw.dtype();
    Attrs kwargs = dtype(draw, dtype);
    TensorLayout layout = TensorLayout.ND;
    if (draw.oneIn(2)) {
      layout = draw.any(TensorLayout.ND, TensorLayout.DN);
      kwargs = kwargs.with("layout", new AttrValue.OfTensorLayout(layout));
    }
    if (draw.oneIn(4)) {
      kwargs = kwargs.with("manual_dep", AttrValue.of(draw.oneIn(2)));
    }
    boolean holds = true;
    if (draw.oneIn(3)) {
      double first = draw.any(0.0, 1.0, 0.5, -1.0, 200.0, 1e6, 0x1p53, 0x1p60, Double.NaN);
      kwargs = kwargs.with("init_value", AttrValue.of(first));
      holds = begins(dtype, first);
    }
    ImmutableList<Extent> shape = extents(draw, draw.between(0, 4));
    TensorView view = TensorView.packed().withLayout(layout);
    return Attempt.of(Draw.tuple(Extent.exprs(shape)))
        .with(kwargs)
        .when(
            holds && arePositive(shape),
            () -> new TensorType(dtype, Extent.exprs(shape), Optional.empty(), Optional.of(view)));
  }

  /** Elements of a tensor can be zero at first, whole numbers that they hold, or any FP32. */
  private static boolean begins(DataType dtype, double value) {
    if (dtype.isFloat()) {
      return value == 0 || (dtype == DataType.FP32 && Double.isFinite(value));
    }
    return value == Math.rint(value) && Math.abs(value) <= 0x1p53 && has(dtype, (long) value);
  }

  private static boolean has(DataType dtype, long value) {
    return dtype == DataType.BOOL ? value == 0 || value == 1 : TensorDraws.holds(dtype, value);
  }

  /** Every element a number that it can be, or a scalar of its type. */
  private static Attempt full(Draw draw) {
    DataType dtype = draw.dtype();
    ImmutableList<Extent> shape = extents(draw, draw.between(1, 4));
    DataType own = draw.mostly(dtype, Draw.DTYPES);
    long number = draw.any(0L, 1L, 2L, -1L, 200L, 70000L);
    Expr value =
        switch (draw.between(0, 4)) {
          case 0 -> ConstInt.index(number);
          case 1 -> own.isInt() ? ConstInt.of(number, own) : ConstFloat.of(2.5, own);
          case 2 -> ConstFloat.of(draw.oneIn(2) ? 2.5 : number, DataType.FP32);
          case 3 -> ConstBool.of(true);
          default -> draw.scalar(own);
        };
    boolean fits =
        switch (value) {
          case ConstInt _ -> dtype.isFloat() || has(dtype, number);
          case ConstFloat c -> dtype.isFloat() || (c.value() != 2.5 && has(dtype, number));
          case ConstBool _ -> dtype == DataType.BOOL;
          default -> own == dtype;
        };
    return Attempt.of(Draw.tuple(Extent.exprs(shape)), value)
        .with(dtype(draw, dtype))
        .when(fits && arePositive(shape), () -> TensorArg.whole(dtype, shape));
  }

  /** Along the last axis; the ones before it have extent 1. */
  private static Attempt counting(Draw draw) {
    ImmutableSet<DataType> legal =
        ImmutableSet.of(DataType.INT16, DataType.INT32, DataType.UINT16, DataType.UINT32);
    DataType dtype = draw.dtype(legal);
    int rank = draw.oneIn(12) ? 0 : draw.between(1, 3);
    List<Extent> shape = new ArrayList<>(extents(draw, rank));
    for (int i = 0; i < rank - 1; i++) {
      if (!draw.oneIn(6)) {
        shape.set(i, Extent.ONE);
      }
    }
    long number = draw.any(0L, 5L, -1L, 40000L);
    DataType own = draw.mostly(dtype, Draw.DTYPES);
    Expr start =
        draw.oneIn(2)
            ? draw.scalar(own)
            : ConstInt.of(number, draw.any(DataType.INDEX, DataType.INT32));
    boolean fits = start instanceof ConstInt ? TensorDraws.holds(dtype, number) : own == dtype;
    boolean isRow =
        rank > 0
            && !shape.getLast().is(1)
            && shape.subList(0, rank - 1).stream()
                .allMatch(extent -> !extent.isConstant() || extent.is(1));
    Attrs kwargs = dtype(draw, dtype);
    if (draw.oneIn(2)) {
      kwargs = kwargs.with("descending", AttrValue.of(draw.oneIn(2)));
    }
    return Attempt.of(start, Draw.tuple(Extent.exprs(shape)))
        .with(kwargs)
        .when(
            legal.contains(dtype) && fits && isRow && arePositive(shape),
            () -> TensorArg.whole(dtype, shape));
  }

  private static Attempt random(Draw draw) {
    ImmutableSet<DataType> legal = ImmutableSet.of(DataType.INT32, DataType.UINT32);
    DataType dtype = draw.oneIn(4) ? draw.dtype() : draw.any(legal);
    List<Expr> args = new ArrayList<>();
    boolean fits = true;
    for (int i = 0; i < 6; i++) {
      DataType seed = draw.oneIn(20) ? draw.dtype() : DataType.INT32;
      long number = draw.oneIn(20) ? 1L << 33 : draw.between(-9, 9);
      boolean literal = draw.oneIn(3);
      args.add(literal ? ConstInt.index(number) : draw.scalar(seed));
      fits &= literal ? TensorDraws.holds(DataType.INT32, number) : seed == DataType.INT32;
    }
    ImmutableList<Extent> shape = extents(draw, draw.oneIn(6) ? draw.between(1, 3) : 2);
    args.add(Draw.tuple(Extent.exprs(shape)));
    Attrs kwargs = dtype(draw, dtype);
    int rounds = draw.any(7, 10, 10, 8);
    boolean told = draw.oneIn(2);
    return Attempt.of(args)
        .with(told ? kwargs.with("rounds", AttrValue.of(rounds)) : kwargs)
        .when(
            fits
                && legal.contains(dtype)
                && shape.size() == 2
                && arePositive(shape)
                && !(told && rounds == 8),
            () -> TensorArg.whole(dtype, shape));
  }

  /** A shape of positive constants that is written at the call. */
  private static Attempt onChip(Draw draw) {
    DataType dtype = draw.dtype();
    ImmutableList<Extent> shape = extents(draw, draw.oneIn(8) ? draw.between(1, 3) : 2);
    boolean variable = draw.oneIn(8);
    Expr operand =
        variable
            ? draw.value(
                new TupleType(
                    Draw.tuple(Extent.exprs(shape)).elements().stream()
                        .map(Expr::type)
                        .collect(ImmutableList.toImmutableList())))
            : Draw.tuple(Extent.exprs(shape));
    Attrs kwargs = dtype(draw, dtype);
    return Attempt.of(operand)
        .with(draw.oneIn(2) ? kwargs.with("transpose", AttrValue.of(draw.oneIn(2))) : kwargs)
        .when(
            !variable && shape.stream().allMatch(extent -> extent.isConstant() && extent.add() > 0),
            () -> TensorArg.whole(dtype, shape));
  }

  /** The number of a memory space, and a number of bytes. */
  private static Attempt alloc(Draw draw) {
    long space = draw.between(-1, 10);
    long size = draw.any(0L, 1024L, -1L, 1L << 40);
    boolean constant = !draw.oneIn(6);
    return Attempt.of(
            ConstInt.index(space),
            constant ? ConstInt.of(size, DataType.INT64) : draw.scalar(DataType.INT64))
        .when(
            constant && size >= 0 && space >= 0 && space <= MemorySpace.RIGHT_SCALE.code(),
            () -> PtrType.INSTANCE);
  }
}
