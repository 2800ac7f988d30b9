package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.BOOL;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INDEX;
import static io.pto4j.ir.DataType.INT16;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT64;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.DataType.TASK_ID;
import static io.pto4j.ir.DataType.UINT16;
import static io.pto4j.ir.DataType.UINT32;
import static io.pto4j.ir.DataType.UINT64;
import static io.pto4j.ir.DataType.UINT8;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.dims;
import static io.pto4j.op.Calls.index;
import static io.pto4j.op.Calls.ints;
import static io.pto4j.op.Calls.refused;
import static io.pto4j.op.Calls.scalar;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.Longs;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * What each family of operators takes and gives, for every element type and rank, against
 * statements of the rules that share nothing with the table.
 */
class RuleFamiliesTest {
  private static final Set<DataType> INTEGERS =
      ImmutableSet.of(INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64);
  private static final Set<DataType> ALL =
      ImmutableSet.of(
          INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, FP16, FP32, BF16, BOOL);

  /** The type of the call; empty where it is refused as a mistake of the author. */
  private static Optional<Type> type(String op, Attrs kwargs, Expr... args) {
    try {
      return Optional.of(call(op, kwargs, args).type());
    } catch (IrException e) {
      assertThat(e.getMessage()).startsWith(op);
      return Optional.empty();
    }
  }

  private static Optional<Type> type(String op, Expr... args) {
    return type(op, Attrs.empty(), args);
  }

  @Provide
  Arbitrary<DataType> elements() {
    return Arbitraries.of(ALL);
  }

  @Provide
  Arbitrary<long[]> shapes() {
    return Arbitraries.longs().between(1, 3).array(long[].class).ofMinSize(1).ofMaxSize(4);
  }

  // ---- element by element

  private static Set<DataType> elementwise(String op) {
    return switch (op) {
      case "div" -> ImmutableSet.of(INT16, INT32, FP16, FP32);
      case "and", "or", "shl", "shr" -> INTEGERS;
      default -> ALL;
    };
  }

  @Provide
  Arbitrary<String> binary() {
    return Arbitraries.of(
        "add", "sub", "mul", "div", "maximum", "minimum", "fmod", "and", "or", "shl", "shr");
  }

  @Property(tries = 400)
  void tilesOfOneTypeAndShapeMeet(
      @ForAll("binary") String op,
      @ForAll("elements") DataType a,
      @ForAll("elements") DataType b,
      @ForAll("shapes") long[] x,
      @ForAll("shapes") long[] y) {
    boolean legal = a == b && Arrays.equals(x, y) && elementwise(op).contains(a);
    Var lhs = vec(a, x);
    assertThat(type("tile." + op, lhs, vec(b, y)))
        .isEqualTo(legal ? Optional.of(lhs.type()) : Optional.empty());
    assertThat(type("tile." + op, lhs, vec(a, x)).isPresent())
        .isEqualTo(elementwise(op).contains(a));
  }

  /** The type that holds both; what is shifted keeps its own. */
  @Property(tries = 400)
  void tensorsOfOneShapeMeet(
      @ForAll("binary") String op,
      @ForAll("elements") DataType a,
      @ForAll("elements") DataType b,
      @ForAll("shapes") long[] shape) {
    boolean shift = op.startsWith("sh");
    boolean legal = elementwise(op).contains(a) && elementwise(op).contains(b);
    Optional<Type> given = type("tensor." + op, tensor(a, shape), tensor(b, shape));
    assertThat(given.isPresent()).isEqualTo(legal);
    given.ifPresent(t -> assertThat(t).isEqualTo(TensorType.of(shift ? a : wider(a, b), shape)));
  }

  private static DataType wider(DataType a, DataType b) {
    int byRank = Integer.compare(rank(a), rank(b));
    return byRank >= 0 ? a : b;
  }

  /** Floats before others, then wide before narrow, then signed before unsigned. */
  private static int rank(DataType type) {
    int width = type == BOOL ? 1 : type.bits();
    boolean isFloat = type == FP16 || type == FP32 || type == BF16;
    boolean signed = type == INT8 || type == INT16 || type == INT32 || type == INT64;
    return (isFloat ? 1000 : 0) + 2 * width + (signed ? 1 : 0);
  }

