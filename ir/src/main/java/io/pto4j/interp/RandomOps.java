package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import io.pto4j.numeric.IntFormat;

/**
 * Random bits of the counter-based generator Philox 4x32. A row consists of blocks of 64 lanes;
 * each lane has a counter of its own and gives four words, 64 columns apart. Source: PTO ISA,
 * TRANDOM; Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3.
 */
final class RandomOps {
  private static final int WORDS = 4;
  private static final int LANES = 64;
  private static final int BLOCK = WORDS * LANES;

  private RandomOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    table.put("tile.random", RandomOps::random);
    table.put("tensor.random", RandomOps::random);
  }

  private static Value random(OpCall call) {
    int[] shape = call.extents(6);
    int[] valid = call.has(7) && call.extents(7).length > 0 ? call.extents(7) : shape;
    if (shape.length != 2) {
      throw call.error("random elements have two axes, not " + shape.length);
    }
    MovementOps.checkInside(call, Shapes.zeros(2), valid, shape);
    int rounds = call.attributes().getInt("rounds", 10);
    if (rounds != 7 && rounds != 10) {
      throw call.error(rounds + " rounds, there are 7 or 10");
    }
    DataType dtype = call.dtype("dtype");
    int blocks = Math.ceilDiv(valid[1], BLOCK);
    if (blocks != Math.ceilDiv(shape[1], BLOCK)) {
      // how far the counter goes in such a row is not defined
      throw call.unsupported("a valid region that leaves out blocks of " + BLOCK + " columns");
    }
    int[] counter = new int[WORDS];
    for (int i = 0; i < WORDS; i++) {
      counter[i] = (int) call.integer(2 + i);
    }
    long[] d = new long[Shapes.count(valid)];
    for (int block = 0; block < valid[0] * blocks; block++) {
      int row = block / blocks;
      int column = block % blocks * BLOCK;
      for (int lane = 0; lane < LANES; lane++) {
        int[] words = philox(call, plus(counter, lane), rounds);
        for (int word = 0; word < WORDS; word++) {
          int c = column + word * LANES + lane;
          if (c < valid[1]) {
            d[row * valid[1] + c] = IntFormat.of(dtype).wrap(words[word]);
          }
        }
      }
      counter = plus(counter, shape[1] / WORDS);
    }
    return TensorValue.of(dtype, shape, valid, d);
  }

  /** A counter of 128 bits, least significant word first, further by a number. */
  private static int[] plus(int[] counter, int n) {
    int[] sum = new int[WORDS];
    long carry = n;
    for (int i = 0; i < WORDS; i++) {
      carry += Integer.toUnsignedLong(counter[i]);
      sum[i] = (int) carry;
      carry >>>= Integer.SIZE;
    }
    return sum;
  }

  private static int[] philox(OpCall call, int[] counter, int rounds) {
    int key0 = (int) call.integer(0);
    int key1 = (int) call.integer(1);
    int[] c = counter;
    for (int round = 0; round < rounds; round++) {
      long even = Integer.toUnsignedLong(c[0]) * 0xD2511F53L;
      long odd = Integer.toUnsignedLong(c[2]) * 0xCD9E8D57L;
      c =
          new int[] {
            (int) (odd >>> Integer.SIZE) ^ c[1] ^ key0,
            (int) odd,
            (int) (even >>> Integer.SIZE) ^ c[3] ^ key1,
            (int) even
          };
      key0 += 0x9E3779B9;
      key1 += 0xBB67AE85;
    }
    return c;
  }
}
