package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.numeric.Binary;
import io.pto4j.sim.isa.Selections.Comparison;
import io.pto4j.sim.isa.Selections.Other;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import java.util.Locale;
import java.util.Optional;

/**
 * Comparison, selection, partial operations, positions of extrema. Source: PTO dialect, instruction
 * catalogue.
 */
final class SelectOps {
  private SelectOps() {}

  static ImmutableMap<String, OpDecoder> decoders() {
    ImmutableMap.Builder<String, OpDecoder> out = ImmutableMap.builder();
    out.put("pto.tcmp", op -> compare(op, false));
    out.put("pto.tcmps", op -> compare(op, true));
    out.put("pto.tsel", SelectOps::select);
    out.put("pto.tsels", SelectOps::selectScalar);
    out.put("pto.tpartadd", op -> partial(op, Binary.ADD, "add"));
    out.put("pto.tpartmul", op -> partial(op, Binary.MUL, "mul"));
    out.put("pto.tpartmax", op -> partial(op, Binary.MAX, "max"));
    out.put("pto.tpartmin", op -> partial(op, Binary.MIN, "min"));
    out.put("pto.trowargmax", op -> position(op, true, true));
    out.put("pto.trowargmin", op -> position(op, true, false));
    out.put("pto.tcolargmax", op -> position(op, false, true));
    out.put("pto.tcolargmin", op -> position(op, false, false));
    out.put("pto.tci", SelectOps::count);
    return out.buildOrThrow();
  }

  private static Optional<Body> compare(Operands op, boolean scalar) {
    ImmutableList<Value> ins = op.ins(2, 2);
    Value.TileHandle a = Operands.tile(ins.get(0));
    Value.TileHandle mask = op.outsTile();
    if (mask.type().element().bytes() != 1) {
      throw new SimulationException(
          "a mask has 8-bit elements, not " + mask.type().element().text());
    }
    Comparison mode = mode(op, a.type().element());
    Second b = scalar ? scalar(ins.get(1), a.type().element()) : tile(Operands.tile(ins.get(1)), a);
    int sa = a.slot();
    int sm = mask.slot();
    return Optional.of(
        f -> {
          Tile source = f.tiles[sa];
          f.selections.compare(mode, source, b.of(f), f.tiles[sm]);
          f.reads(source);
          b.reads(f);
          f.writes(f.tiles[sm]);
          f.issueVector("cmp", Frame.repeats(source, source.elementBytes()));
        });
  }

  private static Comparison mode(Operands op, ElementType element) {
    String keyword = op.keyword("cmpMode").orElse("eq");
    for (Comparison c : Comparison.values()) {
      if (c.name().toLowerCase(Locale.ROOT).equals(keyword)) {
        if (element == ElementType.I32 && c != Comparison.EQ && c != Comparison.NE) {
          throw new SimulationException(
              "the machine compares i32 tiles for equality only, not '" + keyword + "'");
        }
        return c;
      }
    }
    throw new SimulationException("unknown comparison '" + keyword + "'");
  }

  private interface Second {
    Other of(Frame frame);

    void reads(Frame frame);
  }

  private static Second tile(Value.TileHandle b, Value.TileHandle a) {
    if (b.type().element() != a.type().element()) {
      throw new SimulationException(
          "the tiles have different element types, "
              + a.type().element().text()
              + " and "
              + b.type().element().text());
    }
    int slot = b.slot();
    return new Second() {
      @Override
      public Other of(Frame f) {
        return new Other.OfTile(f.tiles[slot]);
      }

      @Override
      public void reads(Frame f) {
        f.reads(f.tiles[slot]);
      }
    };
  }

  private static Second scalar(Value scalar, ElementType element) {
    VectorOps.ScalarRead read = VectorOps.scalar(scalar, element);
    return new Second() {
      @Override
      public Other of(Frame f) {
        return new Other.OfScalar(read.of(f));
      }

      @Override
      public void reads(Frame f) {
        // a scalar is no memory
      }
    };
  }

  private static Optional<Body> select(Operands op) {
    ImmutableList<Value> ins = op.ins(3, 4);
    Value.TileHandle a = Operands.tile(ins.get(1));
    return select(op, Operands.tile(ins.get(0)), a, tile(Operands.tile(ins.get(2)), a));
  }

  private static Optional<Body> selectScalar(Operands op) {
    ImmutableList<Value> ins = op.ins(4, 4);
    Value.TileHandle a = Operands.tile(ins.get(1));
    return select(op, Operands.tile(ins.get(0)), a, scalar(ins.get(3), a.type().element()));
  }

  private static Optional<Body> select(
      Operands op, Value.TileHandle mask, Value.TileHandle a, Second b) {
    Value.TileHandle d = op.outsTile();
    int sm = mask.slot();
    int sa = a.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[sd];
          f.selections.select(f.tiles[sm], f.tiles[sa], b.of(f), t);
          f.reads(f.tiles[sm]);
          f.reads(f.tiles[sa]);
          b.reads(f);
          f.writes(t);
          f.issueVector("sel", Frame.repeats(t, t.elementBytes()));
        });
  }

  private static Optional<Body> partial(Operands op, Binary function, String cost) {
    op.ins(2, 2);
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle b = op.insTile(1);
    Value.TileHandle d = op.outsTile();
    int sa = a.slot();
    int sb = b.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[sd];
          f.selections.partial(function, f.tiles[sa], f.tiles[sb], t);
          f.reads(f.tiles[sa]);
          f.reads(f.tiles[sb]);
          f.writes(t);
          f.issueVector(cost, Frame.repeats(t, t.elementBytes()));
        });
  }

  private static Optional<Body> position(Operands op, boolean rows, boolean largest) {
    op.ins(1, 2);
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    if (d.type().element().bytes() != 4 || d.type().element().isFloat()) {
      throw new SimulationException(
          "positions are 32-bit integers, not " + d.type().element().text());
    }
    int sa = a.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile source = f.tiles[sa];
          Tile t = f.tiles[sd];
          if (rows) {
            f.selections.rowPosition(largest, source, t);
            f.writes(t, source.validRows(), 1);
          } else {
            f.selections.columnPosition(largest, source, t);
            f.writes(t, 1, source.validCols());
          }
          f.reads(source);
          f.issueVector("other", Frame.repeats(source, source.elementBytes()));
        });
  }

  private static Optional<Body> count(Operands op) {
    int start = Operands.integer(op.ins(1, 2).get(0)).slot();
    Value.TileHandle d = op.outsTile();
    if (d.type().element().isFloat() || d.type().rows() != 1) {
      throw new SimulationException("counts into one row of integers, not into " + d.type());
    }
    int step = op.flag("descending") ? -1 : 1;
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[sd];
          f.selections.count(f.ints[start], step, t);
          f.writes(t);
          f.issueVector("other", Frame.repeats(t, t.elementBytes()));
        });
  }
}
