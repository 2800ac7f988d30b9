package io.pto4j.dsl;

/**
 * The element types as values. {@link Pl} inherits them, so {@code import static io.pto4j.dsl.Pl.*}
 * brings them into scope beside the types of the same names.
 */
@SuppressWarnings("VariableNameSameAsType") // on purpose: Tile<FP32> and createTile(FP32, 64, 64)
public abstract sealed class DTypes permits PlTileArithmetic {

  /** IEEE 754 binary32. */
  public static final FP32 FP32 = new FP32();

  /** IEEE 754 binary16. */
  public static final FP16 FP16 = new FP16();

  /** bfloat16: the upper half of a binary32. */
  public static final BF16 BF16 = new BF16();

  /** 8-bit signed integer. */
  public static final INT8 INT8 = new INT8();

  /** 16-bit signed integer. */
  public static final INT16 INT16 = new INT16();

  /** 32-bit signed integer. */
  public static final INT32 INT32 = new INT32();

  /** 64-bit signed integer. */
  public static final INT64 INT64 = new INT64();

  /** 8-bit unsigned integer. */
  public static final UINT8 UINT8 = new UINT8();

  /** 16-bit unsigned integer. */
  public static final UINT16 UINT16 = new UINT16();

  /** 32-bit unsigned integer. */
  public static final UINT32 UINT32 = new UINT32();

  /** Truth value, one byte in host memory: 0 or 1. */
  public static final BOOL BOOL = new BOOL();

  DTypes() {}
}
