package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.pto4j.analysis.Analyzer;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Values in brackets: an element or a window is read, or is replaced. Source: PyPTO Python syntax
 * specification, subscript indexing.
 */
final class Subscripts {
  private final ExprReader exprs;

  Subscripts(ExprReader exprs) {
    this.exprs = exprs;
  }

  /**
   * One dimension of a window.
   *
   * @param valid how much of the extent is valid, where a bound is not constant
   */
  private record Axis(Expr offset, Expr extent, Optional<Expr> valid, boolean dropped) {}

  /** The value of {@code i} where it is read. */
  Expr read(Py.Index i) {
    Expr value = exprs.expr(i.value());
    return switch (value.type()) {
      case TupleType _ -> TupleGetItem.of(value, constantIndex(i), i.span());
      case ArrayType _ ->
          OperatorCall.made(
              "array.get_element",
              ImmutableList.of(value, exprs.expr(only(i))),
              Attrs.empty(),
              i.span());
      case ShapedType type -> part(i, value, type);
      default -> throw ValueMistake.NO_ELEMENTS.at(i, IrPrinter.print(value.type()));
    };
  }

  private int constantIndex(Py.Index i) {
    Optional<Number> at = exprs.folder().fold(only(i));
    if (at.isPresent() && at.get() instanceof Long n && n == n.intValue()) {
      return n.intValue();
    }
    throw ValueMistake.TUPLE_INDEX.at(i);
  }

  private static Py.Expr only(Py.Index i) {
    if (i.indices().size() != 1) {
      throw ValueMistake.ONE_INDEX.at(i, i.indices().size());
    }
    return i.indices().getFirst();
  }

  private static String namespace(ShapedType type) {
    return type instanceof TileType ? "tile." : "tensor.";
  }

  private Expr part(Py.Index i, Expr value, ShapedType type) {
    checkCount(i, type);
    if (isElement(i, type)) {
      MakeTuple at = tuple(i.indices().stream().map(this::scalar).toList(), i.span());
      return OperatorCall.made(
          namespace(type) + "read", ImmutableList.of(value, at), Attrs.empty(), i.span());
    }
    List<Axis> axes = axes(i, type);
    long kept = axes.stream().filter(a -> !a.dropped()).count();
    if (type instanceof TileType && kept < 2) {
      exprs.module().warn(i, "a tile has at least two dimensions, so this part has, too");
    }
    List<Expr> dropped = new ArrayList<>();
    for (int axis = 0; axis < axes.size(); axis++) {
      if (axes.get(axis).dropped()) {
        dropped.add(ConstInt.index(axis));
      }
    }
    List<Expr> valid =
        axes.stream().anyMatch(a -> a.valid().isPresent())
            ? axes.stream().map(a -> a.valid().orElse(a.extent())).toList()
            : List.of();
    ImmutableList.Builder<Expr> args = ImmutableList.builder();
    args.add(value, tuple(axes.stream().map(Axis::extent).toList(), i.span()));
    args.add(tuple(axes.stream().map(Axis::offset).toList(), i.span()));
    if (!valid.isEmpty() || !dropped.isEmpty()) {
      args.add(tuple(valid, i.span()));
    }
    if (!dropped.isEmpty()) {
      args.add(tuple(dropped, i.span()));
    }
    return OperatorCall.made(namespace(type) + "slice", args.build(), Attrs.empty(), i.span());
  }

  private static MakeTuple tuple(List<Expr> elements, Span span) {
    return MakeTuple.of(ImmutableList.copyOf(elements), span);
  }

  private static void checkCount(Py.Index i, ShapedType type) {
    if (i.indices().size() > type.rank()) {
      throw ValueMistake.TOO_MANY_INDICES.at(i, i.indices().size(), type.rank());
    }
  }

  private static boolean isElement(Py.Index i, ShapedType type) {
    return i.indices().size() == type.rank()
        && i.indices().stream().noneMatch(Py.Slice.class::isInstance);
  }

