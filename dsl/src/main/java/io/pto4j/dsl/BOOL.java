package io.pto4j.dsl;

/** Element type BOOL: Truth value, one byte in host memory: 0 or 1. */
public record BOOL() implements DType<INT32>, ScalarOf<Boolean> {

  @Override
  public Kind kind() {
    return Kind.BOOL;
  }

  @Override
  public INT32 accumulator() {
    return new INT32();
  }

  @Override
  public Boolean scalar(Number value) {
    return value.doubleValue() != 0;
  }

  @Override
  public String toString() {
    return "BOOL";
  }
}
