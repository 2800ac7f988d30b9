package io.pto4j.interp;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Operators that pick elements by index, by a pattern of columns or by a comparison, and those that
 * place them so. An index outside of the source is an error, as the device leaves it undefined.
 * Source: PTO ISA, TGATHER, TGATHERB and TSCATTER.
 */
final class GatherOps {
  private static final int BLOCK_BYTES = 32;

  private GatherOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    table.put("tile.gather", GatherOps::gatherFlat);
    table.put("tensor.gather", GatherOps::gatherAlong);
    table.put("tile.gatherb", GatherOps::gatherBlocks);
    table.put("tile.scatter", GatherOps::scatterFlat);
    table.put("tensor.scatter", GatherOps::scatterAlong);
    table.put("tile.scatter_mask", call -> spread(call, call.tensor(1), empty(call.tensor(0))));
    table.put(
        "tensor.scatter_mask",
        call -> spread(call, call.tensor(0), MovementOps.copy(call, call.tensor(1))));
    for (String level : new String[] {"tile.", "tensor."}) {
      table.put(level + "gather_mask", GatherOps::gatherMask);
      table.put(level + "gather_compare", GatherOps::gatherCompare);
    }
  }

  private static TensorValue empty(TensorValue like) {
    return CreationOps.zeros(like.dtype(), like.shape());
  }

  /** Copies single elements from one value to another of the same type. */
  private record Picker(OpCall call, TensorValue from, TensorValue to) {
    void copy(int[] source, int[] target) {
      MovementOps.element(call, to, target).assign(call, MovementOps.element(call, from, source));
    }
  }

  private static Value gatherFlat(OpCall call) {
    TensorValue source = call.tensor(0);
    TensorValue indices = call.tensor(1);
    int[] valid = indices.valid();
    long[] at = indices.longs(call.operator());
    TensorValue result = TensorValue.undefined(source.dtype(), indices.shape()).withValid(valid);
    Picker picker = new Picker(call, source, result);
    for (int i = 0; i < at.length; i++) {
      int from = index(call, at[i], Shapes.count(source.shape()));
      picker.copy(Shapes.position(source.shape(), from), Shapes.position(valid, i));
    }
    return result;
  }

  static int index(OpCall call, long index, int count) {
    if (index < 0 || index >= count) {
      throw call.error("index " + index + " into " + count + " elements");
    }
    return (int) index;
  }

  private static Value gatherAlong(OpCall call) {
    TensorValue source = call.tensor(0);
    TensorValue indices = call.tensor(1);
    int axis = call.axis(call.attributes().getInt("dim", -1), source.rank());
    int[] valid = indices.valid();
    long[] at = indices.longs(call.operator());
    TensorValue result = TensorValue.undefined(source.dtype(), indices.shape()).withValid(valid);
    Picker picker = new Picker(call, source, result);
    for (int i = 0; i < at.length; i++) {
      int[] target = Shapes.position(valid, i);
      int from = index(call, at[i], source.extent(axis));
      picker.copy(Shapes.with(target, axis, from), target);
    }
    return result;
  }

  /** Blocks of 32 bytes at byte offsets; one that would leave the source stays undefined. */
  private static Value gatherBlocks(OpCall call) {
    TensorValue source = call.tensor(0);
    TensorValue offsets = call.tensor(1);
    DataType dtype = call.attributes().getDataType("output_dtype").orElse(source.dtype());
    int each = BLOCK_BYTES / dtype.bytes();
    int last = offsets.rank() - 1;
    int[] valid = offsets.valid();
    int[] shape = Shapes.with(offsets.shape(), last, offsets.extent(last) * each);
    TensorValue result =
        TensorValue.undefined(dtype, shape).withValid(Shapes.with(valid, last, valid[last] * each));
    MemorySegment bytes = Bits.of(call, source);
    long[] at = offsets.longs(call.operator());
    for (int i = 0; i < at.length; i++) {
      if (at[i] + BLOCK_BYTES <= bytes.byteSize()) {
        int[] target = Shapes.position(valid, i);
        target[last] *= each;
        int[] block = Shapes.with(ones(target.length), last, each);
        TensorValue picked = TensorValue.over(dtype, bytes.asSlice(at[i], BLOCK_BYTES), block);
        result.window(target, block, block).assign(call, picked);
      }
    }
    return result;
  }

  private static int[] ones(int rank) {
    int[] ones = new int[rank];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** What is not written holds no value, as the instruction does not keep it. */
  private static Value scatterFlat(OpCall call) {
    TensorValue target = call.tensor(0);
    TensorValue source = call.tensor(1);
    TensorValue result = TensorValue.undefined(target.dtype(), target.shape());
    long[] at = call.tensor(2).longs(source.valid(), call.operator());
    Picker picker = new Picker(call, source, result);
    for (int i = 0; i < at.length; i++) {
      int to = index(call, at[i], Shapes.count(target.shape()));
      picker.copy(Shapes.position(source.valid(), i), Shapes.position(target.shape(), to));
    }
    return result;
  }

  private static Value scatterAlong(OpCall call) {
    TensorValue result = MovementOps.copy(call, call.tensor(0));
    TensorValue source = call.tensor(2);
    int[] valid = source.valid();
    long[] at = call.tensor(1).longs(valid, call.operator());
    int last = valid.length - 1;
    Picker picker = new Picker(call, source, result);
    for (int i = 0; i < at.length; i++) {
      int[] from = Shapes.position(valid, i);
      picker.copy(from, Shapes.with(from, last, index(call, at[i], result.extent(last))));
    }
    return result;
  }

  // ---- patterns of columns

  /** Every how many columns the pattern takes one, and the first one that it takes. */
  private record Pattern(int every, int first) {
    static Pattern of(OpCall call) {
      int code = call.attributes().getInt("mask_pattern", 0);
      return switch (code) {
        case 1, 2 -> new Pattern(2, code - 1);
        case 3, 4, 5, 6 -> new Pattern(4, code - 3);
        case 7 -> new Pattern(1, 0);
        default -> throw call.error("there is no pattern " + code + ", they are 1 to 7");
      };
    }

    int column(int picked) {
      return first + picked * every;
    }
  }

  private static Value gatherMask(OpCall call) {
    Pattern pattern = Pattern.of(call);
    TensorValue source = call.tensor(0);
    DataType dtype = call.attributes().getDataType("output_dtype").orElse(source.dtype());
    int[] shape = Shapes.with(source.shape(), 1, source.extent(1) / pattern.every());
    TensorValue result = TensorValue.undefined(source.dtype(), shape);
    Picker picker = new Picker(call, source, result);
    for (int i = 0; i < Shapes.count(shape); i++) {
      int[] to = Shapes.position(shape, i);
      picker.copy(Shapes.with(to, 1, pattern.column(to[1])), to);
    }
    return Bits.as(call, result, dtype);
  }

  private static TensorValue spread(OpCall call, TensorValue source, TensorValue result) {
    Pattern pattern = Pattern.of(call);
    int[] valid = source.valid();
    Picker picker = new Picker(call, source, result);
    for (int i = 0; i < Shapes.count(valid); i++) {
      int[] from = Shapes.position(valid, i);
      picker.copy(from, Shapes.with(from, 1, pattern.column(from[1])));
    }
    return result;
  }

  /** Columns where the comparison holds, and how many there are; the rest of a row is undefined. */
  private static Value gatherCompare(OpCall call) {
    TensorValue source = call.tensor(0);
    int rows = source.valid()[0];
    int cols = source.valid()[1];
    int room = call.attributes().getInt("out_cols", 0);
    int offset = call.attributes().getInt("offset", 0);
    boolean[] holds = ComparisonOps.holdsScalar(call, call.attributes().getInt("cmp_mode", 0));
    TensorValue found =
        TensorValue.undefined(DataType.INT32, source.extent(0), room).withValid(rows, room);
    TensorValue counts =
        TensorValue.undefined(
                call.attributes().getDataType("count_dtype").orElse(DataType.INT32),
                1,
                source.extent(0))
            .withValid(1, rows);
    for (int r = 0; r < rows; r++) {
      int count = 0;
      for (int c = 0; c < cols; c++) {
        if (holds[r * cols + c]) {
          if (count < room) {
            found.write(new int[] {r, count}, new int[] {1, 1}, new long[] {c + offset});
          }
          count++;
        }
      }
      counts.write(new int[] {0, r}, new int[] {1, 1}, new long[] {count});
    }
    return new Value.OfTuple(ImmutableList.of(found, counts));
  }
}
