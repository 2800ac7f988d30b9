package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.isa.Panels;
import io.pto4j.sim.machine.AccessLog;
import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.GmView;
import io.pto4j.sim.machine.Regions;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoOp.Group;
import io.pto4j.sim.pto.PtoType;
import io.pto4j.sim.pto.PtoType.TileBuf;
import io.pto4j.sim.timing.Cost;
import io.pto4j.sim.timing.Pipe;
import java.util.Arrays;
import java.util.Optional;

/**
 * Pointers, views and handles. Source: PTO dialect, GM pointers and views, tile handles and views.
 */
final class ViewOps {
  private ViewOps() {}

  static ImmutableMap<String, OpDecoder> decoders() {
    return ImmutableMap.<String, OpDecoder>builder()
        .put("pto.addptr", ViewOps::addPointer)
        .put("pto.make_tensor_view", ViewOps::makeView)
        .put("pto.partition_view", ViewOps::partition)
        .put("pto.get_tensor_view_dim", ViewOps::dimension)
        .put("pto.load_scalar", ViewOps::loadScalar)
        .put("pto.store_scalar", ViewOps::storeScalar)
        .put("pto.alloc_tile", ViewOps::allocate)
        .put("pto.subview", ViewOps::window)
        .put("pto.treshape", ViewOps::reshape)
        .put("pto.bitcast", ViewOps::reshape)
        .put("pto.set_validshape", ViewOps::setValidShape)
        .put("pto.tgetval", ViewOps::getValue)
        .put("pto.tsetval", ViewOps::setValue)
        .buildOrThrow();
  }

  private static Optional<Body> addPointer(Operands op) {
    Value.Pointer p = Operands.pointer(op.operand(0));
    int from = p.slot();
    int offset = Operands.integer(op.operand(1)).slot();
    int bytes = p.type().element().bytes();
    int d = op.scalarResult(p.type()).slot();
    return Optional.of(
        f -> {
          f.buffers[d] = f.buffers[from];
          f.offsets[d] = f.offsets[from] + f.ints[offset] * bytes;
        });
  }

  private static Optional<Body> makeView(Operands op) {
    Value.Pointer p = Operands.pointer(op.operand(0));
    if (!(op.resultType() instanceof PtoType.TensorView type)) {
      throw new SimulationException("expected a tensor_view type, found " + op.resultType());
    }
    int[] shape = op.intSlots("shape");
    int[] strides = op.intSlots("strides");
    int rank = type.dims().size();
    if (shape.length != rank || strides.length != rank) {
      throw new SimulationException(
          "a view of rank "
              + rank
              + " takes as many shape and stride operands, not "
              + shape.length
              + " and "
              + strides.length);
    }
    if (type.element() != p.type().element()) {
      throw new SimulationException(
          "a view of " + type.element().text() + " on a pointer to " + p.type().element().text());
    }
    Value.View view = op.decoder().newView(type, new GmView(type.element(), layout(op), rank));
    op.result(view);
    int slot = view.slot();
    int from = p.slot();
    return Optional.of(
        f -> {
          GmView v = f.views[slot];
          for (int i = 0; i < rank; i++) {
            v.shape()[i] = f.ints[shape[i]];
            v.strides()[i] = f.ints[strides[i]];
          }
          v.bind(f.buffers[from], f.offsets[from]);
        });
  }

  private static GmView.Layout layout(Operands op) {
    String keyword = op.keyword("layout").orElse("nd");
    return switch (keyword) {
      case "nd" -> GmView.Layout.ND;
      case "dn" -> GmView.Layout.DN;
      case "nz" -> GmView.Layout.NZ;
      default ->
          throw new SimulationException("the tensor layout '" + keyword + "' is not supported");
    };
  }