  private static Set<DataType> unary(String op) {
    return switch (op) {
      case "exp", "log", "sqrt", "rsqrt", "recip" -> ImmutableSet.of(FP16, FP32);
      case "sin", "cos" -> ImmutableSet.of(FP32);
      case "not" -> ImmutableSet.of(INT16, UINT16);
      default -> ALL;
    };
  }

  @Property(tries = 300)
  void oneOperandKeepsItsType(
      @ForAll("unaries") String op,
      @ForAll("elements") DataType a,
      @ForAll("shapes") long[] shape) {
    boolean legal = unary(op).contains(a);
    Var tile = vec(a, shape);
    assertThat(type("tile." + op, tile))
        .isEqualTo(legal ? Optional.of(tile.type()) : Optional.empty());
    boolean rounds = ImmutableSet.of("exp", "sqrt", "rsqrt", "recip").contains(op);
    boolean isFloat = a == FP16 || a == FP32 || a == BF16;
    Optional<Type> expected =
        rounds
            ? Optional.of(TensorType.of(isFloat ? a : FP32, shape))
            : legal ? Optional.of(TensorType.of(a, shape)) : Optional.empty();
    assertThat(type("tensor." + op, tensor(a, shape))).isEqualTo(expected);
  }

  @Provide
  Arbitrary<String> unaries() {
    return Arbitraries.of(
        "neg", "abs", "exp", "log", "sqrt", "rsqrt", "recip", "sin", "cos", "not");
  }

  @Property(tries = 400)
  void castsChangeTheElementTypeOnly(
      @ForAll("elements") DataType from,
      @ForAll("elements") DataType to,
      @ForAll @IntRange(min = -1, max = 8) int mode,
      @ForAll("shapes") long[] shape) {
    Attrs kwargs = Attrs.of("target_type", AttrValue.of(to)).with("mode", AttrValue.of(mode));
    boolean legal = from != to && mode >= 0 && mode <= 6;
    assertThat(type("tile.cast", kwargs, vec(from, shape)))
        .isEqualTo(legal ? Optional.of(vec(to, shape).type()) : Optional.empty());
    assertThat(type("tensor.cast", kwargs, tensor(from, shape)))
        .isEqualTo(legal ? Optional.of(TensorType.of(to, shape)) : Optional.empty());
  }

  @Property(tries = 100)
  void comparisonsHaveSixCodes(
      @ForAll @IntRange(min = -1, max = 7) int code, @ForAll("elements") DataType a) {
    Attrs kwargs = ints("cmp_type", code);
    boolean legal = code >= 0 && code <= 5;
    assertThat(type("tensor.cmp", kwargs, tensor(a, 4, 8), tensor(a, 4, 8)))
        .isEqualTo(legal ? Optional.of(TensorType.of(a, 4, 8)) : Optional.empty());
    assertThat(type("tile.cmp", kwargs, vec(a, 4, 8), vec(a, 4, 8)).isPresent()).isEqualTo(legal);
    assertThat(type("tile.cmps", kwargs, vec(a, 4, 8), scalar("s", a)).isPresent())
        .isEqualTo(legal);
  }

  // ---- scalars

  /** A literal takes the element type, a float literal too: FP16 stays FP16. */
  @Property(tries = 200)
  void aLiteralDoesNotWiden(
      @ForAll("elements") DataType a, @ForAll @IntRange(min = 0, max = 100) int number) {
    for (String op : List.of("adds", "muls")) {
      for (boolean fraction : new boolean[] {false, true}) {
        Expr literal = fraction ? ConstFloat.of(number + 0.5, FP32) : ConstInt.index(number);
        boolean isFloat = a == FP16 || a == FP32 || a == BF16;
        boolean legal = isFloat || (!fraction && INTEGERS.contains(a));
        assertThat(type("tensor." + op, tensor(a, 4, 8), literal))
            .as(op + " " + a + " " + literal)
            .contains(TensorType.of(legal ? a : FP32, 4, 8));
        assertThat(type("tile." + op, vec(a, 4, 8), literal))
            .isEqualTo(legal ? Optional.of(vec(a, 4, 8).type()) : Optional.empty());
      }
    }
  }

