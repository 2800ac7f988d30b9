package io.pto4j.dsl;

/** Element type FP16: IEEE 754 binary16. */
public record FP16() implements FloatType<FP32>, ScalarOf<Float> {

  @Override
  public Kind kind() {
    return Kind.FP16;
  }

  @Override
  public FP32 accumulator() {
    return new FP32();
  }

  @Override
  public Float scalar(Number value) {
    return value.floatValue();
  }

  @Override
  public String toString() {
    return "FP16";
  }
}
