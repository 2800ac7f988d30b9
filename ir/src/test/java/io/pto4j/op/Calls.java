package io.pto4j.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.Arrays;
import java.util.Optional;

/** Short ways to write operands, calls and expected types in tests. */
final class Calls {
  static final Span HERE = Span.at("Kernel.java", 7, 11);

  private Calls() {}

  static Var value(String name, Type type) {
    return new Var(name, type, Span.unknown());
  }

  static Var tensor(DataType dtype, long... shape) {
    return value("x", TensorType.of(dtype, shape));
  }

  static Var window(DataType dtype, long... shape) {
    return value("w", DistributedTensorType.of(dtype, shape));
  }

  static Var buffer(DataType dtype, MemorySpace space, long... shape) {
    return value("b", BufferType.of(dtype, space, shape));
  }

  /** A call that is told what it gives. */
  static Call told(Type result, String name, Expr... args) {
    return Operators.call(name, ImmutableList.copyOf(args), Attrs.empty(), result, HERE);
  }

  /** Checks that a call is refused with a message that says {@code part}. */
  static void refused(String part, String name, Attrs kwargs, Expr... args) {
    assertThatThrownBy(() -> call(name, kwargs, args))
        .isInstanceOfSatisfying(
            IrException.class,
            e -> {
              assertThat(e.getMessage()).startsWith(name).contains(part);
              assertThat(e.hint()).isNotBlank();
              assertThat(e.span()).isEqualTo(HERE);
            });
  }

  static void refused(String part, String name, Expr... args) {
    refused(part, name, Attrs.empty(), args);
  }

  static Attrs ints(Object... keysAndValues) {
    Attrs attrs = Attrs.empty();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      attrs = attrs.with((String) keysAndValues[i], AttrValue.of((int) keysAndValues[i + 1]));
    }
    return attrs;
  }

  static Var vec(DataType dtype, long... shape) {
    return tile(dtype, MemorySpace.VEC, shape);
  }

  static Var tile(DataType dtype, MemorySpace space, long... shape) {
    return value("t", TileType.of(dtype, space, shape));
  }

  static Var scalar(String name, DataType dtype) {
    return value(name, ScalarType.of(dtype));
  }

  static Var index(String name) {
    return scalar(name, DataType.INDEX);
  }

  static ImmutableList<Expr> dims(Object... extents) {
    return Arrays.stream(extents)
        .map(
            extent ->
                extent instanceof Expr expr ? expr : ConstInt.index(((Number) extent).longValue()))
        .collect(ImmutableList.toImmutableList());
  }

  static MakeTuple tuple(Object... elements) {
    return MakeTuple.of(dims(elements), Span.unknown());
  }

  static MakeTuple tuple(ImmutableList<Expr> elements) {
    return MakeTuple.of(elements, Span.unknown());
  }

  static Call call(String name, Attrs kwargs, Expr... args) {
    return Operators.call(name, ImmutableList.copyOf(args), kwargs, HERE);
  }

  static Call call(String name, Expr... args) {
    return call(name, Attrs.empty(), args);
  }

  static Attrs in(MemorySpace space) {
    return Attrs.of("target_memory", AttrValue.of(space));
  }

  /** A tile wholly valid but for {@code valid}, row by row in Vec. */
  static Var partial(DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {
    return value("t", partialType(dtype, shape, valid));
  }

  static TileType partialType(
      DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {
    Optional<MemorySpace> vec = Optional.of(MemorySpace.VEC);
    return new TileType(
        dtype,
        shape,
        Optional.empty(),
        Optional.of(TileView.implicit(shape, vec).withValidShape(valid)),
        vec);
  }

  static TileType laidOut(
      DataType dtype, MemorySpace space, TileLayout blayout, TileLayout slayout, long... shape) {
    return TileType.of(dtype, space, shape).withTileView(TileView.of(blayout, slayout, 512));
  }
}