  @Test
  void anIndexIsCastFirst() {
    refused("is an index", "tensor.adds", tensor(FP32, 4, 8), index("n"));
    refused("is an index", "tile.ands", vec(INT32, 4, 8), index("n"));
  }

  @Property(tries = 200)
  void shiftCountsLieInTheWidth(
      @ForAll("elements") DataType a, @ForAll @IntRange(min = -2, max = 70) int count) {
    boolean legal = INTEGERS.contains(a) && count >= 0 && count < a.bits();
    for (String op : List.of("shls", "shrs")) {
      assertThat(type("tensor." + op, tensor(a, 4, 8), ConstInt.of(count, INT32)).isPresent())
          .isEqualTo(legal);
      assertThat(type("tile." + op, vec(a, 4, 8), ConstInt.of(count, INT32)).isPresent())
          .isEqualTo(legal);
    }
  }

  @Test
  void unsignedChoicesTakeASignedScalar() {
    Var mask = vec(UINT8, 4, 32);
    Var tmp = vec(UINT8, 1, 32);
    for (DataType a : List.of(UINT8, UINT16, UINT32)) {
      DataType signed = a == UINT8 ? INT8 : a == UINT16 ? INT16 : INT32;
      Var src = vec(a, 4, 32);
      assertThat(type("tile.sels", mask, src, tmp, scalar("s", signed))).contains(src.type());
      assertThat(type("tile.sels", mask, src, tmp, scalar("s", a))).isEmpty();
      long all = (1L << a.bits()) - 1;
      assertThat(call("tile.sels", mask, src, tmp, ConstInt.index(all)).args().get(3))
          .isEqualTo(ConstInt.of(-1, signed));
    }
    assertThat(call("tile.sels", mask, vec(FP16, 4, 32), tmp, ConstInt.index(2)).args().get(3))
        .isEqualTo(ConstFloat.of(2, FP16));
    assertThat(type("tile.sels", mask, vec(BF16, 4, 32), tmp, scalar("s", BF16))).isEmpty();
  }

  // ---- along an axis

  @Provide
  Arbitrary<String> reductions() {
    return Arbitraries.of("sum", "max", "min", "prod", "argmax", "argmin");
  }

  @Property(tries = 400)
  void anAxisIsReduced(
      @ForAll("reductions") String what,
      @ForAll boolean rows,
      @ForAll("elements") DataType a,
      @ForAll("shapes") long[] shape) {
    String op = (rows ? "row_" : "col_") + what;
    int axis = shape.length - (rows ? 1 : 2);
    boolean typed = !op.equals("row_min") || ImmutableSet.of(INT16, INT32, FP16, FP32).contains(a);
    boolean legal = typed && axis >= 0;
    long[] reduced = shape.clone();
    if (axis >= 0) {
      reduced[axis] = 1;
    }
    DataType element = what.startsWith("arg") ? INT32 : a;
    assertThat(type("tensor." + op, tensor(a, shape)))
        .isEqualTo(legal ? Optional.of(TensorType.of(element, reduced)) : Optional.empty());
    boolean scratch = rows || what.startsWith("arg");
    Expr[] operands =
        scratch ? new Expr[] {vec(a, shape), vec(a, shape)} : new Expr[] {vec(a, shape)};
    Optional<Type> tile = type("tile." + op, operands);
    boolean column = shape.length == 2 && shape[1] == 1 && shape[0] > 1;
    boolean flat = !op.equals("row_min") || !column;
    assertThat(tile.isPresent()).isEqualTo(typed && flat && shape.length >= 2);
    tile.ifPresent(
        t -> {
          assertThat(((TileType) t).shape()).isEqualTo(dims(Longs.asList(reduced).toArray()));
          assertThat(((TileType) t).dtype()).isEqualTo(element);
        });
  }

