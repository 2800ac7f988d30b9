package io.pto4j.gen;

import io.pto4j.gen.Scope.Shape;
import java.util.List;
import java.util.stream.Collectors;

/** A tensor parameter of a generated function; {@code written} ones are results. */
record Param(String name, Shape shape, boolean written) {
  /** The parameters as text, and two scalars. */
  static String signature(List<Param> params, String direction) {
    return params.stream()
            .map(
                p ->
                    p.written()
                        ? "%s: pl.%s[%s]".formatted(p.name(), direction, p.shape().tensor())
                        : "%s: %s".formatted(p.name(), p.shape().tensor()))
            .collect(Collectors.joining(", "))
        + ", n: pl.Scalar[pl.INDEX], s: pl.Scalar[pl.FP32]";
  }

  static List<Param> written(List<Param> params) {
    return params.stream().filter(Param::written).toList();
  }

  static String results(List<Param> params) {
    return written(params).stream().map(Param::name).collect(Collectors.joining(", "));
  }
}
