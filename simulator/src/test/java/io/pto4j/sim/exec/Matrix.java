package io.pto4j.sim.exec;

import io.pto4j.sim.machine.GmBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/** A matrix of the tests' own, with its own reading of the element types. */
final class Matrix {
  private final String dtype;
  private final int cols;
  private final double[] values;

  Matrix(String dtype, int cols, double... values) {
    this.dtype = dtype;
    this.cols = cols;
    this.values = values;
  }

  double[] values() {
    return values;
  }

  static int bytes(String dtype) {
    return switch (dtype) {
      case "f32", "i32" -> 4;
      case "f16", "bf16", "i16" -> 2;
      case "i8", "ui8" -> 1;
      default -> throw new IllegalArgumentException(dtype);
    };
  }

  static boolean isFloat(String dtype) {
    return dtype.contains("f");
  }

  /** Random values: mostly ordinary, some zeros, infinities, NaN and subnormals for floats. */
  static Matrix random(RandomGenerator random, String dtype, int rows, int cols) {
    double[] values = new double[rows * cols];
    for (int i = 0; i < values.length; i++) {
      values[i] = isFloat(dtype) ? randomFloat(random, dtype) : randomInt(random, dtype);
    }
    return new Matrix(dtype, cols, values);
  }

  static Matrix ordinary(RandomGenerator random, String dtype, int rows, int cols) {
    double[] values = new double[rows * cols];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          isFloat(dtype) ? round(dtype, random.nextDouble(-2, 2)) : random.nextInt(-100, 100);
    }
    return new Matrix(dtype, cols, values);
  }

  private static double randomFloat(RandomGenerator random, String dtype) {
    return switch (random.nextInt(20)) {
      case 0 -> 0.0;
      case 1 -> -0.0;
      case 2 -> Double.POSITIVE_INFINITY;
      case 3 -> Double.NEGATIVE_INFINITY;
      case 4 -> Double.NaN;
      case 5 -> round(dtype, 1e-40 * random.nextInt(-9, 9));
      case 6 -> round(dtype, random.nextDouble(-60000, 60000));
      default -> round(dtype, random.nextDouble(-4, 4));
    };
  }

  private static double randomInt(RandomGenerator random, String dtype) {
    return switch (dtype) {
      case "i32" -> random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(-1000, 1000);
      case "i16" -> (short) random.nextInt();
      case "i8" -> (byte) random.nextInt();
      default -> random.nextInt(256);
    };
  }

  double at(int row, int col) {
    return values[row * cols + col];
  }

  /** Rounds to the element type, to nearest, ties to even. */
  static double round(String dtype, double value) {
    return switch (dtype) {
      case "f32" -> (float) value;
      case "f16" -> Float.float16ToFloat(Float.floatToFloat16((float) value));
      case "bf16" -> bf16((float) value);
      default -> value;
    };
  }

  private static float bf16(float value) {
    if (Float.isNaN(value) || Float.isInfinite(value)) {
      return value;
    }
    float low = Float.intBitsToFloat(Float.floatToRawIntBits(value) & 0xFFFF0000);
    float high = Float.intBitsToFloat((Float.floatToRawIntBits(value) & 0xFFFF0000) + 0x10000);
    double below = Math.abs((double) value - low);
    double above = Math.abs((double) high - value);
    boolean lowIsEven = (Float.floatToRawIntBits(low) & 0x10000) == 0;
    if (Float.isInfinite(high)) {
      above = Math.abs(Math.scalb(1.0, 128) - Math.abs(value));
    }
    return below < above || (below == above && lowIsEven) ? low : high;
  }

  byte[] toBytes() {
    ByteBuffer out =
        ByteBuffer.allocate(values.length * bytes(dtype)).order(ByteOrder.LITTLE_ENDIAN);
    for (double v : values) {
      switch (dtype) {
        case "f32" -> out.putFloat((float) v);
        case "f16" -> out.putShort(Float.floatToFloat16((float) v));
        case "bf16" -> out.putShort((short) (Float.floatToRawIntBits((float) v) >>> 16));
        case "i32" -> out.putInt((int) v);
        case "i16" -> out.putShort((short) v);
        default -> out.put((byte) (int) v);
      }
    }
    return out.array();
  }

  GmBuffer buffer(String name) {
    return KernelText.input(name, toBytes());
  }

  static Matrix of(GmBuffer buffer, String dtype, int rows, int cols) {
    ByteBuffer in = buffer.segment().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    double[] values = new double[rows * cols];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (dtype) {
            case "f32" -> in.getFloat();
            case "f16" -> Float.float16ToFloat(in.getShort());
            case "bf16" -> Float.intBitsToFloat(in.getShort() << 16);
            case "i32" -> in.getInt();
            case "i16" -> in.getShort();
            case "ui8" -> in.get() & 0xFF;
            default -> in.get();
          };
    }
    return new Matrix(dtype, cols, values);
  }
}