  @Property(tries = 100)
  void onlyTheOwnAxisIsReduced(
      @ForAll @IntRange(min = -4, max = 3) int axis, @ForAll boolean keep) {
    Attrs kwargs = ints("axis", axis).with("keep_dim", AttrValue.of(keep));
    assertThat(type("tensor.row_sum", kwargs, tensor(FP32, 2, 3, 4)).isPresent())
        .isEqualTo(keep && (axis == -1 || axis == 2));
    assertThat(type("tensor.col_sum", kwargs, tensor(FP32, 2, 3, 4)).isPresent())
        .isEqualTo(keep && (axis == -2 || axis == 1));
  }

  @Test
  void nothingIsReducedToNothing() {
    refused(
        "no valid element",
        "tile.row_sum",
        Calls.partial(FP32, dims(4, 8), dims(4, 0)),
        vec(FP32, 4, 8));
  }

  /** The vector is the matrix with one of the last two extents put to 1. */
  @Property(tries = 400)
  void aVectorIsRepeated(
      @ForAll boolean rows, @ForAll("shapes") long[] matrix, @ForAll("shapes") long[] vector) {
    boolean legal = matrix.length >= 2;
    boolean batched = repeats(rows, matrix, vector);
    if (legal) {
      long[] wanted = matrix.clone();
      wanted[matrix.length - (rows ? 1 : 2)] = 1;
      legal = Arrays.equals(wanted, vector);
    }
    String op = rows ? "row_expand_mul" : "col_expand_mul";
    assertThat(type("tensor." + op, tensor(FP16, matrix), tensor(FP32, vector)))
        .isEqualTo(batched ? Optional.of(TensorType.of(FP32, matrix)) : Optional.empty());
    assertThat(type("tile." + op, vec(FP32, matrix), vec(FP32, vector)))
        .isEqualTo(legal ? Optional.of(vec(FP32, matrix).type()) : Optional.empty());
    assertThat(type("tensor.row_expand_add", tensor(FP32, matrix), tensor(FP16, vector))).isEmpty();
  }

  /** The last two extents are those of a row or column, further ones may be left out or 1. */
  private static boolean repeats(boolean rows, long[] matrix, long[] vector) {
    if (vector.length < 2 || vector.length > matrix.length) {
      return false;
    }
    for (int fromEnd = 1; fromEnd <= vector.length; fromEnd++) {
      long given = vector[vector.length - fromEnd];
      long whole = matrix[matrix.length - fromEnd];
      boolean unit = fromEnd == (rows ? 1 : 2);
      if (unit ? given != 1 : given != whole && !(fromEnd > 2 && given == 1)) {
        return false;
      }
    }
    return true;
  }

  // ---- windows and shapes

  @Property(tries = 500)
  void aSliceLiesInItsSource(
      @ForAll @IntRange(min = 1, max = 12) int extent,
      @ForAll @IntRange(min = -2, max = 14) int offset,
      @ForAll @IntRange(min = -2, max = 14) int window,
      @ForAll boolean clamp,
      @ForAll boolean drop) {
    boolean inside = offset >= 0 && window >= 1 && (clamp || offset + window <= extent);
    int valid = clamp ? Math.max(0, Math.min(window, extent - offset)) : window;
    boolean legal = inside && (!drop || (window == 1 && valid == 1));
    Optional<Type> given =
        type(
            "tensor.slice",
            Attrs.of("clamp", AttrValue.of(clamp)),
            tensor(INT8, extent, 4),
            tuple(window, 4),
            tuple(offset, 0),
            tuple(),
            drop ? tuple(0) : tuple());
    assertThat(given.isPresent()).isEqualTo(legal);
    given.ifPresent(
        t -> {
          TensorType slice = (TensorType) t;
          assertThat(slice.shape()).isEqualTo(drop ? dims(4) : dims(window, 4));
          assertThat(slice.effectiveView().validShape()).isEqualTo(drop ? dims(4) : dims(valid, 4));
        });
    if (!drop && !clamp) {
      assertThat(
              type("tile.slice", vec(INT8, extent, 4), tuple(window, 4), tuple(offset, 0))
                  .isPresent())
          .isEqualTo(legal);
    }
  }

