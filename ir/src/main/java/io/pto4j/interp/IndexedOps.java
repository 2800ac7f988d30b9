package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import java.util.Arrays;

/**
 * Rows and elements of tensors at indices. An index outside is an error, unless the operator says
 * what it stands for; of several writes to one place the last one stays. Source: PyPTO operators,
 * gather and scatter; PTO ISA, MGATHER and MSCATTER.
 */
final class IndexedOps {
  private IndexedOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    table.put("tile.gather_row", IndexedOps::gatherRow);
    table.put("tensor.gather_row", IndexedOps::gatherRow);
    table.put("tile.scatter_update", call -> replaceRows(call, call.tensor(0)));
    table.put("tensor.scatter_update", call -> replaceRows(call, call.tensor(0).snapshot()));
    table.put("tile.mgather", IndexedOps::gatherMemory);
    table.put("tile.mscatter", IndexedOps::scatterMemory);
    table.put("tensor.paged_gather", IndexedOps::gatherPages);
  }

  private static Value gatherRow(OpCall call) {
    TensorValue target = call.tensor(0);
    TensorValue source = call.tensor(1);
    int[] from = call.integers(3);
    int[] shape = call.extents(4);
    int[] region = call.has(5) && call.extents(5).length > 0 ? call.extents(5) : shape;
    checkSameType(call, source, target);
    int[] readable = ViewOps.windowValid(call, source, from, shape, region, false);
    TensorValue window = source.window(from, region, readable);
    if (call.attributes().getBool("transpose", false)) {
      if (window.rank() != 2) {
        throw call.error("only a matrix can be transposed, not " + window);
      }
      window = window.transposed(0, 1);
    }
    TensorValue fitted = ranked(call, window, target.rank());
    int[] to = call.integers(2);
    MovementOps.checkInside(call, to, fitted.shape(), target.shape());
    target.window(to, fitted.shape(), fitted.shape()).assign(call, fitted);
    return target;
  }

  private static void checkSameType(OpCall call, TensorValue source, TensorValue target) {
    if (source.dtype() != target.dtype()) {
      throw call.error(
          "elements of type " + source.dtype().text() + " into " + target.dtype().text());
    }
  }

  /** The window with as many axes as its target, where only axes of extent 1 in front differ. */
  private static TensorValue ranked(OpCall call, TensorValue window, int rank) {
    int surplus = window.rank() - rank;
    if (surplus <= 0) {
      return window.withRank(rank);
    }
    int[] front = new int[surplus];
    Arrays.setAll(front, axis -> axis);
    if (Arrays.stream(front).anyMatch(axis -> window.extent(axis) != 1)) {
      throw call.unsupported(window + " as a value of rank " + rank);
    }
    return window.dropAxes(front);
  }

  /** Writes a row of the third operand at the row that the index at the same place names. */
  private static Value replaceRows(OpCall call, TensorValue result) {
    TensorValue index = call.tensor(1);
    TensorValue source = call.tensor(2).snapshot();
    checkSameType(call, source, result);
    int last = result.rank() - 1;
    int[] rows = leading(result.shape());
    int[] sourceRows = leading(source.shape());
    int count = Shapes.count(index.shape());
    if (Shapes.count(sourceRows) != count || source.extent(last) != result.extent(last)) {
      throw call.error(source + " does not give a row of " + result + " for each of " + index);
    }
    long[] at = index.longs(call.operator());
    int[] valid = index.valid();
    int[] row = rowShape(result.rank(), result.valid()[last]);
    for (int i = 0; i < at.length; i++) {
      int k = flat(index.shape(), Shapes.position(valid, i));
      int to = GatherOps.index(call, at[i], Shapes.count(rows));
      result
          .window(rowAt(rows, to), row, row)
          .assign(call, part(source, rowAt(sourceRows, k), row));
    }
    return result;
  }

  private static int[] leading(int[] shape) {
    return Arrays.copyOf(shape, shape.length - 1);
  }

  private static int[] rowShape(int rank, int columns) {
    int[] shape = new int[rank];
    Arrays.fill(shape, 1);
    shape[rank - 1] = columns;
    return shape;
  }

  /** The position of the first element of a row, of which there are {@code rows}. */
  private static int[] rowAt(int[] rows, int row) {
    return Arrays.copyOf(Shapes.position(rows, row), rows.length + 1);
  }

  private static int flat(int[] shape, int[] position) {
    int flat = 0;
    for (int axis = 0; axis < shape.length; axis++) {
      flat = flat * shape[axis] + position[axis];
    }
    return flat;
  }

  /** A window that is valid as far as the value is. */
  private static TensorValue part(TensorValue x, int[] at, int[] shape) {
    int[] valid = x.valid();
    for (int axis = 0; axis < valid.length; axis++) {
      valid[axis] = Math.clamp((long) valid[axis] - at[axis], 0, shape[axis]);
    }
    return x.window(at, shape, valid);
  }

  // ---- indices into memory

  /** What an index outside stands for. */
  private enum Outside {
    UNDEFINED,
    CLAMPED,
    WRAPPED,
    ZERO;

    static Outside of(OpCall call) {
      int code = call.attributes().getInt("gather_oob", 0);
      if (code < 0 || code >= values().length) {
        throw call.error("there is no policy " + code + " for an index outside, they are 0 to 3");
      }
      return values()[code];
    }

    /** The place that an index stands for, or -1 for none, which reads as zero. */
    int place(OpCall call, long index, int capacity) {
      // the device takes indices as unsigned
      long unsigned = Integer.toUnsignedLong((int) index);
      if (unsigned < capacity) {
        return (int) unsigned;
      }
      if (this == ZERO) {
        return -1;
      }
      if (this == UNDEFINED || capacity == 0) {
        return GatherOps.index(call, index, capacity);
      }
      return this == CLAMPED ? capacity - 1 : (int) (unsigned % capacity);
    }
  }

  private static Value gatherMemory(OpCall call) {
    int code = call.attributes().getInt("coalesce", 0);
    return switch (code) {
      case 0 -> gatherRows(call);
      case 1 -> gatherElements(call);
      default -> throw call.error("there is no gather " + code + ", they are 0 and 1");
    };
  }

  private static int[] validOr(OpCall call, int operand, int[] shape, int[] otherwise) {
    if (!call.has(operand)) {
      return otherwise;
    }
    int[] valid = call.extents(operand);
    MovementOps.checkInside(call, Shapes.zeros(shape.length), valid, shape);
    return valid;
  }

  /** The rows are those of the first matrix of the memory. */
  private static Value gatherRows(OpCall call) {
    TensorValue memory = call.tensor(0);
    TensorValue index = call.tensor(1);
    if (memory.rank() < 2 || Arrays.stream(index.shape()).filter(e -> e != 1).count() > 1) {
      throw call.error("rows of " + memory + " at " + index + ", which is no row of indices");
    }
    Outside outside = Outside.of(call);
    int columns = memory.extent(memory.rank() - 1);
    int[] shape = {Shapes.count(index.shape()), columns};
    int[] valid = validOr(call, 2, shape, new int[] {Shapes.count(index.valid()), columns});
    TensorValue result = TensorValue.undefined(memory.dtype(), shape).withValid(valid);
    int[] row = {1, valid[1]};
    int[] sourceRow = rowShape(memory.rank(), valid[1]);
    for (int i = 0; i < valid[0]; i++) {
      long named = indexAt(call, index, Shapes.position(index.shape(), i));
      int place = outside.place(call, named, memory.extent(memory.rank() - 2));
      int[] at = Shapes.zeros(memory.rank());
      at[memory.rank() - 2] = Math.max(place, 0);
      TensorValue source =
          place < 0
              ? CreationOps.zeros(memory.dtype(), row)
              : ranked(call, part(memory, at, sourceRow), 2);
      result.window(new int[] {i, 0}, row, row).assign(call, source);
    }
    return result;
  }

  private static Value gatherElements(OpCall call) {
    TensorValue memory = call.tensor(0);
    TensorValue index = call.tensor(1);
    checkPacked(call, memory);
    Outside outside = Outside.of(call);
    int[] valid = validOr(call, 3, index.shape(), index.valid());
    TensorValue result = TensorValue.undefined(memory.dtype(), index.shape()).withValid(valid);
    int[] one = rowShape(index.rank(), 1);
    int[] sourceOne = rowShape(memory.rank(), 1);
    TensorValue zero = CreationOps.zeros(memory.dtype(), one);
    for (int i = 0; i < Shapes.count(valid); i++) {
      int[] at = Shapes.position(valid, i);
      int place = outside.place(call, indexAt(call, index, at), Shapes.count(memory.shape()));
      TensorValue element =
          place < 0 ? zero : part(memory, Shapes.position(memory.shape(), place), sourceOne);
      result.window(at, one, one).assign(call, element);
    }
    return result;
  }

  private static long indexAt(OpCall call, TensorValue index, int[] at) {
    int[] one = rowShape(index.rank(), 1);
    return part(index, at, one).longs(one, call.operator())[0];
  }

  /** Flat indices count from the start of the memory and do not see strides. */
  private static void checkPacked(OpCall call, TensorValue memory) {
    if (!memory.isPacked()) {
      throw call.unsupported("a flat index into a part of a tensor");
    }
  }

  private static Value scatterMemory(OpCall call) {
    TensorValue source = call.tensor(0);
    TensorValue target = call.tensor(2);
    checkPacked(call, target);
    checkSameType(call, source, target);
    int[] valid = source.valid();
    long[] at = call.tensor(1).longs(valid, call.operator());
    for (int i = 0; i < at.length; i++) {
      int to = GatherOps.index(call, at[i], Shapes.count(target.shape()));
      MovementOps.element(call, target, Shapes.position(target.shape(), to))
          .assign(call, MovementOps.element(call, source, Shapes.position(valid, i)));
    }
    return target;
  }

  // ---- blocks of rows

  /** Rows of the result for which there is no index are not valid. */
  private static Value gatherPages(OpCall call) {
    TensorValue source = call.tensor(0);
    TensorValue indices = call.tensor(1);
    int size = positive(call, "size");
    int room = positive(call, "max_indices");
    int first = call.attributes().getInt("col_off", 0);
    int count = Shapes.count(indices.valid());
    if (count > room) {
      throw call.error(count + " indices do not fit max_indices " + room);
    }
    int columns = Math.clamp(source.valid()[1] - (long) first, 0, size);
    int[] row = {1, columns};
    TensorValue rows = TensorValue.undefined(source.dtype(), room, size).withValid(count, columns);
    for (int i = 0; i < count; i++) {
      long index = indexAt(call, indices, Shapes.position(indices.valid(), i));
      int[] at = {pagedRow(call, index), first};
      MovementOps.checkInside(call, at, row, source.shape());
      rows.window(new int[] {i, 0}, row, row).assign(call, part(source, at, row));
    }
    return call.attributes().getBool("is_trans", false) ? rows.transposed(0, 1).snapshot() : rows;
  }

  private static int positive(OpCall call, String name) {
    int value = call.attributes().getInt(name, 0);
    if (value <= 0) {
      throw call.error(name + " is " + value + ", it must be positive");
    }
    return value;
  }

  /** The row of the source that holds what an index names, by way of the table of blocks. */
  private static int pagedRow(OpCall call, long index) {
    TensorValue table = call.tensor(2);
    int blockSize = positive(call, "block_size");
    long rows = (long) Shapes.count(table.shape()) * blockSize;
    if (index < 0 || index >= rows) {
      throw call.error("index " + index + " into " + rows + " rows");
    }
    int[] at = Shapes.position(table.shape(), (int) (index / blockSize));
    long row = indexAt(call, table, at) * blockSize + index % blockSize;
    return GatherOps.index(call, row, call.tensor(0).extent(0));
  }
}
