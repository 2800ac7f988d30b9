package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.op.Operators;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How each tensor operator is done on tiles. Source: PyPTO tile operators, conversion table. */
final class TensorConversions {
  private static final int SCRATCH_COLUMNS = 128;
  private static final int MASK_BYTES = 32;

  /** The conversion of an operator. */
  @FunctionalInterface
  interface Rule {
    /** The value on tiles; the call itself when it stays an operator on global memory. */
    Expr convert(TensorConversion c);
  }

  private static final ImmutableList<String> SAME =
      ImmutableList.of(
          "neg",
          "abs",
          "log",
          "sin",
          "cos",
          "cast",
          "ands",
          "ors",
          "not",
          "shls",
          "shrs",
          "concat",
          "set_validshape",
          "col_sum",
          "col_max",
          "col_min",
          "col_prod",
          "full",
          "ci",
          "get_block_idx",
          "get_block_num",
          "get_subblock_idx",
          "fillpad",
          "fillpad_expand",
          "transpose",
          "gather_mask",
          "sort32",
          "mrgsort_format1",
          "reinterpret_view");

  /** Operators whose operands become what the result is. */
  private static final ImmutableList<String> PROMOTING =
      ImmutableList.of(
          "adds",
          "muls",
          "divs",
          "fmods",
          "fmod",
          "exp",
          "recip",
          "sqrt",
          "and",
          "or",
          "shl",
          "shr",
          "row_expand_add",
          "row_expand_sub",
          "row_expand_mul",
          "row_expand_div",
          "row_expand_max",
          "row_expand_min",
          "row_expand_expdif",
          "col_expand_add",
          "col_expand_sub",
          "col_expand_mul",
          "col_expand_div",
          "col_expand_max",
          "col_expand_min",
          "col_expand_expdif",
          "part_add",
          "part_mul",
          "part_max",
          "part_min");

  private static final ImmutableMap<String, Rule> TABLE = table();

  private TensorConversions() {}

  private static ImmutableMap<String, Rule> table() {
    ImmutableMap.Builder<String, Rule> rules = ImmutableMap.builder();
    SAME.forEach(name -> rules.put("tensor." + name, TensorConversion::same));
    PROMOTING.forEach(name -> rules.put("tensor." + name, TensorConversion::samePromoted));
    for (Broadcasts broadcast : Broadcasts.values()) {
      rules.put("tensor." + broadcast.operator(), broadcast);
    }
    for (String name : ImmutableList.of("row_sum", "row_max", "row_min", "row_prod")) {
      rules.put("tensor." + name, c -> reduction(c, "tile." + name, true));
    }
    for (String name : ImmutableList.of("row_argmax", "row_argmin", "col_argmax", "col_argmin")) {
      rules.put("tensor." + name, c -> reduction(c, "tile." + name, false));
    }
    return rules
        .put("tensor.row_expand", TensorConversions::repeated)
        .put("tensor.col_expand", TensorConversions::repeated)
        .put("tensor.subs", c -> c.to("tile.subs", c.tile(0), c.narrowed(1)))
        .put("tensor.expands", c -> c.to("tile.expands", c.tile(0), c.narrowed(1)))
        .put("tensor.rsqrt", TensorConversions::rsqrt)
        .put("tensor.xor", c -> xor(c, c.promoted(1)))
        .put("tensor.xors", c -> xor(c, c.operand(1)))
        .put("tensor.reshape", TensorConversions::reshape)
        .put("tensor.create", TensorConversions::create)
        .put("tensor.slice", TensorConversions::slice)
        .put("tensor.assemble", TensorConversions::assemble)
        .put(
            "tensor.read",
            c -> c.isTensor(0) ? c.call() : c.to("tile.read", c.operand(0), c.operand(1)))
        .put(
            "tensor.write",
            c ->
                c.isTensor(0)
                    ? c.call()
                    : c.to("tile.write", c.operand(0), c.operand(1), c.operand(2)))
        .put("tensor.dim", TensorConversions::dim)
        .put("tensor.view", TensorConversions::view)
        .put(
            "tensor.matmul",
            c -> c.to("tile.matmul", c.matrix(0, "a_trans"), c.matrix(1, "b_trans")))
        .put("tensor.matmul_acc", TensorConversions::matmulAcc)
        .put("tensor.cmp", TensorConversions::compare)
        .buildOrThrow();
  }

  static Optional<Rule> find(String operator) {
    return Optional.ofNullable(TABLE.get(operator));
  }

  private static Expr reduction(TensorConversion c, String op, boolean padded) {
    Expr tile = c.tile(0);
    TileType type = TensorConversion.type(tile);
    List<Expr> shape = new ArrayList<>(type.shape());
    Expr last = shape.getLast();
    if (padded && Dims.constant(last).orElse(0) < SCRATCH_COLUMNS) {
      shape.set(shape.size() - 1, ConstInt.index(SCRATCH_COLUMNS));
    }
    return c.to(op, tile, c.scratch("tmp_tile", type.dtype(), ImmutableList.copyOf(shape)));
  }

  /** The target only gives its shape, so one of other elements is not looked at. */
  private static Expr repeated(TensorConversion c) {
    DataType dtype = c.resultType().dtype();
    TileType target = TensorConversion.type(c.tile(0));
    return c.to(
        c.call().op().name().replaceFirst("tensor", "tile"),
        target.dtype() == dtype ? c.tile(0) : c.scratch("expand_target", dtype, target.shape()),
        c.promoted(1));
  }