  @Test
  void aSliceRemembersItsPadding() {
    Attrs zero = Attrs.of("pad_value", new AttrValue.OfPadValue(PadValue.ZERO));
    Type slice =
        call("tensor.slice", zero, tensor(FP32, 8, 8), tuple(4, 8), tuple(0, 0), tuple(2, 8))
            .type();
    assertThat(((TensorType) slice).effectiveView().pad()).isEqualTo(PadValue.ZERO);
    Type filled = call("tensor.fillpad", zero, value("s", slice)).type();
    assertThat(((TensorType) filled).effectiveView().pad()).isEqualTo(PadValue.ZERO);
    assertThat(((TensorType) filled).effectiveView().validShape()).isEqualTo(dims(4, 8));
  }

  @Test
  void halvesOfAByteAreNotSliced() {
    refused(
        "middle of a byte", "tensor.slice", tensor(DataType.FP4, 4, 8), tuple(4, 4), tuple(0, 1));
  }

  @Property(tries = 300)
  void aReshapeKeepsTheElements(@ForAll("shapes") long[] from, @ForAll("shapes") long[] to) {
    boolean legal = product(from) == product(to);
    assertThat(type("tensor.reshape", tensor(FP16, from), tuple(Longs.asList(to).toArray())))
        .isEqualTo(legal ? Optional.of(TensorType.of(FP16, to)) : Optional.empty());
    Optional<Type> tile = type("tile.reshape", vec(FP16, from), tuple(Longs.asList(to).toArray()));
    assertThat(tile).isEqualTo(legal ? Optional.of(vec(FP16, to).type()) : Optional.empty());
  }

  private static long product(long[] shape) {
    return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }

  @Property(tries = 300)
  void transposingNamesTwoAxes(
      @ForAll("shapes") long[] shape,
      @ForAll @IntRange(min = -5, max = 5) int a,
      @ForAll @IntRange(min = -5, max = 5) int b) {
    int rank = shape.length;
    int first = a < 0 ? a + rank : a;
    int second = b < 0 ? b + rank : b;
    boolean legal =
        rank >= 2 && first >= 0 && first < rank && second >= 0 && second < rank && first != second;
    Optional<Type> given =
        type("tensor.transpose", tensor(FP16, shape), ConstInt.index(a), ConstInt.index(b));
    assertThat(given.isPresent()).isEqualTo(legal);
    assertThat(
            type("tile.transpose", vec(FP16, shape), ConstInt.index(a), ConstInt.index(b))
                .isPresent())
        .isEqualTo(legal);
    given.ifPresent(
        t -> {
          long[] swapped = shape.clone();
          swapped[first] = shape[second];
          swapped[second] = shape[first];
          assertThat(((TensorType) t).shape()).isEqualTo(dims(Longs.asList(swapped).toArray()));
          boolean trailing = first + second == 2 * rank - 3;
          assertThat(((TensorType) t).effectiveView().layout())
              .isEqualTo(trailing ? TensorLayout.DN : TensorLayout.ND);
        });
  }

  @Property(tries = 200)
  void matricesStandSideBySide(
      @ForAll @IntRange(min = 1, max = 4) int rows,
      @ForAll @IntRange(min = 1, max = 4) int otherRows,
      @ForAll @IntRange(min = 1, max = 8) int columns,
      @ForAll @IntRange(min = 1, max = 8) int otherColumns) {
    boolean legal = rows == otherRows;
    assertThat(
            type(
                "tensor.concat",
                tensor(FP32, rows, columns),
                tensor(FP32, otherRows, otherColumns)))
        .isEqualTo(
            legal
                ? Optional.of(TensorType.of(FP32, rows, columns + otherColumns))
                : Optional.empty());
    assertThat(
            type("tile.concat", vec(FP32, rows, columns), vec(FP32, otherRows, otherColumns))
                .isPresent())
        .isEqualTo(legal);
    Var partial =
        value(
            "p",
            call("tensor.slice", tensor(FP32, rows, 8), tuple(rows, 8), tuple(0, 0), tuple(rows, 4))
                .type());
    refused("wholly valid", "tensor.concat", partial, partial);
  }

