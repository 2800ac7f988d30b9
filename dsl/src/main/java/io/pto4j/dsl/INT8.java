package io.pto4j.dsl;

/** Element type INT8: 8-bit signed integer. */
public record INT8() implements IntType<INT32>, ScalarOf<Integer> {

  @Override
  public Kind kind() {
    return Kind.INT8;
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
    return "INT8";
  }
}