  private static Optional<Body> partition(Operands op) {
    Value.View source = Operands.view(op.operand(0));
    if (!(op.resultType() instanceof PtoType.PartitionView type)) {
      throw new SimulationException(
          "expected a partition_tensor_view type, found " + op.resultType());
    }
    int[] offsets = op.intSlots("offsets");
    int[] sizes = op.intSlots("sizes");
    int rank = source.prototype().shape().length;
    if (offsets.length != rank || sizes.length != rank || type.dims().size() != rank) {
      throw new SimulationException(
          "a window of a view of rank "
              + rank
              + " takes as many offsets and sizes, not "
              + offsets.length
              + " and "
              + sizes.length);
    }
    if (type.element() != source.prototype().element()) {
      throw new SimulationException(
          "a window of "
              + type.element().text()
              + " of a view of "
              + source.prototype().element().text());
    }
    Value.View window =
        op.decoder().newView(type, new GmView(type.element(), source.prototype().layout(), rank));
    op.result(window);
    int from = source.slot();
    int to = window.slot();
    return Optional.of(
        f -> {
          GmView v = f.views[to];
          long[] at = new long[rank];
          for (int i = 0; i < rank; i++) {
            at[i] = f.ints[offsets[i]];
            v.shape()[i] = f.ints[sizes[i]];
          }
          v.bindWindow(f.views[from], at);
        });
  }

  private static Optional<Body> dimension(Operands op) {
    int view = Operands.view(op.operand(0)).slot();
    int index = Operands.integer(op.operand(1)).slot();
    int d = op.scalarResult(new PtoType.Scalar(ElementType.INDEX)).slot();
    return Optional.of(f -> f.ints[d] = f.views[view].shape()[Math.toIntExact(f.ints[index])]);
  }

  private static Optional<Body> loadScalar(Operands op) {
    Value.Pointer p = Operands.pointer(op.operand(0));
    int from = p.slot();
    int index = op.optionalInt("index");
    ElementType element = p.type().element();
    int bytes = element.bytes();
    Value result = op.scalarResult(new PtoType.Scalar(element));
    int d = result.slot();
    return Optional.of(
        f -> {
          GmBuffer buffer = f.buffers[from];
          long at = scalarAddress(f, from, index, bytes);
          f.accesses.add(buffer, AccessLog.Kind.READ, at, at + bytes);
          if (!buffer.isDefined(at, at + bytes)) {
            throw new SimulationException(
                "reads byte "
                    + at
                    + " of tensor '"
                    + buffer.name()
                    + "', where nothing was written");
          }
          f.clock.reads(buffer, at, at + bytes);
          f.issue(Pipe.S, Cost.flat(1));
          if (element.isFloat()) {
            f.floats[d] = Panels.getFloat(buffer.segment(), element, at);
          } else {
            f.ints[d] = Panels.getInt(buffer.segment(), element, at);
          }
        });
  }

  private static long scalarAddress(Frame f, int pointer, int index, int bytes) {
    GmBuffer buffer = f.buffers[pointer];
    long at = f.offsets[pointer] + f.ints[index] * bytes;
    if (at < 0 || at + bytes > buffer.size()) {
      throw new SimulationException(
          "element "
              + f.ints[index]
              + " lies outside the "
              + buffer.size()
              + " bytes of tensor '"
              + buffer.name()
              + "'");
    }
    return at;
  }

  private static Optional<Body> storeScalar(Operands op) {
    Value value = op.operand(0);
    Value.Pointer p = Operands.pointer(op.operand(1));
    int to = p.slot();
    int index = op.optionalInt("index");
    ElementType element = p.type().element();
    if (Operands.element(value.type()) != element) {
      throw new SimulationException(
          "stores " + value.type() + " through a pointer to " + element.text());
    }
    int bytes = element.bytes();
    int from = value.slot();
    return Optional.of(
        f -> {
          GmBuffer buffer = f.buffers[to];
          long at = scalarAddress(f, to, index, bytes);
          f.accesses.add(buffer, AccessLog.Kind.WRITE, at, at + bytes);
          f.clock.writes(buffer, at, at + bytes);
          f.issue(Pipe.S, Cost.flat(1));
          if (element.isFloat()) {
            Panels.setFloat(buffer.segment(), element, at, f.floats[from]);
          } else {
            Panels.setInt(buffer.segment(), element, at, f.ints[from]);
          }
          buffer.mark(at, at + bytes, true);
        });
  }

