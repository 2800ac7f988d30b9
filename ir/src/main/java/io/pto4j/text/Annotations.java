package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.analysis.Analyzer;
import io.pto4j.analysis.Types;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiPredicate;

/** Compares the type that an author gives to a value with the type that the value has. */
final class Annotations {
  private Annotations() {}

  /**
   * @throws io.pto4j.ir.IrException if they contradict each other
   */
  static void check(Type annotation, Expr value, Py place) {
    boolean flattened =
        value instanceof Call call
            && (call.isOperator("tile.load") || call.isOperator("tile.create"))
            && annotation instanceof TileType a
            && value.type() instanceof TileType v
            && v.rank() > 2
            && a.rank() <= 2;
    difference(annotation, value.type())
        .filter(_ -> !flattened)
        .ifPresent(
            difference -> {
              throw ValueMistake.ANNOTATION_DIFFERS.at(
                  place, difference, IrPrinter.print(value.type()));
            });
  }

  /**
   * The type of a variable with an annotation: what it does not say is that of the value.
   *
   * @throws io.pto4j.ir.IrException if they contradict each other
   */
  static Type resolved(Type annotation, Expr value, Py place) {
    Type inferred = value.type();
    if (inferred == UnknownType.INSTANCE) {
      return annotation;
    }
    if (isSilent(annotation)) {
      return inferred;
    }
    check(annotation, value, place);
    return switch (annotation) {
      case TileType a when inferred instanceof TileType i -> completed(a, i);
      case TensorLike a when a.memref().isPresent() || a.tensorView().isPresent() -> annotation;
      case TensorLike _ -> inferred;
      case ScalarType _ when inferred instanceof ScalarType(DataType i) && i != DataType.INDEX ->
          inferred;
      default -> annotation;
    };
  }

  /** Whether an annotation says nothing about a value whose type is known. */
  static boolean isSilent(Type annotation) {
    return annotation == UnknownType.INSTANCE
        || annotation == PtrType.INSTANCE
        || annotation == MemRefType.INSTANCE
        || annotation == HandleType.WINDOW_BUFFER;
  }

  /** A type of a tile, completed by the memory and the view of another. */
  static TileType completed(TileType annotation, TileType inferred) {
    return new TileType(
        annotation.dtype(),
        annotation.shape(),
        annotation.memref(),
        annotation.tileView().or(inferred::tileView),
        annotation.memorySpace().or(inferred::memorySpace));
  }

  /**
   * Whether a variable of one type can take a value of another: the types are the same, but for
   * where their elements are and for how their extents are written.
   */
  static boolean same(Type before, Type now) {
    if (before == UnknownType.INSTANCE || now == UnknownType.INSTANCE) {
      return true;
    }
    if (before instanceof ScalarType(DataType b) && now instanceof ScalarType(DataType n)) {
      return b == n;
    }
    return Types.same(simple(before), simple(now)) && sameViews(before, now);
  }

  /** Whether the elements lie in the same order, in the same memory as far as it is known. */
  private static boolean sameViews(Type before, Type now) {
    return switch (before) {
      case TensorLike b when now instanceof TensorLike n ->
          sameOptional(b.tensorView(), n.tensorView(), Annotations::sameView);
      case TileType b when now instanceof TileType n ->
          sameOptional(b.tileView(), n.tileView(), Annotations::sameView)
              && (b.memorySpace().isEmpty()
                  || n.memorySpace().isEmpty()
                  || b.memorySpace().equals(n.memorySpace()));
      default -> true;
    };
  }

  private static <T> boolean sameOptional(Optional<T> a, Optional<T> b, BiPredicate<T, T> same) {
    return a.isPresent() == b.isPresent()
        && (a.isEmpty() || same.test(a.orElseThrow(), b.orElseThrow()));
  }

