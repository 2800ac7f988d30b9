package io.pto4j.backend.pto;

import static java.util.stream.Collectors.joining;

import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Span;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import java.util.List;
import java.util.Locale;

/** Types in device code. */
final class PtoTypes {
  static final String INDEX = "index";

  private PtoTypes() {}

  /** The spelling of an element type. */
  static String element(DataType dtype, Span span) {
    if (dtype.bits() == 4) {
      throw new IrException(
          "a kernel cannot hold " + dtype + " elements on this target",
          "cast to an 8-bit type first",
          span);
    }
    return dtype
        .mlir()
        .orElseThrow(
            () -> new IrException("a kernel cannot hold values of type " + dtype, "", span));
  }

  static String pointer(DataType dtype, Span span) {
    return "!pto.ptr<" + element(dtype, span) + ">";
  }

  /** Every extent of a tensor view is left open, whether it is constant or not. */
  static String tensorView(int rank, DataType dtype, Span span) {
    return "!pto.tensor_view<" + "?x".repeat(rank) + element(dtype, span) + ">";
  }

  static String partition(List<Expr> sizes, DataType dtype, Span span) {
    String dims =
        sizes.stream()
            .map(d -> d instanceof ConstInt c ? c.value() + "x" : "?x")
            .collect(joining());
    return "!pto.partition_tensor_view<" + dims + element(dtype, span) + ">";
  }

  /** The type of an allocated tile: its valid extents travel as operands of the allocation. */
  static String tile(TileType type, Span span) {
    return tile(type, "?", "?", span);
  }

  /**
   * The type of a window or reinterpretation of a tile, whose constant valid extents are part of
   * the type.
   */
  static String view(TileType type, Span span) {
    List<Expr> valid = matrix(type.validShape(), span);
    return tile(type, extent(valid.get(0)), extent(valid.get(1)), span);
  }

  private static String extent(Expr extent) {
    return extent instanceof ConstInt c ? Long.toString(c.value()) : "?";
  }

  private static String tile(TileType type, String validRows, String validCols, Span span) {
    TileView view = type.effectiveView();
    List<Expr> shape = matrix(type.shape(), span);
    return "!pto.tile_buf<loc=%s, dtype=%s, rows=%d, cols=%d, v_row=%s, v_col=%s, blayout=%s, slayout=%s, fractal=%d, pad=%d%s>"
        .formatted(
            location(type.memorySpace().orElse(MemorySpace.VEC), span),
            element(type.dtype(), span),
            constant(shape.get(0), span),
            constant(shape.get(1), span),
            validRows,
            validCols,
            view.blayout().text(),
            view.slayout().text(),
            view.fractal(),
            view.pad().code(),
            view.compact() == CompactMode.NORMAL ? ", compact=1" : "");
  }

  /** A tile's extents as rows and columns; a one-dimensional tile is one row. */
  static List<Expr> matrix(List<Expr> shape, Span span) {
    return switch (shape.size()) {
      case 1 -> List.of(ConstInt.index(1), shape.get(0));
      case 2 -> shape;
      default ->
          throw new IrException(
              "a tile in a kernel has two dimensions, not " + shape.size(), "", span);
    };
  }

  private static long constant(Expr extent, Span span) {
    if (extent instanceof ConstInt c) {
      return c.value();
    }
    throw new IrException(
        "the shape of a tile must be constant",
        "use a constant shape and a smaller valid shape",
        span);
  }

  private static String location(MemorySpace space, Span span) {
    return switch (space) {
      case VEC, MAT, LEFT, RIGHT, ACC, BIAS -> space.text().toLowerCase(Locale.ROOT);
      case LEFT_SCALE, RIGHT_SCALE -> "scaling";
      case DDR, SCALAR_LOCAL ->
          throw new IrException("a tile cannot live in " + space.text(), "", span);
    };
  }
}
