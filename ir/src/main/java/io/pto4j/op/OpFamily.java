package io.pto4j.op;

import com.google.common.collect.ImmutableList;

/** A provider of operators, found through {@link java.util.ServiceLoader}. */
public interface OpFamily {
  ImmutableList<OpDef> operators();
}
