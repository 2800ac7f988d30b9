package io.pto4j.dsl;

/** Element type FP32: IEEE 754 binary32. */
public record FP32() implements FloatType<FP32>, ScalarOf<Float> {

  @Override
  public Kind kind() {
    return Kind.FP32;
  }

  @Override
  public FP32 accumulator() {
    return this;
  }

  @Override
  public Float scalar(Number value) {
    return value.floatValue();
  }

  @Override
  public String toString() {
    return "FP32";
  }
}
