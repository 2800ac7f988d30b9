package io.pto4j.dsl;

/**
 * Element type of a {@link Tensor} or {@link Tile}.
 *
 * <p>The type parameter is the accumulator type: the element type of a matrix product of operands
 * of this type, FP32 for floating point and INT32 for integers. Every element type is a record
 * without components, used both as a type ({@code Tile<FP16>}) and as a value, the constant of the
 * same name in {@link Pl} ({@code Pl.createTile(FP16, 64, 64)}).
 *
 * <p>Source of the rule: PyPTO IR types, DataType.
 *
 * @param <A> accumulator type
 */
public sealed interface DType<A extends DType<?>> permits BOOL, FloatType, IntType {

  /** The kind, for exhaustive switches. */
  Kind kind();

  /** The accumulator type as a value. */
  A accumulator();

  /** Width of one element in bits. */
  default int bits() {
    return kind().bits();
  }

  /** Width of one element in host memory in bytes. */
  default int bytes() {
    return (bits() + 7) / 8;
  }

  /** The element types as an enumeration; the constant names are the names of the IR. */
  enum Kind {
    FP32(32),
    FP16(16),
    BF16(16),
    INT8(8),
    INT16(16),
    INT32(32),
    INT64(64),
    UINT8(8),
    UINT16(16),
    UINT32(32),
    BOOL(8);

    private final int bits;

    Kind(int bits) {
      this.bits = bits;
    }

    /** Width of one element in bits. */
    public int bits() {
      return bits;
    }

    /** Whether the type is a floating-point type. */
    public boolean isFloat() {
      return this == FP32 || this == FP16 || this == BF16;
    }

    /** Whether the type is an integer type; BOOL is not. */
    public boolean isInteger() {
      return !isFloat() && this != BOOL;
    }

    /** Whether the type is a signed integer type. */
    public boolean isSigned() {
      return this == INT8 || this == INT16 || this == INT32 || this == INT64;
    }
  }
}
