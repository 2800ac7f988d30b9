package io.pto4j.ir;

import com.google.errorprone.annotations.Immutable;

/** A single number, truth value or task id. Source: PyPTO IR types, ScalarType. */
@Immutable
public record ScalarType(DataType dtype) implements Type {
  public static ScalarType of(DataType dtype) {
    return new ScalarType(dtype);
  }
}
