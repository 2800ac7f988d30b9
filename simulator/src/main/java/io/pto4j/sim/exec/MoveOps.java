package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.isa.PadValues;
import io.pto4j.sim.machine.AccessLog;
import io.pto4j.sim.machine.GmView;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoType.Location;
import io.pto4j.sim.timing.Cost;
import io.pto4j.sim.timing.Pipe;
import java.util.Optional;

/**
 * Transfers and moves. Source: PTO dialect, GM transfer and on-chip moves; machine model, data
 * paths.
 */
final class MoveOps {
  private MoveOps() {}

  static ImmutableMap<String, OpDecoder> decoders() {
    return ImmutableMap.<String, OpDecoder>builder()
        .put("pto.tload", MoveOps::load)
        .put("pto.tstore", MoveOps::store)
        .put("pto.tmov", MoveOps::move)
        .put("pto.textract", MoveOps::extract)
        .put("pto.tinsert", MoveOps::insert)
        .put("pto.tfillpad", MoveOps::fillPad)
        .put("pto.tfillpad_inplace", MoveOps::fillPad)
        .put("pto.tfillpad_expand", MoveOps::fillPad)
        .put("pto.ttrans", MoveOps::transpose)
        .put("pto.tconcat", MoveOps::concat)
        .buildOrThrow();
  }

  private static Optional<Body> load(Operands op) {
    Value.View view = op.insView();
    Value.TileHandle tile = op.outsTile();
    Location to = tile.type().location();
    if (to != Location.VEC && to != Location.MAT) {
      throw new SimulationException("loads into vec or mat, not into " + to.text());
    }
    String path = to == Location.VEC ? "GM-VEC" : "GM-MAT";
    int from = view.slot();
    int slot = tile.slot();
    return Optional.of(
        f -> {
          GmView v = f.views[from];
          Tile t = f.tiles[slot];
          f.accesses.add(v, AccessLog.Kind.READ);
          f.transfers.load(v, t);
          f.clock.reads(v.buffer(), v.byteOffset(), v.byteOffset() + v.span());
          f.writes(t);
          long bytes = (long) t.validRows() * t.validCols() * t.elementBytes();
          f.issue(Pipe.MTE2, Cost.flat(f.costs.transfer(path, bytes)));
        });
  }

  private static Optional<Body> store(Operands op) {
    if (op.ins(1, 2).size() > 1) {
      throw new SimulationException("a store with a quantisation scale is not supported");
    }
    Value.TileHandle tile = op.insTile(0);
    Value.View view = op.outsView();
    Location from = tile.type().location();
    boolean accumulator = from == Location.ACC;
    if (!accumulator && from != Location.VEC && from != Location.MAT) {
      throw new SimulationException("stores from vec, mat or acc, not from " + from.text());
    }
    boolean atomicAdd = op.keyword("atomicType").filter(k -> k.equals("atomic_add")).isPresent();
    boolean relu = op.keyword("reluPreMode").filter(k -> k.equals("normal_relu")).isPresent();
    if (relu && !accumulator) {
      throw new SimulationException("only a store from acc applies relu");
    }
    ElementType target = view.prototype().element();
    if (!accumulator && target != tile.type().element()) {
      throw new SimulationException(
          "a store from "
              + from.text()
              + " does not convert "
              + tile.type().element().text()
              + " to "
              + target.text());
    }
    int slot = tile.slot();
    int to = view.slot();
    String path = accumulator ? "ACC-GM" : from == Location.VEC ? "VEC-GM" : "MAT-GM";
    // the cost model charges two bytes for whatever leaves the accumulator
    int chargedBytes = accumulator ? 2 : tile.type().element().bytes();
    return Optional.of(
        f -> {
          Tile t = f.tiles[slot];
          GmView v = f.views[to];
          f.accesses.add(v, atomicAdd ? AccessLog.Kind.ATOMIC : AccessLog.Kind.WRITE);
          f.transfers.store(t, v, atomicAdd, relu);
          f.reads(t);
          f.clock.writes(v.buffer(), v.byteOffset(), v.byteOffset() + v.span());
          long bytes = (long) t.validRows() * t.validCols() * chargedBytes;
          f.issue(accumulator ? Pipe.FIX : Pipe.MTE3, Cost.flat(f.costs.transfer(path, bytes)));
        });
  }

  private record Path(Pipe pipe, String bandwidth) {}

  private static Path path(Location from, Location to) {
    return switch (from) {
      case VEC -> {
        if (to == Location.VEC) {
          yield new Path(Pipe.V, "VEC-VEC");
        }
        throw noPath(from, to);
      }
      case MAT ->
          switch (to) {
            case LEFT -> new Path(Pipe.MTE1, "MAT-LEFT");
            case RIGHT -> new Path(Pipe.MTE1, "MAT-RIGHT");
            case BIAS -> new Path(Pipe.MTE1, "MAT-BIAS");
            case SCALING -> new Path(Pipe.FIX, "MAT-SCALING");
            case VEC, MAT, ACC -> throw noPath(from, to);
          };
      case ACC -> {
        if (to == Location.MAT) {
          yield new Path(Pipe.FIX, "ACC-MAT");
        }
        throw noPath(from, to);
      }
      case LEFT, RIGHT, BIAS, SCALING -> throw noPath(from, to);
    };
  }

