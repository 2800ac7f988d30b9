package io.pto4j.dsl;

/** Element type INT64: 64-bit signed integer. */
public record INT64() implements IntType<INT32>, ScalarOf<Long> {

  @Override
  public Kind kind() {
    return Kind.INT64;
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
    return "INT64";
  }
}