  private static Optional<Body> allocate(Operands op) {
    TileBuf type = op.resultTileType();
    int address = op.optionalInt("addr");
    int rows = op.optionalInt("valid_row");
    int cols = op.optionalInt("valid_col");
    if (address < 0) {
      throw new SimulationException(
          "the tile has no address; the simulator runs kernels whose memory is planned");
    }
    if ((rows >= 0) != (type.validRows() == PtoType.DYNAMIC)
        || (cols >= 0) != (type.validCols() == PtoType.DYNAMIC)) {
      throw new SimulationException(
          "valid_row and valid_col are given exactly for the extents written as '?'");
    }
    Value.TileHandle tile = op.decoder().newTile(type, new Tile(type));
    op.result(tile);
    int slot = tile.slot();
    return Optional.of(
        f ->
            f.tiles[slot].bind(
                f.core.memory(type.location()),
                f.ints[address],
                rows >= 0 ? f.ints[rows] : type.validRows(),
                cols >= 0 ? f.ints[cols] : type.validCols()));
  }

  private static Optional<Body> window(Operands op) {
    Value.TileHandle source = Operands.tile(op.operand(0));
    TileBuf type = op.resultTileType();
    int[] at = op.intSlots("index");
    int[] sizes = op.literals("sizes");
    int[] valid = op.intSlots("valid");
    TileBuf whole = source.type();
    if (at.length != 2 || sizes.length != 2 || sizes[0] != type.rows() || sizes[1] != type.cols()) {
      throw new SimulationException("the sizes of a window are those of its type");
    }
    if (type.location() != whole.location()
        || type.element() != whole.element()
        || type.boxRowMajor() != whole.boxRowMajor()
        || type.inner() != whole.inner()
        || type.fractal() != whole.fractal()) {
      throw new SimulationException("a window has the memory, element type and layout of its tile");
    }
    Tile parent = source.prototype();
    Value.TileHandle window =
        op.decoder().newTile(type, new Tile(type, parent.pitchRows(), parent.pitchCols()));
    op.result(window);
    int from = source.slot();
    int to = window.slot();
    return Optional.of(
        f -> {
          Tile s = f.tiles[from];
          Tile d = f.tiles[to];
          long row = f.ints[at[0]];
          long col = f.ints[at[1]];
          checkWindow(s, row, col, type);
          d.bindWindow(s.memory(), s.byteAddress((int) row, (int) col));
          d.setValid(
              valid.length == 2
                  ? f.ints[valid[0]]
                  : inferred(type.validRows(), type.rows(), s.validRows(), row),
              valid.length == 2
                  ? f.ints[valid[1]]
                  : inferred(type.validCols(), type.cols(), s.validCols(), col));
        });
  }

  private static void checkWindow(Tile s, long row, long col, TileBuf type) {
    if (row < 0
        || col < 0
        || row + type.rows() > s.type().rows()
        || col + type.cols() > s.type().cols()) {
      throw new SimulationException(
          "a window of "
              + type.rows()
              + "x"
              + type.cols()
              + " at ("
              + row
              + ", "
              + col
              + ") lies outside a tile of "
              + s.type().rows()
              + "x"
              + s.type().cols());
    }
    if (row % s.boxRows() != 0 || col % s.boxCols() != 0) {
      throw new SimulationException(
          "a window of a boxed tile starts at a whole box of "
              + s.boxRows()
              + "x"
              + s.boxCols()
              + ", not at ("
              + row
              + ", "
              + col
              + ")");
    }
  }

  private static long inferred(int written, int size, int parentValid, long offset) {
    return written != PtoType.DYNAMIC ? written : Math.clamp(parentValid - offset, 0, size);
  }