  // ---- matrices

  @Property(tries = 300)
  void batchesOfMatricesMultiply(
      @ForAll("shapes") long[] a, @ForAll("shapes") long[] b, @ForAll("elements") DataType dtype) {
    Optional<long[]> expected = multiplied(a, b);
    assertThat(type("tensor.matmul", tensor(dtype, a), tensor(dtype, b)))
        .isEqualTo(expected.map(shape -> TensorType.of(dtype, shape)));
    assertThat(type("tensor.matmul", tensor(FP16, a), tensor(dtype, b)))
        .isEqualTo(expected.map(shape -> TensorType.of(wider(FP16, dtype), shape)));
    Attrs wide = Attrs.of("out_dtype", AttrValue.of(FP32));
    assertThat(type("tensor.matmul", wide, tensor(FP16, a), tensor(FP16, b)))
        .isEqualTo(expected.map(shape -> TensorType.of(FP32, shape)));
  }

  private static Optional<long[]> multiplied(long[] a, long[] b) {
    if (a.length == 1 || b.length == 1) {
      boolean row = a.length == 1;
      boolean column = b.length == 1;
      return a.length > 2 || b.length > 2 || a[a.length - 1] != b[0]
          ? Optional.empty()
          : Optional.of(
              Longs.concat(
                  row ? new long[0] : new long[] {a[0]}, column ? new long[0] : new long[] {b[1]}));
    }
    if (a.length < 2 || b.length < 2 || a[a.length - 1] != b[b.length - 2]) {
      return Optional.empty();
    }
    int rank = Math.max(a.length, b.length);
    long[] result = new long[rank];
    for (int i = 0; i < rank - 2; i++) {
      int ai = i - (rank - a.length);
      int bi = i - (rank - b.length);
      long x = ai < 0 ? 1 : a[ai];
      long y = bi < 0 ? 1 : b[bi];
      if (x != y && x != 1 && y != 1) {
        return Optional.empty();
      }
      result[i] = Math.max(x, y);
    }
    result[rank - 2] = a[a.length - 2];
    result[rank - 1] = b[b.length - 1];
    return Optional.of(result);
  }

  // ---- what is made from nothing

  @Property(tries = 200)
  void filledShapes(@ForAll("elements") DataType a, @ForAll("shapes") long[] shape) {
    Attrs kwargs = Attrs.of("dtype", AttrValue.of(a));
    Expr extents = tuple(Longs.asList(shape).toArray());
    assertThat(type("tensor.create", kwargs, extents)).contains(TensorType.of(a, shape));
    assertThat(type("tensor.full", kwargs, extents, ConstInt.index(1)))
        .contains(TensorType.of(a, shape));
    boolean isFloat = a == FP16 || a == FP32 || a == BF16;
    assertThat(type("tensor.full", kwargs, extents, ConstFloat.of(0.5, FP32)).isPresent())
        .isEqualTo(isFloat);
    assertThat(type("tile.full", kwargs, extents, ConstFloat.of(0.5, FP32)).isPresent())
        .isEqualTo(isFloat);
    assertThat(type("tensor.create", kwargs, tuple(-4, 8))).isEmpty();
  }

  @Property(tries = 200)
  void anInitialValueFitsItsElements(
      @ForAll("elements") DataType a, @ForAll @IntRange(min = -3, max = 3) int halves) {
    double initial = halves / 2.0;
    Attrs kwargs = Attrs.of("dtype", AttrValue.of(a)).with("init_value", AttrValue.of(initial));
    boolean isFloat = a == FP16 || a == FP32 || a == BF16;
    boolean signed = ImmutableSet.of(INT8, INT16, INT32, INT64).contains(a);
    boolean holds = a == BOOL ? halves == 0 || halves == 2 : signed || halves >= 0;
    boolean legal = isFloat ? initial == 0 || a == FP32 : holds && halves % 2 == 0;
    assertThat(type("tensor.create", kwargs, tuple(8)).isPresent()).isEqualTo(legal);
    assertThat(type("tensor.create", kwargs.with("init_value", AttrValue.of(Double.NaN)), tuple(8)))
        .isEmpty();
  }

