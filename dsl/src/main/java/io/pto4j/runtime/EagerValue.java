package io.pto4j.runtime;

import io.pto4j.dsl.DType;
import java.util.List;

/** A tile or tensor as an {@link EagerEngine} holds it. */
public interface EagerValue {

  /** Element type. */
  DType<?> dtype();

  /** Extents in elements, outermost dimension first. */
  List<Long> shape();
}
