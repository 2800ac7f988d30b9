package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.isa.Matmul;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.PtoType.Location;
import io.pto4j.sim.timing.Pipe;
import java.util.Optional;

/** Matrix instructions. Source: PTO dialect, matrix; PTO ISA, matrix multiply. */
final class CubeOps {
  private enum Form {
    PLAIN,
    ACCUMULATE,
    BIAS
  }

  private CubeOps() {}

  static ImmutableMap<String, OpDecoder> decoders() {
    ImmutableMap.Builder<String, OpDecoder> out = ImmutableMap.builder();
    for (String name : new String[] {"pto.tmatmul", "pto.tgemv"}) {
      out.put(name, op -> multiply(op, Form.PLAIN));
      out.put(name + ".acc", op -> multiply(op, Form.ACCUMULATE));
      out.put(name + ".bias", op -> multiply(op, Form.BIAS));
    }
    return out.buildOrThrow();
  }

  private static Optional<Body> multiply(Operands op, Form form) {
    int count = form == Form.PLAIN ? 2 : 3;
    ImmutableList<Value> ins = op.ins(count, count);
    int first = form == Form.ACCUMULATE ? 1 : 0;
    Value.TileHandle a = at(ins.get(first), Location.LEFT);
    Value.TileHandle b = at(ins.get(first + 1), Location.RIGHT);
    Value.TileHandle c = at(op.values("outs").get(0), Location.ACC);
    if (!Matmul.fits(c.type().element(), a.type().element(), b.type().element())) {
      throw new SimulationException(
          "no product of "
              + a.type().element().text()
              + " and "
              + b.type().element().text()
              + " into "
              + c.type().element().text());
    }
    int addend =
        switch (form) {
          case PLAIN -> -1;
          case ACCUMULATE -> at(ins.get(0), Location.ACC).slot();
          case BIAS -> at(ins.get(2), Location.BIAS).slot();
        };
    int sa = a.slot();
    int sb = b.slot();
    int sc = c.slot();
    return Optional.of(
        f -> {
          Tile left = f.tiles[sa];
          Tile right = f.tiles[sb];
          Tile out = f.tiles[sc];
          Optional<Tile> add = addend < 0 ? Optional.empty() : Optional.of(f.tiles[addend]);
          f.matmul.multiply(add, left, right, out);
          int m = left.validRows();
          int n = right.validCols();
          f.reads(left);
          f.reads(right);
          if (addend >= 0) {
            f.reads(f.tiles[addend]);
          }
          f.writes(out, m, n);
          f.issue(Pipe.M, f.costs.cube(m, left.validCols(), n, left.elementBytes()));
        });
  }

  private static Value.TileHandle at(Value value, Location location) {
    Value.TileHandle tile = Operands.tile(value);
    if (tile.type().location() != location) {
      throw new SimulationException(
          "expected a tile in "
              + location.text()
              + ", found one in "
              + tile.type().location().text());
    }
    return tile;
  }
}