  // ---- memory

  @Property(tries = 300)
  void aStoreFitsItsTensor(
      @ForAll("elements") DataType a,
      @ForAll("elements") DataType b,
      @ForAll @IntRange(min = -1, max = 9) int offset,
      @ForAll @IntRange(min = -1, max = 2) int atomic) {
    Attrs kwargs = ints("atomic", atomic);
    boolean adds = ImmutableSet.of(FP32, BF16, FP16, INT32, INT16, INT8).contains(b);
    boolean legal =
        a == b && offset >= 0 && offset + 4 <= 8 && (atomic == 0 || (atomic == 1 && adds));
    Var out = tensor(b, 8, 16);
    assertThat(type("tile.store", kwargs, vec(a, 4, 16), tuple(offset, 0), out))
        .isEqualTo(legal ? Optional.of(out.type()) : Optional.empty());
    assertThat(type("tensor.assemble", kwargs, out, tensor(a, 4, 16), tuple(offset, 0)))
        .isEqualTo(legal ? Optional.of(out.type()) : Optional.empty());
  }

  @Property(tries = 200)
  void anElementIsReadAndWrittenInItsShape(
      @ForAll("elements") DataType a,
      @ForAll("elements") DataType b,
      @ForAll @IntRange(min = -1, max = 5) int row) {
    boolean inside = row >= 0 && row < 4;
    Var x = tensor(a, 4, 8);
    Var t = vec(a, 4, 8);
    assertThat(type("tensor.read", x, tuple(row, 7)))
        .isEqualTo(inside ? Optional.of(ScalarType.of(a)) : Optional.empty());
    assertThat(type("tile.read", t, tuple(row, 8))).isEmpty();
    assertThat(type("tensor.write", x, tuple(row, 0), scalar("v", b)))
        .isEqualTo(inside && a == b ? Optional.of(x.type()) : Optional.empty());
    assertThat(type("tile.write", t, tuple(row, 0), scalar("v", b)))
        .isEqualTo(inside && a == b ? Optional.of(t.type()) : Optional.empty());
    assertThat(type("tensor.read", x, tuple(row))).isEmpty();
  }

  @Property(tries = 200)
  void arraysHoldWhatARegisterHolds(
      @ForAll("held") DataType a,
      @ForAll("held") DataType b,
      @ForAll @IntRange(min = -1, max = 9) int at) {
    Var array = value("a", new ArrayType(a, ConstInt.index(8)));
    boolean inside = at >= 0 && at < 8;
    assertThat(type("array.get_element", array, ConstInt.index(at)))
        .isEqualTo(inside ? Optional.of(ScalarType.of(a)) : Optional.empty());
    boolean integers = a != BOOL && a != TASK_ID && b != BOOL && b != TASK_ID;
    boolean fits = a == b || (integers && (a == INDEX || b == INDEX));
    assertThat(type("array.update_element", array, ConstInt.index(at), scalar("v", b)))
        .isEqualTo(inside && fits ? Optional.of(array.type()) : Optional.empty());
  }

  @Provide
  Arbitrary<DataType> held() {
    return Arbitraries.of(INT8, INT32, INT64, UINT16, INDEX, BOOL, TASK_ID);
  }

  // ---- indices

