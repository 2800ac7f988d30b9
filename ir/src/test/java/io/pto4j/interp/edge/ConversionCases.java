package io.pto4j.interp.edge;

import static io.pto4j.interp.edge.ElementwiseCases.put;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.interp.edge.Edges.Geometry;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.op.CastTable;
import io.pto4j.op.Isa;
import java.util.List;
import java.util.Random;

/** Conversions, comparisons and selections. */
final class ConversionCases {
  private static final int MODES = 7;
  private static final int COMPARISONS = 6;

  private ConversionCases() {}

  static void register(ImmutableMap.Builder<String, EdgeCase> cases) {
    for (String level : ImmutableList.of("tile.", "tensor.")) {
      put(cases, level + "cast", ConversionCases::cast);
    }
    put(cases, "tile.cmp", ConversionCases::masks);
    put(cases, "tile.cmps", ConversionCases::masksOfScalar);
    put(cases, "tensor.cmp", ConversionCases::numbers);
    put(cases, "tile.sel", ConversionCases::select);
    put(cases, "tile.sels", ConversionCases::selectOrScalar);
  }

  /** Every element of the type, in a row, by every mode to every type; other shapes by one mode. */
  private static boolean cast(String operator, DataType t, Geometry g, Random random) {
    List<Number> all = Edges.elements(t);
    boolean row = g.isWhole() && g.cols() >= all.size();
    Cells a = row ? Cells.of(t, g.shape(), p -> all.get(p[1] % all.size())) : g.any(t, random);
    boolean allowed = false;
    for (DataType to : Edges.DTYPES) {
      int first = row ? 0 : random.nextInt(MODES);
      int last = row ? MODES - 1 : first;
      for (int mode = first; mode <= last; mode++) {
        int m = mode;
        allowed |=
            Applied.of(operator)
                .with(a)
                .attr("target_type", AttrValue.of(to))
                .attr("mode", AttrValue.of(mode))
                .gives(() -> Cells.of(to, g.shape(), g.valid(), p -> converted(t, to, m, a.at(p))));
      }
    }
    return allowed;
  }

  /** One step after the other where one instruction does not do it. */
  private static Number converted(DataType from, DataType to, int mode, Number element) {
    ImmutableList<DataType> way = CastTable.way(Isa.A2A3, from, to);
    DataType type = from;
    Number value = element;
    for (DataType step : way.isEmpty() ? ImmutableList.of(to) : way) {
      value = Plain.cast(type, step, mode, value);
      type = step;
    }
    return value;
  }

  /** A bit per element, eight to a byte, in rows of a multiple of 32 bytes. */
  private static Geometry packed(Geometry g) {
    return new Geometry(
        g.rows(), (g.cols() + 255) / 256 * 32, g.validRows(), (g.validCols() + 7) / 8);
  }

  private interface Condition {
    boolean holds(int row, int column);
  }

  private static Cells mask(Geometry g, Condition condition) {
    Geometry bytes = packed(g);
    return Cells.of(
        DataType.UINT8,
        bytes.shape(),
        bytes.valid(),
        p -> {
          long octet = 0;
          for (int bit = 0; bit < 8; bit++) {
            int column = p[1] * 8 + bit;
            if (column < g.validCols() && condition.holds(p[0], column)) {
              octet |= 1L << bit;
            }
          }
          return octet;
        });
  }

  private static boolean masks(String operator, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Cells b = g.any(t, random);
    boolean allowed = false;
    for (int code = 0; code < COMPARISONS; code++) {
      int c = code;
      allowed =
          Applied.of(operator)
              .with(a)
              .with(b)
              .attr("cmp_type", AttrValue.of(code))
              .gives(
                  () -> mask(g, (row, col) -> Plain.compare(c, t, a.at(row, col), b.at(row, col))));
    }
    return allowed;
  }

  private static boolean masksOfScalar(String operator, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    boolean allowed = false;
    for (int code = 0; code < COMPARISONS; code++) {
      int c = code;
      Number s = Edges.elements(t).get(random.nextInt(Edges.elements(t).size()));
      allowed =
          Applied.of(operator)
              .with(a)
              .with(t, s)
              .attr("cmp_type", AttrValue.of(code))
              .gives(() -> mask(g, (row, col) -> Plain.compare(c, t, a.at(row, col), s)));
    }
    return allowed;
  }

  /** At tensor level 1 or 0 of the type of the operands. */
  private static boolean numbers(String operator, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Cells b = g.any(t, random);
    Number one = t.isFloat() ? (Number) 1.0 : (Number) 1L;
    Number zero = t.isFloat() ? (Number) 0.0 : (Number) 0L;
    boolean allowed = false;
    for (int code = 0; code < COMPARISONS; code++) {
      int c = code;
      allowed =
          Applied.of(operator)
              .with(a)
              .with(b)
              .attr("cmp_type", AttrValue.of(code))
              .gives(
                  () ->
                      Cells.of(
                          t,
                          g.shape(),
                          g.valid(),
                          p -> Plain.compare(c, t, a.at(p), b.at(p)) ? one : zero));
    }
    return allowed;
  }

  private static Cells room() {
    return Cells.of(DataType.UINT8, new int[] {1, 32}, _ -> 0L);
  }

  private static boolean bit(Cells mask, int[] p) {
    return (mask.at(p[0], p[1] / 8).longValue() >> (p[1] % 8) & 1) == 1;
  }

  private static boolean select(String operator, DataType t, Geometry g, Random random) {
    Cells mask = packed(g).any(DataType.UINT8, random);
    Cells a = g.any(t, random);
    Cells b = g.any(t, random);
    return Applied.of(operator)
        .with(mask)
        .with(a)
        .with(b)
        .with(room())
        .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> bit(mask, p) ? a.at(p) : b.at(p)));
  }

  private static boolean selectOrScalar(String operator, DataType t, Geometry g, Random random) {
    Cells mask = packed(g).any(DataType.UINT8, random);
    Cells a = g.any(t, random);
    boolean allowed = false;
    for (int i = 0; i < COMPARISONS; i++) {
      Number s = Edges.elements(t).get(random.nextInt(Edges.elements(t).size()));
      allowed =
          Applied.of(operator)
              .with(mask)
              .with(a)
              .with(room())
              .with(
                  signed(t),
                  t.isFloat() ? s : (Number) Plain.wrap(signed(t), Plain.exact(t, (Long) s)))
              .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> bit(mask, p) ? a.at(p) : s));
    }
    return allowed;
  }

  /** The instruction takes its scalar as a signed number of the same bits. */
  private static DataType signed(DataType t) {
    return switch (t) {
      case UINT8 -> DataType.INT8;
      case UINT16 -> DataType.INT16;
      case UINT32 -> DataType.INT32;
      default -> t;
    };
  }
}
