package io.pto4j.dsl;

/** Element type UINT32: 32-bit unsigned integer. */
public record UINT32() implements IntType<INT32>, ScalarOf<Long> {

  @Override
  public Kind kind() {
    return Kind.UINT32;
  }

  @Override
  public INT32 accumulator() {
    return new INT32();
  }

  @Override
  public Long scalar(Number value) {
    return value.longValue();
  }

  @Override
  public String toString() {
    return "UINT32";
  }
}
