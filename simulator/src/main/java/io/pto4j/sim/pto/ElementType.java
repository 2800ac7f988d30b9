package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.Optional;

/**
 * Element and scalar types of the dialect with their spelling and storage size.
 *
 * <p>Source: PTO dialect, element types.
 */
public enum ElementType {
  F32("f32", 4, Kind.FLOAT),
  F16("f16", 2, Kind.FLOAT),
  BF16("bf16", 2, Kind.FLOAT),
  F64("f64", 8, Kind.FLOAT),
  I1("i1", 1, Kind.UNSIGNED),
  I8("i8", 1, Kind.SIGNED),
  I16("i16", 2, Kind.SIGNED),
  I32("i32", 4, Kind.SIGNED),
  I64("i64", 8, Kind.SIGNED),
  UI8("ui8", 1, Kind.UNSIGNED),
  UI16("ui16", 2, Kind.UNSIGNED),
  UI32("ui32", 4, Kind.UNSIGNED),
  UI64("ui64", 8, Kind.UNSIGNED),
  INDEX("index", 8, Kind.SIGNED),
  F8E4M3FN("f8E4M3FN", 1, Kind.FLOAT),
  F8E5M2("f8E5M2", 1, Kind.FLOAT),
  F8E8M0("!pto.f8E8M0", 1, Kind.FLOAT),
  HIF8("!pto.hif8", 1, Kind.FLOAT),
  F4E2M1X2("!pto.f4E2M1x2", 1, Kind.FLOAT);

  /** How the bits are read. Signless integers of the text mean signed ones. */
  public enum Kind {
    FLOAT,
    SIGNED,
    UNSIGNED
  }

  private static final ImmutableMap<String, ElementType> BY_TEXT =
      Arrays.stream(values()).collect(ImmutableMap.toImmutableMap(ElementType::text, e -> e));

  private final String text;
  private final int bytes;
  private final Kind kind;

  ElementType(String text, int bytes, Kind kind) {
    this.text = text;
    this.bytes = bytes;
    this.kind = kind;
  }

  /** The type that is spelled {@code text}. */
  public static Optional<ElementType> byText(String text) {
    return Optional.ofNullable(BY_TEXT.get(text));
  }

  /** The spelling in {@code .pto} text. */
  public String text() {
    return text;
  }

  /** Bytes of one stored element. */
  public int bytes() {
    return bytes;
  }

  /** Interpretation of the bits. */
  public Kind kind() {
    return kind;
  }

  /** True for floating point types. */
  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  /** Number of significant bits of an integer value of this type. */
  public int bits() {
    return this == I1 ? 1 : bytes * 8;
  }
}
