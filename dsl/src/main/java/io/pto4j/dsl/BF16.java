package io.pto4j.dsl;

/** Element type BF16: bfloat16: the upper half of a binary32. */
public record BF16() implements FloatType<FP32>, ScalarOf<Float> {

  @Override
  public Kind kind() {
    return Kind.BF16;
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
    return "BF16";
  }
}
