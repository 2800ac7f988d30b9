package io.pto4j.op;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;

/** A provider of operators, found through {@link java.util.ServiceLoader}. */
public interface OpFamily {
  /**
   * What the names of its operators have before the first dot. The operators are asked for when
   * such a name is first looked up, so that a compilation does not wait for those it does not use.
   */
  ImmutableSet<String> namespaces();

  ImmutableList<OpDef> operators();
}