  private static SimulationException noPath(Location from, Location to) {
    return new SimulationException(
        "the machine has no path from " + from.text() + " to " + to.text());
  }

  private static void issueMove(Frame f, Path path, Tile moved) {
    int rows = moved.validRows();
    int cols = moved.validCols();
    if (path.bandwidth.equals("MAT-LEFT") || path.bandwidth.equals("MAT-RIGHT")) {
      rows = Frame.ceil(rows, moved.boxRows()) * moved.boxRows();
      cols = Frame.ceil(cols, moved.boxCols()) * moved.boxCols();
    }
    int bytesEach = path.bandwidth.equals("ACC-MAT") ? 2 : moved.elementBytes();
    f.issue(path.pipe, Cost.flat(f.costs.transfer(path.bandwidth, (long) rows * cols * bytesEach)));
  }

  private static Optional<Body> move(Operands op) {
    if (op.ins(1, 3).size() > 1) {
      throw new SimulationException("a move with a quantisation scale is not supported");
    }
    Value.TileHandle s = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    Path path = path(s.type().location(), d.type().location());
    if (op.keyword("reluPreMode").filter(k -> k.equals("normal_relu")).isPresent()) {
      throw new SimulationException("a move that applies relu is not supported");
    }
    int from = s.slot();
    int to = d.slot();
    return Optional.of(
        f -> {
          f.moves.move(f.tiles[from], f.tiles[to]);
          f.reads(f.tiles[from]);
          f.writes(f.tiles[to]);
          issueMove(f, path, f.tiles[to]);
        });
  }

  private static Optional<Body> extract(Operands op) {
    ImmutableList<Value> ins = op.ins(3, 3);
    Value.TileHandle s = Operands.tile(ins.get(0));
    int row = Operands.integer(ins.get(1)).slot();
    int col = Operands.integer(ins.get(2)).slot();
    Value.TileHandle d = op.outsTile();
    Path path = path(s.type().location(), d.type().location());
    int from = s.slot();
    int to = d.slot();
    return Optional.of(
        f -> {
          f.moves.extract(f.tiles[from], f.ints[row], f.ints[col], f.tiles[to]);
          f.reads(f.tiles[from]);
          f.writes(f.tiles[to]);
          issueMove(f, path, f.tiles[to]);
        });
  }

  private static Optional<Body> insert(Operands op) {
    ImmutableList<Value> ins = op.ins(3, 3);
    Value.TileHandle s = Operands.tile(ins.get(0));
    int row = Operands.integer(ins.get(1)).slot();
    int col = Operands.integer(ins.get(2)).slot();
    Value.TileHandle d = op.outsTile();
    Path path = path(s.type().location(), d.type().location());
    int from = s.slot();
    int to = d.slot();
    return Optional.of(
        f -> {
          f.moves.insert(f.tiles[from], f.ints[row], f.ints[col], f.tiles[to]);
          f.reads(f.tiles[from]);
          f.writes(f.tiles[to], f.tiles[to].type().rows(), f.tiles[to].type().cols());
          issueMove(f, path, f.tiles[from]);
        });
  }

  private static Optional<Body> fillPad(Operands op) {
    Value.TileHandle s = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    if (s.type().element() != d.type().element()) {
      throw new SimulationException("a fill does not convert element types");
    }
    boolean vector = d.type().location() == Location.VEC;
    if (vector && d.type().pad() == 0) {
      throw new SimulationException("the result needs a pad value");
    }
    long bits = PadValues.bits(d.type().element(), d.type().pad());
    int from = s.slot();
    int to = d.slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[to];
          f.moves.fillPad(f.tiles[from], t, bits);
          f.reads(f.tiles[from]);
          f.writes(t, t.type().rows(), t.type().cols());
          if (vector) {
            f.issueVector(
                "copy",
                (long) t.type().rows() * Frame.ceil(t.type().cols(), 256 / t.elementBytes()));
          } else {
            f.issue(Pipe.MTE2, Cost.flat(f.costs.transfer("MAT-MAT", t.type().bytes())));
          }
        });
  }

  private static Optional<Body> transpose(Operands op) {
    op.ins(1, 2);
    Value.TileHandle s = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    if (s.type().element() != d.type().element()) {
      throw new SimulationException("a transpose does not convert element types");
    }
    int from = s.slot();
    int to = d.slot();
    return Optional.of(
        f -> {
          f.moves.transpose(f.tiles[from], f.tiles[to]);
          f.reads(f.tiles[from]);
          f.writes(f.tiles[to]);
          f.issueVector("other", Frame.repeats(f.tiles[from], f.tiles[from].elementBytes()));
        });
  }

  private static Optional<Body> concat(Operands op) {
    op.ins(2, 2);
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle b = op.insTile(1);
    Value.TileHandle d = op.outsTile();
    int sa = a.slot();
    int sb = b.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          f.moves.concat(f.tiles[sa], f.tiles[sb], f.tiles[sd]);
          f.reads(f.tiles[sa]);
          f.reads(f.tiles[sb]);
          f.writes(f.tiles[sd]);
          f.issueVector("copy", Frame.repeats(f.tiles[sd], f.tiles[sd].elementBytes()));
        });
  }
}
