package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import io.pto4j.op.rule.Promotion;
import java.util.Optional;

/**
 * The conversion of one call: its operands as tiles, and the tile operators that take its place.
 *
 * @param call the call of a tensor operator
 * @param result the variable it is assigned to
 */
record TensorConversion(KernelConverter kernel, Call call, Optional<Var> result) {
  /** The rounding mode of a conversion that nobody asked for: nearest, ties away from zero. */
  private static final int ROUND = 2;

  /** Operand {@code i} as it is, a tensor or a tile. */
  Expr operand(int i) {
    return kernel.expr(call.args().get(i));
  }

  boolean has(int i) {
    return i < call.args().size();
  }

  boolean isScalar(int i) {
    return call.args().get(i).type() instanceof ScalarType;
  }

  boolean isTensor(int i) {
    return operand(i).type() instanceof TensorType;
  }

  /** Operand {@code i} as a tile. */
  Expr tile(int i) {
    return kernel.tile(call.args().get(i), call.span());
  }

  /** Operand {@code i} as a tile of the elements that the result has. */
  Expr promoted(int i) {
    return cast(tile(i), resultType().dtype(), call.op().name().substring("tensor.".length()));
  }

  /** Scalar operand {@code i} in the type of the result's elements, if it has a wider one. */
  Expr narrowed(int i) {
    DataType element = resultType().dtype();
    DataType given = ((ScalarType) call.args().get(i).type()).dtype();
    return Promotion.of(element, given) == element
        ? operand(i)
        : Exprs.cast(operand(i), element, call.span());
  }

  /** {@code tile} with elements of {@code dtype}. */
  Expr cast(Expr tile, DataType dtype, String name) {
    if (type(tile).dtype() == dtype) {
      return tile;
    }
    Attrs kwargs = Attrs.of("target_type", AttrValue.of(dtype)).with("mode", AttrValue.of(ROUND));
    return temporary(name + "_cast", with("tile.cast", kwargs, tile));
  }

  /** Operand {@code i} for the matrix unit. */
  Expr matrix(int i, String transposedAttr) {
    return kernel.matrix(
        call.args().get(i), call.kwargs().getBool(transposedAttr, false), i, call.span());
  }

  static TileType type(Expr tile) {
    return (TileType) tile.type();
  }

  ImmutableList<Expr> indices(int i) {
    return ((MakeTuple) operand(i)).elements();
  }

  ShapedType resultType() {
    return (ShapedType) call.type();
  }

  MemorySpace wantedSpace() {
    return kernel.wantedSpace(result);
  }

  Expr temporary(String name, Expr value) {
    return kernel.temporary(name, value);
  }

  /** The keyword arguments of the call that {@code op} has too. */
  private Attrs kwargsFor(String op) {
    OpDef definition = Operators.get(op);
    Attrs kwargs = call.kwargs();
    for (String key : call.kwargs().entries().keySet()) {
      if (definition.attribute(key).isEmpty()) {
        kwargs = kwargs.without(key);
      }
    }
    return kwargs;
  }

  /** A call of {@code op} with those keyword arguments of this call that it knows. */
  Call to(String op, Expr... args) {
    return with(op, kwargsFor(op), args);
  }

  Call with(String op, Attrs kwargs, Expr... args) {
    return Operators.call(op, ImmutableList.copyOf(args), kwargs, call.span());
  }

  /** The same operator on tiles. */
  Call same() {
    Expr[] args = new Expr[call.args().size()];
    for (int i = 0; i < args.length; i++) {
      args[i] = call.args().get(i).type() instanceof ShapedType ? tile(i) : operand(i);
    }
    return to(call.op().name().replaceFirst("tensor", "tile"), args);
  }

  /** The same operator on tiles of the elements that the result has. */
  Call samePromoted() {
    Expr[] args = new Expr[call.args().size()];
    for (int i = 0; i < args.length; i++) {
      args[i] = isScalar(i) ? operand(i) : promoted(i);
    }
    return to(call.op().name().replaceFirst("tensor", "tile"), args);
  }

  /** A tile for intermediate values of an instruction. */
  Expr scratch(String name, DataType dtype, ImmutableList<Expr> shape) {
    Attrs kwargs = Attrs.of("dtype", AttrValue.of(dtype));
    return temporary(
        name,
        with(
            "tile.create",
            kwargs.with("target_memory", AttrValue.of(MemorySpace.VEC)),
            tuple(shape)));
  }

  MakeTuple tuple(ImmutableList<Expr> elements) {
    return MakeTuple.of(elements, call.span());
  }

  static ImmutableList<Expr> dims(long... extents) {
    ImmutableList.Builder<Expr> dims = ImmutableList.builder();
    for (long extent : extents) {
      dims.add(ConstInt.index(extent));
    }
    return dims.build();
  }
}