  private List<Axis> axes(Py.Index i, ShapedType type) {
    List<Axis> axes = new ArrayList<>();
    for (int axis = 0; axis < type.rank(); axis++) {
      Expr dim = type.shape().get(axis);
      if (axis >= i.indices().size()) {
        axes.add(new Axis(ConstInt.index(0), dim, Optional.empty(), false));
      } else if (i.indices().get(axis) instanceof Py.Slice slice) {
        axes.add(
            type instanceof TileType tile
                ? tileAxis(slice, dim, tile.validShape().get(axis))
                : tensorAxis(slice, dim));
      } else {
        Expr at = scalar(i.indices().get(axis));
        axes.add(new Axis(at, ConstInt.index(1), Optional.empty(), true));
      }
    }
    return axes;
  }

  private Expr scalar(Py.Expr e) {
    Expr at = exprs.expr(e);
    if (!(at.type() instanceof ScalarType(DataType dtype)) || !dtype.isInt()) {
      throw ValueMistake.INDEX_KIND.at(e);
    }
    checkNotNegative(e, at);
    return at;
  }

  private static void checkNotNegative(Py.Expr e, Expr at) {
    if (Dims.constant(at).orElse(0) < 0) {
      throw ValueMistake.NEGATIVE_INDEX.at(e);
    }
  }

  private Axis tensorAxis(Py.Slice slice, Expr dim) {
    Expr lower = slice.lower().map(this::scalar).orElse(ConstInt.index(0));
    Expr upper = slice.upper().map(this::scalar).orElse(dim);
    Expr extent = slice.lower().isEmpty() ? upper : minus(upper, lower, slice);
    checkExtent(slice, extent);
    return new Axis(lower, extent, Optional.empty(), false);
  }

  private static Expr minus(Expr left, Expr right, Py place) {
    return new Analyzer().simplify(Exprs.binary(BinaryOp.SUB, left, right, place.span()));
  }

  private static void checkExtent(Py.Slice slice, Expr extent) {
    OptionalLong constant = Dims.constant(extent);
    if (constant.isPresent() && constant.getAsLong() <= 0) {
      throw ValueMistake.EMPTY_SLICE.at(slice);
    }
  }

  /** A window of a tile has a constant place and extent; a bound may make less of it valid. */
  private Axis tileAxis(Py.Slice slice, Expr dim, Expr valid) {
    Expr lower = slice.lower().map(this::scalar).orElse(ConstInt.index(0));
    Expr upper = slice.upper().map(this::scalar).orElse(dim);
    long from = Dims.constant(lower).orElseThrow(() -> ValueMistake.TILE_SLICE_START.at(slice));
    long size = Dims.constant(dim).orElseThrow(() -> ValueMistake.TILE_EXTENT.at(slice));
    OptionalLong to = Dims.constant(upper);
    Expr extent = ConstInt.index(Math.min(to.orElse(size), size) - from);
    checkExtent(slice, extent);
    return new Axis(
        lower,
        extent,
        to.isPresent() ? Optional.empty() : Optional.of(validPart(slice, from, upper, valid)),
        false);
  }

  private static Expr validPart(Py.Slice slice, long from, Expr upper, Expr valid) {
    Span span = slice.span();
    Expr end = Exprs.binary(BinaryOp.MIN, upper, valid, span);
    Expr part = from == 0 ? end : Exprs.binary(BinaryOp.SUB, end, ConstInt.index(from), span);
    return Exprs.binary(BinaryOp.MAX, part, ConstInt.index(0), span);
  }

