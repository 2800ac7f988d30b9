package io.pto4j.dsl;

/** Element type UINT8: 8-bit unsigned integer. */
public record UINT8() implements IntType<INT32>, ScalarOf<Integer> {

  @Override
  public Kind kind() {
    return Kind.UINT8;
  }

  @Override
  public INT32 accumulator() {
    return new INT32();
  }

  @Override
  public Integer scalar(Number value) {
    return value.intValue();
  }

  @Override
  public String toString() {
    return "UINT8";
  }
}