  private static Expr rsqrt(TensorConversion c) {
    Expr tile = c.promoted(0);
    TileType type = TensorConversion.type(tile);
    return c.call().kwargs().getBool("high_precision", false)
        ? c.to("tile.rsqrt", tile, c.scratch("rsqrt_tmp", type.dtype(), type.shape()))
        : c.to("tile.rsqrt", tile);
  }

  private static Expr xor(TensorConversion c, Expr rhs) {
    Expr lhs = c.promoted(0);
    TileType type = TensorConversion.type(lhs);
    String op = c.call().op().name().replaceFirst("tensor", "tile");
    return c.to(op, lhs, rhs, c.scratch("xor_tmp", type.dtype(), type.shape()));
  }

  private static Expr reshape(TensorConversion c) {
    Expr reshaped = c.to("tile.reshape", c.tile(0), c.operand(1));
    if (!c.has(2)) {
      return reshaped;
    }
    ImmutableList<Expr> valid = c.indices(2);
    if (valid.size() != 2) {
      throw new IrException(
          "tensor.reshape: a valid shape needs two dimensions in a kernel",
          "reshape to two dimensions, or leave the valid shape out");
    }
    return c.to(
        "tile.set_validshape", c.temporary("reshape_full", reshaped), valid.get(0), valid.get(1));
  }

  private static Expr create(TensorConversion c) {
    DataType dtype = c.resultType().dtype();
    Attrs kwargs = Attrs.of("dtype", AttrValue.of(dtype));
    if (c.call().kwargs().get("init_value").orElse(null)
        instanceof AttrValue.OfDouble(double value)) {
      Expr fill = dtype.isFloat() ? ConstFloat.of(value, dtype) : ConstInt.of((long) value, dtype);
      return c.with("tile.full", kwargs, c.operand(0), fill);
    }
    return c.with(
        "tile.create", kwargs.with("target_memory", AttrValue.of(MemorySpace.VEC)), c.operand(0));
  }

  /** A window of a tensor is loaded, one of a tile is looked at. */
  private static Expr slice(TensorConversion c) {
    if (!c.isTensor(0)) {
      Expr[] args = new Expr[c.call().args().size()];
      for (int i = 0; i < args.length; i++) {
        args[i] = c.operand(i);
      }
      return c.to("tile.slice", args);
    }
    ImmutableList<Expr> window = ImmutableList.of(c.operand(0), c.operand(1), c.operand(2));
    Expr valid = c.has(3) && !c.indices(3).isEmpty() ? c.operand(3) : wholeValid(c, window);
    Attrs kwargs = KernelConverter.target(c.wantedSpace());
    if (c.call().kwargs().getBool("clamp", false)) {
      kwargs = kwargs.with("clamp", AttrValue.of(true));
    }
    Expr load = c.with("tile.load", kwargs, c.operand(0), c.operand(2), c.operand(1), valid);
    ShapedType result = c.resultType();
    return result.rank() == ((ShapedType) load.type()).rank()
        ? load
        : c.to("tile.reshape", c.temporary("slice_load", load), c.tuple(result.shape()));
  }

  private static Expr wholeValid(TensorConversion c, ImmutableList<Expr> window) {
    TensorType full =
        (TensorType)
            Operators.call("tensor.slice", window, c.call().kwargs(), c.call().span()).type();
    return c.tuple(full.effectiveView().validShape());
  }

  /** What is placed into a tensor is stored, what into a tile, copied there. */
  private static Expr assemble(TensorConversion c) {
    return c.isTensor(0)
        ? c.to("tile.store", c.tile(1), c.operand(2), c.operand(0))
        : c.to("tile.assemble", c.operand(0), c.tile(1), c.operand(2));
  }

  private static Expr view(TensorConversion c) {
    if (c.isTensor(0)) {
      return c.call();
    }
    throw new IrException(
        "tensor.view: the operand is on chip, where it has no strides",
        "reshape it, or view the tensor before the kernel computes with it");
  }

  private static Expr dim(TensorConversion c) {
    if (c.isTensor(0)) {
      return c.call();
    }
    ImmutableList<Expr> shape = TensorConversion.type(c.operand(0)).shape();
    int axis = (int) Dims.constant(c.operand(1)).orElseThrow();
    return shape.get(axis < 0 ? axis + shape.size() : axis);
  }

  private static Expr matmulAcc(TensorConversion c) {
    Expr acc = c.tile(0);
    Expr lhs = c.matrix(1, "a_trans");
    Expr rhs = c.matrix(2, "b_trans");
    return c.has(3)
        ? c.to("tile.matmul_acc", acc, lhs, rhs, c.operand(3))
        : c.to("tile.matmul_acc", acc, lhs, rhs);
  }

  /** One where the comparison holds, else zero. */
  private static Expr compare(TensorConversion c) {
    Expr mask =
        c.temporary(
            "cmp_mask",
            c.isScalar(1)
                ? c.to("tile.cmps", c.promoted(0), c.operand(1))
                : c.to("tile.cmp", c.promoted(0), c.promoted(1)));
    Expr one = c.temporary("cmp_one", filled(c, 1));
    Expr zero = c.temporary("cmp_zero", filled(c, 0));
    Expr tmp = c.scratch("cmp_tmp", DataType.UINT8, TensorConversion.dims(1, MASK_BYTES));
    return c.to("tile.sel", mask, one, zero, tmp);
  }

  private static Expr filled(TensorConversion c, int value) {
    ShapedType type = c.resultType();
    Expr fill =
        type.dtype().isFloat()
            ? ConstFloat.of(value, type.dtype())
            : ConstInt.of(value, type.dtype());
    return c.with(
        "tile.full", Attrs.of("dtype", AttrValue.of(type.dtype())), c.tuple(type.shape()), fill);
  }
}
