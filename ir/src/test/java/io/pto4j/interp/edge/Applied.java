package io.pto4j.interp.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.interp.OpSemantics;
import io.pto4j.interp.PoisonException;
import io.pto4j.interp.TensorValue;
import io.pto4j.interp.Value;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.op.Operand;
import io.pto4j.op.Operators;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** One application of an operator: what its rule says of the result, and what it computes. */
final class Applied {
  private final String operator;
  private final List<Expr> exprs = new ArrayList<>();
  private final List<Value> values = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private Attrs attrs = Attrs.empty();

  private Applied(String operator) {
    this.operator = operator;
  }

  static Applied of(String operator) {
    return new Applied(operator);
  }

  private int index() {
    int last = Operators.get(operator).operands().size() - 1;
    return Math.min(exprs.size(), last);
  }

  /** A tile or tensor, as the operator takes one there. */
  Applied with(Cells cells) {
    texts.add(cells.toString());
    return with(cells.dtype(), cells.shape(), cells.valid(), cells.value());
  }

  Applied with(TensorValue value) {
    texts.add(value.toString());
    return with(value.dtype(), value.shape(), value.valid(), value);
  }

  private Applied with(DataType dtype, int[] shape, int[] valid, TensorValue value) {
    Operand operand = Operators.get(operator).operands().get(index());
    ImmutableList<Expr> region = Arrays.equals(shape, valid) ? ImmutableList.of() : dims(valid);
    boolean tile =
        switch (operand.kind()) {
          case TILE -> true;
          case SHAPED -> operator.startsWith("tile.");
          default -> false;
        };
    Type type =
        tile
            ? tileType(operand, dtype, dims(shape), region)
            : new TensorType(
                dtype,
                dims(shape),
                Optional.empty(),
                Optional.of(TensorView.packed().withValidShape(region)));
    exprs.add(new Var("x" + exprs.size(), type, Span.unknown()));
    values.add(value);
    return this;
  }

  private static TileType tileType(
      Operand operand, DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {
    Optional<MemorySpace> space =
        Optional.of(operand.spaces().isEmpty() ? MemorySpace.VEC : operand.spaces().getFirst());
    TileView view = TileView.implicit(shape, space).withValidShape(valid);
    return new TileType(dtype, shape, Optional.empty(), Optional.of(view), space);
  }

  private static ImmutableList<Expr> dims(int[] extents) {
    return Dims.of(Arrays.stream(extents).asLongStream().toArray());
  }

  /** A scalar of a type. */
  Applied with(DataType dtype, Number number) {
    texts.add(number.toString());
    if (number instanceof Double real) {
      exprs.add(ConstFloat.of(real, dtype));
      values.add(Value.of(real));
    } else {
      long whole = (Long) number;
      exprs.add(dtype == DataType.BOOL ? ConstBool.of(whole != 0) : ConstInt.of(whole, dtype));
      values.add(Value.of(whole));
    }
    return this;
  }

  /** An index. */
  Applied with(long index) {
    return with(DataType.INDEX, index);
  }

  /** A tuple of indices. */
  Applied with(int... indices) {
    texts.add(Arrays.toString(indices));
    exprs.add(MakeTuple.of(dims(indices), Span.unknown()));
    values.add(Value.tuple(Arrays.stream(indices).asLongStream().toArray()));
    return this;
  }

  Applied attr(String name, AttrValue value) {
    attrs = attrs.with(name, value);
    return this;
  }

  /** The type of the result; empty if the rule refuses the operands. */
  Optional<Type> type() {
    try {
      return Optional.of(
          Operators.call(operator, ImmutableList.copyOf(exprs), attrs, Span.unknown()).type());
    } catch (IrException _) {
      return Optional.empty();
    }
  }

  Value value() {
    return OpSemantics.apply(operator, ImmutableList.copyOf(values), attrs);
  }

  /**
   * Checks the result against the rule's type and the elements expected.
   *
   * @return whether the rule allows the operands
   */
  boolean gives(Supplier<Cells> expected) {
    Optional<Type> type = type();
    type.ifPresent(t -> assertResult(t, expected.get()));
    return type.isPresent();
  }

  private void assertResult(Type type, Cells expected) {
    Value value = value();
    assertThat(value).as(this::toString).isInstanceOf(TensorValue.class);
    Cells actual = read((TensorValue) value, expected);
    ShapedType shaped = (ShapedType) type;
    ImmutableList<Expr> valid =
        switch (type) {
          case TileType t -> t.validShape();
          case TensorType t ->
              t.tensorView()
                  .map(TensorView::validShape)
                  .filter(v -> !v.isEmpty())
                  .orElse(t.shape());
          default -> throw new AssertionError(operator + " gives " + type);
        };
    assertThat(actual.dtype()).as(this::toString).isEqualTo(shaped.dtype());
    assertThat(actual.shape()).as(this::toString).isEqualTo(extents(shaped.shape()));
    assertThat(actual.valid()).as(() -> "valid region of " + this).isEqualTo(extents(valid));
    assertThat(actual.elements()).as(this::toString).isEqualTo(expected.elements());
    assertThat(actual.valid()).as(this::toString).isEqualTo(expected.valid());
  }

  /** The elements, null where none is expected and the result holds no value. */
  private static Cells read(TensorValue value, Cells expected) {
    if (!expected.elements().contains(null)) {
      return Cells.of(value);
    }
    return new Cells(
        value.dtype(),
        value.shape(),
        value.valid(),
        IntStream.range(0, Cells.count(value.valid()))
            .mapToObj(i -> element(value, Cells.position(value.valid(), i)))
            .toList());
  }

  /** An element, null if it holds no value. */
  static Number element(TensorValue value, int... position) {
    Value at = Value.tuple(Arrays.stream(position).asLongStream().toArray());
    try {
      return switch (OpSemantics.apply("tile.read", ImmutableList.of(value, at), Attrs.empty())) {
        case Value.OfInt(long x) -> x;
        case Value.OfFloat(double x) -> x;
        case TensorValue _, Value.OfTuple _ -> throw new AssertionError();
      };
    } catch (PoisonException _) {
      return null;
    }
  }

  private static int[] extents(List<Expr> dims) {
    return dims.stream().mapToInt(d -> (int) ((ConstInt) d).value()).toArray();
  }

  /** Checks a scalar result, as {@link #gives(Supplier)}. */
  boolean givesNumber(Supplier<Number> expected) {
    Optional<Type> type = type();
    type.ifPresent(
        t -> {
          assertThat(t).isInstanceOf(ScalarType.class);
          Value value = value();
          Number actual =
              switch (value) {
                case Value.OfInt(long x) -> x;
                case Value.OfFloat(double x) -> x;
                case TensorValue _, Value.OfTuple _ -> throw new AssertionError(value);
              };
          assertThat(actual).as(this::toString).isEqualTo(expected.get());
        });
    return type.isPresent();
  }

  @Override
  public String toString() {
    return operator + " " + attrs + texts;
  }
}
