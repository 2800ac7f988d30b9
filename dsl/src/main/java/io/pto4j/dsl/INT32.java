package io.pto4j.dsl;

/** Element type INT32: 32-bit signed integer. */
public record INT32() implements IntType<INT32>, ScalarOf<Integer> {

  @Override
  public Kind kind() {
    return Kind.INT32;
  }

  @Override
  public INT32 accumulator() {
    return this;
  }

  @Override
  public Integer scalar(Number value) {
    return value.intValue();
  }

  @Override
  public String toString() {
    return "INT32";
  }
}
