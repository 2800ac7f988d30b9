package io.pto4j.dsl;

/** Element type INT16: 16-bit signed integer. */
public record INT16() implements IntType<INT32>, ScalarOf<Integer> {

  @Override
  public Kind kind() {
    return Kind.INT16;
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
    return "INT16";
  }
}