  private static boolean sameView(TensorView a, TensorView b) {
    return a.layout() == b.layout()
        && a.pad() == b.pad()
        && Dims.same(a.stride(), b.stride())
        && Dims.same(a.validShape(), b.validShape());
  }

  private static boolean sameView(TileView a, TileView b) {
    return a.blayout() == b.blayout()
        && a.slayout() == b.slayout()
        && a.fractal() == b.fractal()
        && a.pad() == b.pad()
        && a.compact() == b.compact()
        && Dims.same(a.stride(), b.stride())
        && Dims.same(a.validShape(), b.validShape())
        && sameOptional(a.startOffset(), b.startOffset(), Dims::same);
  }

  /** The type with its extents simplified, and of a window without its allocation. */
  private static Type simple(Type type) {
    return switch (type) {
      case TensorType t -> new TensorType(t.dtype(), simple(t.shape()), t.memref(), t.tensorView());
      case DistributedTensorType t ->
          new DistributedTensorType(
              t.dtype(), simple(t.shape()), t.memref(), t.tensorView(), Optional.empty());
      case TileType t ->
          new TileType(t.dtype(), simple(t.shape()), t.memref(), t.tileView(), t.memorySpace());
      default -> type;
    };
  }

  private static ImmutableList<Expr> simple(ImmutableList<Expr> shape) {
    return shape.stream().map(d -> new Analyzer().simplify(d)).collect(toImmutableList());
  }

  /** What contradicts, in words; empty if nothing does. */
  private static Optional<String> difference(Type annotation, Type value) {
    if (value == UnknownType.INSTANCE || annotation == UnknownType.INSTANCE) {
      return Optional.empty();
    }
    if (annotation.getClass() != value.getClass()) {
      return Optional.of("");
    }
    if (annotation instanceof ScalarType(DataType a) && value instanceof ScalarType(DataType v)) {
      return agree(a, v) ? Optional.empty() : Optional.of("");
    }
    return switch (annotation) {
      case ShapedType a when value instanceof ShapedType v -> shapes(a, v);
      case TupleType(ImmutableList<Type> a)
          when value instanceof TupleType(ImmutableList<Type> v) ->
          members(a, v);
      case ArrayType a when value instanceof ArrayType v ->
          agree(a.dtype(), v.dtype()) && Dims.same(List.of(a.extent()), List.of(v.extent()))
              ? Optional.empty()
              : Optional.of("");
      default -> Optional.empty();
    };
  }

  private static Optional<String> members(List<Type> annotation, List<Type> value) {
    if (annotation.size() != value.size()) {
      return Optional.of(": it has %d members, not %d".formatted(value.size(), annotation.size()));
    }
    for (int i = 0; i < value.size(); i++) {
      if (difference(annotation.get(i), value.get(i)).isPresent()) {
        return Optional.of(": member %d differs".formatted(i));
      }
    }
    return Optional.empty();
  }

  private static boolean agree(DataType annotation, DataType value) {
    return annotation == value
        || (annotation.isInt() && value == DataType.INDEX)
        || (annotation == DataType.INDEX && value.isInt());
  }

  private static Optional<String> shapes(ShapedType annotation, ShapedType value) {
    if (!agree(annotation.dtype(), value.dtype())) {
      return Optional.of(
          ": its elements are %s, not %s"
              .formatted(value.dtype().text(), annotation.dtype().text()));
    }
    if (annotation.rank() != value.rank()) {
      return Optional.of(
          ": it has %d dimensions, not %d".formatted(value.rank(), annotation.rank()));
    }
    for (int i = 0; i < value.rank(); i++) {
      OptionalLong a = Dims.constant(annotation.shape().get(i));
      OptionalLong v = Dims.constant(value.shape().get(i));
      if (a.isPresent() && v.isPresent() && a.getAsLong() != v.getAsLong()) {
        return Optional.of(
            ": dimension %d is %d, not %d".formatted(i, v.getAsLong(), a.getAsLong()));
      }
    }
    return Optional.empty();
  }
}
