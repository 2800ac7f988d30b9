package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import java.util.ArrayList;
import java.util.List;

/** What models of tensor operators share. */
final class TensorDraws {
  private TensorDraws() {}

  /**
   * The model of an operator together with calls that no operator on tensors takes: a tile for an
   * operand, a keyword argument that is not there or of a wrong kind, or too few operands.
   *
   * @param least how many operands there have to be
   * @param required keyword arguments that there have to be
   */
  static RuleModel checked(RuleModel model, int least, String... required) {
    return draw -> {
      Attempt attempt = model.draw(draw);
      return draw.oneIn(6) ? spoiled(draw, attempt, least, required).isRefused() : attempt;
    };
  }

  private static Attempt spoiled(Draw draw, Attempt attempt, int least, String... required) {
    Attrs kwargs = attempt.kwargs();
    if (required.length > 0 && draw.oneIn(3)) {
      return attempt.with(kwargs.without(draw.any(required)));
    }
    if (attempt.args().isEmpty() || draw.oneIn(4)) {
      return attempt.with(
          kwargs.isEmpty() || draw.oneIn(2)
              ? kwargs.with("nonsense", AttrValue.of(1))
              : kwargs.with(draw.any(kwargs.entries().keySet()), AttrValue.of("nonsense")));
    }
    if (least > 0 && draw.oneIn(3)) {
      return Attempt.of(attempt.args().subList(0, draw.between(0, least - 1))).with(kwargs);
    }
    List<Expr> args = new ArrayList<>(attempt.args());
    int i = draw.between(0, args.size() - 1);
    args.set(i, foreign(draw, args.get(i)));
    return Attempt.of(args).with(kwargs);
  }

  /** Something that cannot stand where {@code operand} stands. */
  private static Expr foreign(Draw draw, Expr operand) {
    if (operand instanceof MakeTuple tuple && draw.oneIn(2)) {
      List<Expr> elements = new ArrayList<>(tuple.elements());
      elements.add(0, draw.scalar(DataType.FP32));
      return Draw.tuple(elements);
    }
    return draw.tile(DataType.FP32, MemorySpace.VEC, 16, 16);
  }

  /** A constant, or now and then one of two symbols. */
  static Extent extent(Draw draw, List<Extent> symbols) {
    return draw.oneIn(5) ? draw.any(symbols) : Extent.of(draw.extent());
  }

  static ImmutableList<Extent> symbols(Draw draw) {
    Extent n = Extent.of(draw.index());
    return ImmutableList.of(n, Extent.of(draw.index()), new Extent(n.symbol(), draw.between(1, 3)));
  }

  static ImmutableList<Extent> shape(Draw draw, int rank, List<Extent> symbols) {
    ImmutableList.Builder<Extent> shape = ImmutableList.builder();
    for (int i = 0; i < rank; i++) {
      shape.add(extent(draw, symbols));
    }
    return shape.build();
  }

  static ImmutableList<Extent> shape(Draw draw, List<Extent> symbols) {
    return shape(draw, draw.between(1, 4), symbols);
  }

  static ImmutableList<Extent> shape(Draw draw) {
    return shape(draw, symbols(draw));
  }

  static ImmutableList<Extent> with(List<Extent> extents, int axis, Extent extent) {
    List<Extent> result = new ArrayList<>(extents);
    result.set(axis, extent);
    return ImmutableList.copyOf(result);
  }

  /** The same shape, or one with another extent or another rank. */
  static ImmutableList<Extent> nearly(Draw draw, List<Extent> shape, List<Extent> symbols) {
    if (!draw.oneIn(4)) {
      return ImmutableList.copyOf(shape);
    }
    return shape.isEmpty() || draw.oneIn(3)
        ? shape(draw, symbols)
        : with(shape, draw.between(0, shape.size() - 1), extent(draw, symbols));
  }

  /** A float wins over what is none, then the wider one, then a signed integer, then the first. */
  static DataType promoted(DataType a, DataType b) {
    if (a.isFloat() && !b.isFloat()) {
      return a;
    }
    if (b.isFloat() && !a.isFloat()) {
      return b;
    }
    if (a.bits() > b.bits()) {
      return a;
    }
    if (b.bits() > a.bits()) {
      return b;
    }
    return b.isSignedInt() && !a.isSignedInt() ? b : a;
  }

  /**
   * A scalar that meets elements of a type.
   *
   * @param dtype the type it has there, which a literal takes from the elements
   * @param fits whether it is a number that may stand there
   */
  record Scalar(Expr value, DataType dtype, boolean fits) {}

  /** A literal, or a variable of any type. */
  static Scalar scalar(Draw draw, DataType element) {
    return switch (draw.between(0, 5)) {
      case 0 -> wholeNumber(draw, element);
      case 1 ->
          new Scalar(
              ConstFloat.of(2.5, DataType.FP32), element.isFloat() ? element : DataType.FP32, true);
      case 2 -> new Scalar(draw.index(), DataType.INDEX, element == DataType.INDEX);
      case 3 -> variable(draw, draw.dtype());
      default -> variable(draw, element);
    };
  }

  private static Scalar variable(Draw draw, DataType dtype) {
    return new Scalar(draw.scalar(dtype), dtype, true);
  }

  /** Beside truth values a literal is FP32. */
  private static Scalar wholeNumber(Draw draw, DataType element) {
    long number = draw.any(0L, 1L, 7L, -1L, 127L, 128L, 255L, 256L, -129L, 70000L, 1L << 33);
    return new Scalar(
        ConstInt.index(number),
        element == DataType.BOOL ? DataType.FP32 : element,
        !element.isInt() || holds(element, number));
  }

  /** Whether the integer type has the number. */
  static boolean holds(DataType dtype, long number) {
    if (dtype.bits() == 64) {
      return number >= 0 || !dtype.isUnsignedInt();
    }
    long count = 1L << dtype.bits();
    return dtype.isUnsignedInt()
        ? number >= 0 && number < count
        : number >= -count / 2 && number < count / 2;
  }
}
