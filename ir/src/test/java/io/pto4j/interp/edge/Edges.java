package io.pto4j.interp.edge;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.DataType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/** Elements and shapes at the edges. */
final class Edges {
  /** The element types that compute. */
  static final ImmutableList<DataType> DTYPES =
      ImmutableList.of(
          DataType.FP32,
          DataType.FP16,
          DataType.BF16,
          DataType.FP8E4M3FN,
          DataType.FP8E5M2,
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.UINT8,
          DataType.UINT16,
          DataType.UINT32,
          DataType.UINT64,
          DataType.BOOL);

  /** A matrix and the part of it that is valid. */
  record Geometry(int rows, int cols, int validRows, int validCols) {
    Geometry(int rows, int cols) {
      this(rows, cols, rows, cols);
    }

    int[] shape() {
      return new int[] {rows, cols};
    }

    int[] valid() {
      return new int[] {validRows, validCols};
    }

    boolean isEmpty() {
      return validRows == 0 || validCols == 0;
    }

    boolean isWhole() {
      return validRows == rows && validCols == cols;
    }

    Cells pick(DataType dtype, List<Number> from, Random random) {
      return Cells.pick(dtype, shape(), valid(), from, random);
    }

    /** Any elements. */
    Cells any(DataType dtype, Random random) {
      return pick(dtype, elements(dtype), random);
    }

    /** One element per row. */
    Geometry column() {
      return new Geometry(rows, 1, validRows, 1);
    }

    /** One element per column. */
    Geometry row() {
      return new Geometry(1, cols, 1, validCols);
    }
  }

  /** One element, one row, one column, no multiples of 32 bytes, parts, and nothing. */
  static final ImmutableList<Geometry> GEOMETRIES =
      ImmutableList.of(
          new Geometry(1, 1),
          new Geometry(1, 37),
          new Geometry(37, 1),
          new Geometry(3, 5),
          new Geometry(6, 32),
          new Geometry(4, 16, 2, 7),
          new Geometry(4, 16, 4, 1),
          new Geometry(4, 16, 0, 16),
          new Geometry(4, 16, 3, 0));

  private static final double[] REALS = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0.0,
    -0.0,
    1,
    -1,
    1.5,
    -2.5,
    3,
    -7,
    0.375,
    100,
    Math.PI,
    -1e-3,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    65504,
    65519,
    -57344,
    448,
    -448,
    0x1.fep127,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    0x1p-133,
    0x1p-24,
    -0x1p-14,
    0x1.8p-16,
    0x1p-9,
    0x1p24,
    16777217e3,
    -2147483648.0,
    4294967296.0
  };

  private static final long[] WHOLES = {
    0,
    1,
    -1,
    2,
    3,
    -7,
    100,
    -128,
    127,
    255,
    -32768,
    32767,
    65535,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    (1L << 32) - 1,
    (1L << 53) + 1,
    Long.MIN_VALUE,
    Long.MAX_VALUE,
    12345678901L
  };

  private Edges() {}

  private static final Map<DataType, List<Number>> ELEMENTS = new EnumMap<>(DataType.class);

  /** The elements of a type at its edges, and some others. */
  static List<Number> elements(DataType dtype) {
    return ELEMENTS.computeIfAbsent(dtype, Edges::found);
  }

  private static List<Number> found(DataType dtype) {
    List<Number> elements = new ArrayList<>();
    if (dtype.isFloat()) {
      for (double x : REALS) {
        double y = Plain.round(dtype, x);
        elements.add(y);
      }
    } else {
      for (long x : WHOLES) {
        elements.add(Plain.wrap(dtype, BigInteger.valueOf(x)));
      }
    }
    return elements.stream().distinct().toList();
  }

  static List<Number> elements(DataType dtype, Predicate<Number> wanted) {
    return elements(dtype).stream().filter(wanted).toList();
  }

  /** Whether a number is not zero. */
  static boolean isNonZero(Number number) {
    return number.doubleValue() != 0;
  }
}