  private static Optional<Body> reshape(Operands op) {
    Value.TileHandle source = Operands.tile(op.operand(0));
    TileBuf from = source.type();
    TileBuf to = op.resultTileType();
    if (from.location() != to.location() || from.bytes() < to.bytes()) {
      throw new SimulationException(
          "a reshape keeps the memory and the bytes of a tile, not "
              + from.bytes()
              + " to "
              + to.bytes());
    }
    Tile parent = source.prototype();
    if (parent.pitchRows() != from.rows() || parent.pitchCols() != from.cols()) {
      throw new SimulationException("a window of a tile cannot be reshaped");
    }
    Value.TileHandle result = op.decoder().newTile(to, new Tile(to));
    op.result(result);
    int s = source.slot();
    int d = result.slot();
    return Optional.of(
        f -> {
          Tile old = f.tiles[s];
          // a dynamic extent of a reshape stands for the whole physical one
          f.tiles[d].bind(
              old.memory(),
              old.address(),
              to.validRows() == PtoType.DYNAMIC ? to.rows() : to.validRows(),
              to.validCols() == PtoType.DYNAMIC ? to.cols() : to.validCols());
        });
  }

  private static Optional<Body> setValidShape(Operands op) {
    Value.TileHandle tile = Operands.tile(op.operand(0));
    if (tile.type().validRows() != PtoType.DYNAMIC || tile.type().validCols() != PtoType.DYNAMIC) {
      throw new SimulationException("set_validshape needs a tile with both extents '?'");
    }
    int slot = tile.slot();
    int rows = Operands.integer(op.operand(1)).slot();
    int cols = Operands.integer(op.operand(2)).slot();
    return Optional.of(f -> f.tiles[slot].setValid(f.ints[rows], f.ints[cols]));
  }

  private static Optional<Body> getValue(Operands op) {
    Value.TileHandle tile = op.insTile(0);
    int index = Operands.integer(op.ins(2, 2).get(1)).slot();
    ElementType element = tile.type().element();
    PtoType written =
        op.op()
            .group("outs")
            .map(Group::types)
            .filter(types -> types.size() == 1)
            .orElseThrow(() -> new SimulationException("expected 'outs : type'"))
            .get(0);
    if (Operands.element(written) != element) {
      throw new SimulationException("reads " + written + " from a tile of " + element.text());
    }
    int slot = tile.slot();
    int d = op.scalarResult(written).slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[slot];
          int[] at = place(t, f.ints[index]);
          if (!Regions.isDefined(t, at[0], at[1], 1)) {
            throw new SimulationException(
                "reads element " + Arrays.toString(at) + " of a tile, where nothing was written");
          }
          f.reads(t);
          f.issue(Pipe.S, Cost.flat(1));
          int address = t.byteAddress(at[0], at[1]);
          if (element.isFloat()) {
            f.floats[d] = Panels.getFloat(t.memory().segment(), element, address);
          } else {
            f.ints[d] = Panels.getInt(t.memory().segment(), element, address);
          }
        });
  }

  private static Optional<Body> setValue(Operands op) {
    int index = Operands.integer(op.ins(2, 2).get(0)).slot();
    Value value = op.ins(2, 2).get(1);
    Value.TileHandle tile = op.outsTile();
    ElementType element = tile.type().element();
    if (Operands.element(value.type()) != element) {
      throw new SimulationException("writes " + value.type() + " to a tile of " + element.text());
    }
    int slot = tile.slot();
    int from = value.slot();
    return Optional.of(
        f -> {
          Tile t = f.tiles[slot];
          int[] at = place(t, f.ints[index]);
          f.writes(t);
          f.issue(Pipe.S, Cost.flat(1));
          int address = t.byteAddress(at[0], at[1]);
          if (element.isFloat()) {
            Panels.setFloat(t.memory().segment(), element, address, f.floats[from]);
          } else {
            Panels.setInt(t.memory().segment(), element, address, f.ints[from]);
          }
          t.memory().defined().define(address, address + (long) element.bytes());
        });
  }

  /** Row and column of a flat index over the physical shape. */
  private static int[] place(Tile t, long index) {
    long size = (long) t.type().rows() * t.type().cols();
    if (index < 0 || index >= size) {
      throw new SimulationException("element " + index + " of a tile of " + size);
    }
    return new int[] {(int) index / t.type().cols(), (int) index % t.type().cols()};
  }
}