  @Property(tries = 300)
  void indicesHaveTheWidthOfTheirElements(
      @ForAll("elements") DataType a, @ForAll("elements") DataType i) {
    boolean gathered = ImmutableSet.of(FP16, FP32, INT16, INT32).contains(a);
    boolean pairs = gathered && (i == INT32 || (i == INT16 && a.bits() == 16));
    assertThat(type("tensor.gather", ints("dim", 1), tensor(a, 4, 8), tensor(i, 4, 2)))
        .isEqualTo(pairs ? Optional.of(TensorType.of(a, 4, 2)) : Optional.empty());
    assertThat(type("tile.gather", vec(a, 4, 8), vec(i, 4, 2), vec(INT32, 4, 2)).isPresent())
        .isEqualTo(pairs);
    boolean scattered = ImmutableSet.of(INT8, INT16, INT32, FP16, FP32, BF16).contains(a);
    boolean fits = scattered && i == (a.bits() == 32 ? INT32 : INT16);
    assertThat(
            type(
                "tensor.scatter",
                ints("dim", -1),
                tensor(a, 4, 8),
                tensor(i, 4, 2),
                tensor(a, 4, 2)))
        .isEqualTo(fits ? Optional.of(TensorType.of(a, 4, 8)) : Optional.empty());
    assertThat(type("tile.scatter", vec(a, 4, 8), vec(a, 4, 2), vec(i, 4, 2)).isPresent())
        .isEqualTo(fits);
  }

  @Property(tries = 200)
  void onlyTheIndexedAxisMayBeLonger(
      @ForAll @IntRange(min = -4, max = 4) int dim,
      @ForAll @IntRange(min = 1, max = 5) int a,
      @ForAll @IntRange(min = 1, max = 5) int b,
      @ForAll @IntRange(min = 1, max = 5) int c) {
    int axis = dim < 0 ? dim + 3 : dim;
    List<Integer> index = List.of(a, b, c);
    boolean legal = axis >= 0 && axis < 3;
    for (int i = 0; i < 3; i++) {
      legal &= i == axis || index.get(i) <= 3;
    }
    assertThat(
            type("tensor.gather", ints("dim", dim), tensor(FP32, 3, 3, 3), tensor(INT32, a, b, c)))
        .isEqualTo(legal ? Optional.of(TensorType.of(FP32, a, b, c)) : Optional.empty());
  }

  @Property(tries = 100)
  void recordsAreSortedAndMerged(
      @ForAll @IntRange(min = 1, max = 130) int n, @ForAll("elements") DataType a) {
    boolean legal = n % 32 == 0 && (a == FP16 || a == FP32);
    int each = a == FP16 ? 4 : 2;
    assertThat(type("tensor.sort32", tensor(a, 2, n), tensor(UINT32, 2, n)))
        .isEqualTo(legal ? Optional.of(TensorType.of(a, 2, (long) each * n)) : Optional.empty());
    boolean mergeable = a == FP16 || a == FP32;
    List<Expr> sources = new ArrayList<>();
    for (int k = 1; k <= 5; k++) {
      sources.add(tensor(a, 2, n));
      Optional<Type> merged = type("tensor.mrgsort_format2", sources.toArray(new Expr[0]));
      boolean counted = k >= 2 && k <= 4;
      assertThat(merged)
          .isEqualTo(
              mergeable && counted
                  ? Optional.of(TensorType.of(a, 2, (long) k * n))
                  : Optional.empty());
    }
    assertThat(type("tensor.mrgsort_format1", tensor(a, 2, 256), ConstInt.index(n)).isPresent())
        .isEqualTo(mergeable && n % 64 == 0);
  }

  // ---- keywords and arity

  @Property(tries = 400)
  void arityAndKeywordsAreAlwaysChecked(@ForAll("operators") String name) {
    OpDef op = Operators.get(name);
    Expr[] many = new Expr[op.operands().size() + 1];
    Arrays.fill(many, tensor(FP32, 4));
    if (!op.variadic()) {
      assertThat(type(name, many)).isEmpty();
    }
    Expr[] none = new Expr[0];
    boolean needsNone = op.operands().stream().allMatch(Operand::optional);
    if (!needsNone) {
      assertThat(type(name, none)).isEmpty();
    }
    assertThat(type(name, Attrs.of("no_such_keyword", AttrValue.of(1)), none)).isEmpty();
  }

  @Provide
  Arbitrary<String> operators() {
    return Arbitraries.of(Operators.table().keySet());
  }
}