  /** What {@code target} is after {@code value} has replaced the elements that it names. */
  Expr write(Py.Index target, Expr value) {
    Expr whole = exprs.expr(target.value());
    return switch (whole.type()) {
      case ArrayType type -> {
        Expr element =
            value instanceof ConstInt c
                ? new ConstInt(c.span(), ScalarType.of(type.dtype()), c.value())
                : value;
        yield OperatorCall.made(
            "array.update_element",
            ImmutableList.of(whole, exprs.expr(only(target)), element),
            Attrs.empty(),
            target.span());
      }
      case ShapedType type -> place(target, whole, type, value);
      default ->
          throw ValueMistake.NO_ASSIGNABLE_ELEMENTS.at(target, IrPrinter.print(whole.type()));
    };
  }

  private Expr place(Py.Index target, Expr whole, ShapedType type, Expr value) {
    checkCount(target, type);
    if (isElement(target, type)) {
      throw ValueMistake.ELEMENT_ASSIGNMENT.at(target);
    }
    if (!(value.type() instanceof ShapedType source)
        || source instanceof TileType != type instanceof TileType) {
      throw ValueMistake.PART_KIND.at(target, IrPrinter.print(value.type()), IrPrinter.print(type));
    }
    List<Axis> axes = axes(target, type);
    checkSource(target, axes, source);
    Expr placed = source.rank() == axes.size() ? value : fullRank(target, axes, value, source);
    MakeTuple offset = tuple(axes.stream().map(Axis::offset).toList(), target.span());
    return OperatorCall.made(
        namespace(type) + "assemble",
        ImmutableList.of(whole, placed, offset),
        Attrs.empty(),
        target.span());
  }

  /** The source with an axis of extent 1 in the place of each scalar index. */
  private static Expr fullRank(Py.Index target, List<Axis> axes, Expr value, ShapedType source) {
    Span span = target.span();
    ImmutableList.Builder<Expr> args = ImmutableList.builder();
    args.add(value);
    List<Expr> valid = valid(source);
    if (source instanceof TileType || Dims.same(valid, source.shape())) {
      args.add(tuple(axes.stream().map(Axis::extent).toList(), span));
    } else {
      args.add(tuple(placed(axes, source.shape()), span), tuple(placed(axes, valid), span));
    }
    return OperatorCall.made(namespace(source) + "reshape", args.build(), Attrs.empty(), span);
  }

  /** The extents of a source on the axes that are kept, and 1 on the others. */
  private static List<Expr> placed(List<Axis> axes, List<Expr> extents) {
    List<Expr> result = new ArrayList<>();
    int next = 0;
    for (Axis axis : axes) {
      result.add(axis.dropped() ? ConstInt.index(1) : extents.get(next++));
    }
    return result;
  }

  private static List<Expr> valid(ShapedType type) {
    return switch (type) {
      case TileType tile -> tile.validShape();
      case TensorLike tensor -> tensor.effectiveView().validShape();
    };
  }

  private static void checkSource(Py.Index target, List<Axis> axes, ShapedType source) {
    ImmutableList<Expr> kept =
        axes.stream().filter(a -> !a.dropped()).map(Axis::extent).collect(toImmutableList());
    boolean padded = source instanceof TileType && source.rank() == Math.max(2, kept.size());
    if (source.rank() != kept.size() && !padded) {
      throw mismatch(target, kept, source);
    }
    int skipped = source.rank() - kept.size();
    for (int i = 0; i < kept.size(); i++) {
      OptionalLong window = Dims.constant(kept.get(i));
      OptionalLong given = Dims.constant(source.shape().get(i + skipped));
      OptionalLong valid = Dims.constant(valid(source).get(i + skipped));
      boolean fits =
          window.isEmpty() || given.isEmpty() || given.equals(window) || valid.equals(window);
      if (!fits) {
        throw mismatch(target, kept, source);
      }
    }
  }

  private static IrException mismatch(Py.Index target, List<Expr> window, ShapedType source) {
    return ValueMistake.PART_SHAPE.at(
        target,
        IrPrinter.print(source),
        window.stream().map(IrPrinter::print).collect(joining(", ")));
  }
}
