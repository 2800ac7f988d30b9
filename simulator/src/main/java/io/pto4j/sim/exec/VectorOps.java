package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import io.pto4j.numeric.Binary;
import io.pto4j.numeric.Cast;
import io.pto4j.numeric.Reduction;
import io.pto4j.numeric.RoundMode;
import io.pto4j.numeric.Unary;
import io.pto4j.sim.isa.DataTypes;
import io.pto4j.sim.isa.Expansions;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoType.Location;
import io.pto4j.sim.timing.Cost;
import io.pto4j.sim.timing.Pipe;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Instructions of the vector unit. Source: PTO dialect, instruction catalogue; PTO ISA; PTO cost
 * model.
 */
final class VectorOps {
  private VectorOps() {}

  static ImmutableMap<String, OpDecoder> decoders() {
    ImmutableMap.Builder<String, OpDecoder> out = ImmutableMap.builder();
    binary(out, Binary.ADD, "tadd", "add", "adds");
    binary(out, Binary.SUB, "tsub", "sub", "adds");
    binary(out, Binary.MUL, "tmul", "mul", "muls");
    binary(out, Binary.DIV, "tdiv", "div", "dup+div");
    binary(out, Binary.MAX, "tmax", "max", "maxs");
    binary(out, Binary.MIN, "tmin", "min", "mins");
    binary(out, Binary.FMOD, "tfmod", "other", "other");
    binary(out, Binary.AND, "tand", "and", "and");
    binary(out, Binary.OR, "tor", "or", "or");
    binary(out, Binary.SHL, "tshl", "other", "other");
    binary(out, Binary.SHR, "tshr", "other", "other");
    out.put("pto.trem", op -> binaryOp(op, Binary.REM, "other"));
    out.put("pto.trems", op -> scalarOp(op, Binary.REM, "other"));
    out.put("pto.txor", op -> binaryOp(op, Binary.XOR, "other"));
    out.put("pto.txors", op -> scalarOp(op, Binary.XOR, "other"));
    unary(out, Unary.EXP, "texp", "exp");
    unary(out, Unary.LOG, "tlog", "ln");
    unary(out, Unary.SQRT, "tsqrt", "sqrt");
    unary(out, Unary.RSQRT, "trsqrt", "rsqrt");
    unary(out, Unary.RECIP, "trecip", "dup+div");
    unary(out, Unary.ABS, "tabs", "abs");
    unary(out, Unary.NEG, "tneg", "muls");
    unary(out, Unary.RELU, "trelu", "relu");
    unary(out, Unary.NOT, "tnot", "not");
    out.put("pto.tlrelu", VectorOps::leakyRelu);
    out.put("pto.texpands", VectorOps::fill);
    out.put("pto.tcvt", VectorOps::convert);
    reductions(out);
    expansions(out);
    return out.buildOrThrow();
  }

  private static void binary(
      ImmutableMap.Builder<String, OpDecoder> out,
      Binary op,
      String name,
      String cost,
      String scalarCost) {
    out.put("pto." + name, o -> binaryOp(o, op, cost));
    out.put("pto." + name + "s", o -> scalarOp(o, op, scalarCost));
  }

  private static void unary(
      ImmutableMap.Builder<String, OpDecoder> out, Unary op, String name, String cost) {
    out.put("pto." + name, o -> unaryOp(o, op, cost));
  }

  private static void reductions(ImmutableMap.Builder<String, OpDecoder> out) {
    for (Reduction r : Reduction.values()) {
      String name = r.name().toLowerCase(java.util.Locale.ROOT);
      out.put("pto.trow" + name, op -> reduceRows(op, r, "TROW" + r.name()));
      out.put("pto.tcol" + name, op -> reduceColumns(op, r, "TCOL" + r.name()));
    }
  }

  private static void expansions(ImmutableMap.Builder<String, OpDecoder> out) {
    ImmutableMap<String, Binary> ops =
        ImmutableMap.of(
            "add",
            Binary.ADD,
            "sub",
            Binary.SUB,
            "mul",
            Binary.MUL,
            "div",
            Binary.DIV,
            "max",
            Binary.MAX,
            "min",
            Binary.MIN,
            "expdif",
            Binary.EXPDIF);
    ops.forEach(
        (name, binary) -> {
          String cost = binary == Binary.EXPDIF ? "exp" : name;
          out.put("pto.trowexpand" + name, op -> expand(op, Expansions::rows, binary, cost));
          out.put("pto.tcolexpand" + name, op -> expand(op, Expansions::columns, binary, cost));
        });
    out.put("pto.trowexpand", VectorOps::expandRow);
    out.put("pto.tcolexpand", VectorOps::expandColumn);
  }

  private static Optional<Body> binaryOp(Operands op, Binary function, String cost) {
    op.ins(2, 3);
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle b = op.insTile(1);
    Value.TileHandle d = op.outsTile();
    inVector(a, b, d);
    sameElement(a, b, d);
    defined(function.onFloats(), function.onIntegers(), d);
    int sa = a.slot();
    int sb = b.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          f.elementwise.binary(function, f.tiles[sa], f.tiles[sb], f.tiles[sd]);
          f.reads(f.tiles[sa]);
          f.reads(f.tiles[sb]);
          issue(f, cost, f.tiles[sd], f.tiles[sd].elementBytes());
        });
  }

  private static Optional<Body> scalarOp(Operands op, Binary function, String cost) {
    ImmutableList<Value> ins = op.ins(2, 3);
    boolean scalarFirst = !(ins.get(0) instanceof Value.TileHandle);
    Value.TileHandle a = Operands.tile(ins.get(scalarFirst ? 1 : 0));
    Value scalar = ins.get(scalarFirst ? 0 : 1);
    Value.TileHandle d = op.outsTile();
    inVector(a, d);
    sameElement(a, d);
    defined(function.onFloats(), function.onIntegers(), d);
    if (scalarFirst && function != Binary.DIV) {
      throw new SimulationException("only the division takes its scalar first");
    }
    int sa = a.slot();
    int sd = d.slot();
    ElementType element = d.type().element();
    ScalarRead read = scalar(scalar, element);
    return Optional.of(
        f -> {
          f.elementwise.scalar(function, f.tiles[sa], read.of(f), scalarFirst, f.tiles[sd]);
          f.reads(f.tiles[sa]);
          issue(f, cost, f.tiles[sd], f.tiles[sd].elementBytes());
        });
  }

  interface ScalarRead {
    double of(Frame frame);
  }

  /** The scalar as a value of the element type. */
  static ScalarRead scalar(Value scalar, ElementType element) {
    int slot = scalar.slot();
    return switch (scalar) {
      case Value.Real _ when element.isFloat() -> f -> ScalarOps.round(element, f.floats[slot]);
      case Value.Int _ when element.isFloat() ->
          f -> ScalarOps.round(element, (double) f.ints[slot]);
      case Value.Int _ -> f -> (double) ScalarOps.wrap(element, f.ints[slot]);
      case Value v ->
          throw new SimulationException(
              "a scalar of type " + v.type() + " for a tile of " + element.text());
    };
  }

  private static Optional<Body> unaryOp(Operands op, Unary function, String cost) {
    op.ins(1, 2);
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    inVector(a, d);
    sameElement(a, d);
    defined(function.onFloats(), function.onIntegers(), d);
    int sa = a.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          f.elementwise.unary(function, f.tiles[sa], f.tiles[sd]);
          f.reads(f.tiles[sa]);
          issue(f, cost, f.tiles[sd], f.tiles[sd].elementBytes());
        });
  }

  private static Optional<Body> leakyRelu(Operands op) {
    Value.TileHandle a = op.insTile(0);
    int slope = Operands.floating(op.ins(2, 2).get(1)).slot();
    Value.TileHandle d = op.outsTile();
    inVector(a, d);
    sameElement(a, d);
    defined(true, false, d);
    int sa = a.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          f.elementwise.leakyRelu(f.tiles[sa], f.floats[slope], f.tiles[sd]);
          f.reads(f.tiles[sa]);
          issue(f, "lrelu", f.tiles[sd], f.tiles[sd].elementBytes());
        });
  }

  private static Optional<Body> fill(Operands op) {
    Value scalar = op.ins(1, 1).get(0);
    Value.TileHandle d = op.outsTile();
    ScalarRead read = scalar(scalar, d.type().element());
    boolean vector = d.type().location() == Location.VEC;
    if (!vector && d.type().location() != Location.MAT) {
      throw new SimulationException(
          "fills a tile in vec or mat, not in " + d.type().location().text());
    }
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[sd];
          f.elementwise.fill(read.of(f), t);
          if (vector) {
            issue(f, "dup", t, t.elementBytes());
          } else {
            f.writes(t, t.type().rows(), t.type().cols());
            f.issue(Pipe.MTE2, Cost.flat(f.costs.transfer("MAT-MAT", t.type().bytes())));
          }
        });
  }

  private static Optional<Body> convert(Operands op) {
    op.ins(1, 2);
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    inVector(a, d);
    DataType from = DataTypes.of(a.type().element());
    DataType to = DataTypes.of(d.type().element());
    if (!op.decoder().casts().contains(from, to) && !(from == DataType.FP32 && to == from)) {
      throw new SimulationException(
          "pto.tcvt does not convert " + from.text() + " to " + to.text() + " on this machine");
    }
    Cast usual = Cast.of(from, to, roundMode(op.keyword("rmode").orElse("CAST_RINT")));
    // saturation can be switched on for every pair, but off only for those that are off by
    // themselves
    Cast cast =
        op.keyword("sat_mode").filter(m -> m.equals("ON")).isPresent()
            ? new Cast(from, to, usual.mode(), true)
            : usual;
    int sa = a.slot();
    int sd = d.slot();
    int bytes = Math.max(a.type().element().bytes(), d.type().element().bytes());
    return Optional.of(
        f -> {
          f.conversions.convert(cast, f.tiles[sa], f.tiles[sd]);
          f.reads(f.tiles[sa]);
          issue(f, "conv", f.tiles[sd], bytes);
        });
  }

  private static RoundMode roundMode(String keyword) {
    return switch (keyword) {
      case "NONE" -> RoundMode.NONE;
      case "RINT", "CAST_RINT" -> RoundMode.RINT;
      case "ROUND" -> RoundMode.ROUND;
      case "FLOOR" -> RoundMode.FLOOR;
      case "CEIL" -> RoundMode.CEIL;
      case "TRUNC" -> RoundMode.TRUNC;
      case "ODD" -> RoundMode.ODD;
      default -> throw new SimulationException("unknown rounding mode '" + keyword + "'");
    };
  }

  private static Optional<Body> reduceRows(Operands op, Reduction function, String name) {
    op.ins(1, 2);
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    inVector(a, d);
    sameElement(a, d);
    int sa = a.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile source = f.tiles[sa];
          f.reductions.rows(function, source, f.tiles[sd]);
          f.reads(source);
          f.writes(f.tiles[sd], source.validRows(), 1);
          f.issue(Pipe.V, rowReduction(f, name, source));
        });
  }

  /** Folds a row onto one repeat, then adds up its lanes. */
  private static Cost rowReduction(Frame f, String name, Tile a) {
    OptionalLong fitted = f.costs.fitted(name, a.element().text(), a.validRows(), a.validCols());
    if (fitted.isPresent()) {
      return Cost.flat(fitted.getAsLong());
    }
    int repeats = Frame.ceil(a.validCols(), 256 / a.elementBytes());
    Cost lanes = f.costs.vector("cadd", a.validRows());
    long fold = f.costs.vector("add", (long) a.validRows() * (repeats - 1)).busy();
    return new Cost(lanes.head(), lanes.busy() + fold, lanes.tail());
  }

  private static Optional<Body> reduceColumns(Operands op, Reduction function, String name) {
    op.ins(1, 2);
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    inVector(a, d);
    sameElement(a, d);
    int sa = a.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile source = f.tiles[sa];
          f.reductions.columns(function, source, f.tiles[sd]);
          f.reads(source);
          f.writes(f.tiles[sd], 1, source.validCols());
          OptionalLong fitted =
              f.costs.fitted(name, source.element().text(), source.validRows(), source.validCols());
          long repeats =
              (long) source.validRows()
                  * Frame.ceil(source.validCols(), 256 / source.elementBytes());
          f.issue(
              Pipe.V,
              fitted.isPresent() ? Cost.flat(fitted.getAsLong()) : f.costs.vector("add", repeats));
        });
  }

  /** Combines a tile with a vector along one of its axes. */
  @FunctionalInterface
  private interface Expansion {
    void apply(Expansions expansions, Binary function, Tile a, Tile b, Tile d);
  }

  private static Optional<Body> expand(
      Operands op, Expansion expansion, Binary function, String cost) {
    op.ins(2, 3);
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle b = op.insTile(1);
    Value.TileHandle d = op.outsTile();
    inVector(a, b, d);
    sameElement(a, b, d);
    defined(function.onFloats(), function.onIntegers(), d);
    int sa = a.slot();
    int sb = b.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[sd];
          expansion.apply(f.expansions, function, f.tiles[sa], f.tiles[sb], t);
          f.reads(f.tiles[sa]);
          f.reads(f.tiles[sb]);
          f.writes(t);
          f.issueVector(cost, perRow(t));
        });
  }

  private static Optional<Body> expandRow(Operands op) {
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    inVector(a, d);
    sameElement(a, d);
    int sa = a.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[sd];
          f.expansions.row(f.tiles[sa], t);
          f.reads(f.tiles[sa], t.validRows(), 1);
          f.writes(t);
          OptionalLong fitted =
              f.costs.fitted("TROWEXPAND", t.element().text(), t.validRows(), t.validCols());
          f.issue(
              Pipe.V,
              fitted.isPresent()
                  ? Cost.flat(fitted.getAsLong())
                  : f.costs.vector("dup", perRow(t)));
        });
  }

  private static Optional<Body> expandColumn(Operands op) {
    Value.TileHandle a = op.insTile(0);
    Value.TileHandle d = op.outsTile();
    inVector(a, d);
    sameElement(a, d);
    int sa = a.slot();
    int sd = d.slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[sd];
          f.expansions.column(f.tiles[sa], t);
          f.reads(f.tiles[sa], 1, t.validCols());
          f.writes(t);
          f.issueVector("copy", perRow(t));
        });
  }

  private static long perRow(Tile t) {
    return (long) t.validRows() * Frame.ceil(t.validCols(), 256 / t.elementBytes());
  }

  /** Charges an elementwise instruction that writes the tile; its sources are said already. */
  private static void issue(Frame f, String cost, Tile d, int elementBytes) {
    f.writes(d);
    long repeats = Frame.repeats(d, elementBytes);
    if (cost.equals("dup+div")) {
      // a scalar division spreads the scalar first
      Cost dup = f.costs.vector("dup", repeats);
      Cost div = f.costs.vector("div", repeats);
      f.issue(Pipe.V, new Cost(dup.head(), dup.busy() + div.busy(), div.tail()));
    } else {
      f.issueVector(cost, repeats);
    }
  }

  private static void inVector(Value.TileHandle... tiles) {
    for (Value.TileHandle t : tiles) {
      if (t.type().location() != Location.VEC) {
        throw new SimulationException(
            "a vector instruction works on tiles in vec, not in " + t.type().location().text());
      }
    }
  }

  private static void sameElement(Value.TileHandle first, Value.TileHandle... others) {
    for (Value.TileHandle t : others) {
      if (t.type().element() != first.type().element()) {
        throw new SimulationException(
            "the tiles have different element types, "
                + first.type().element().text()
                + " and "
                + t.type().element().text());
      }
    }
  }

  private static void defined(boolean onFloats, boolean onIntegers, Value.TileHandle tile) {
    ElementType element = tile.type().element();
    if (element.isFloat() ? !onFloats : !onIntegers) {
      throw new SimulationException("the instruction is not defined on " + element.text());
    }
    DataTypes.of(element);
  }
}
