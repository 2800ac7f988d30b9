package io.pto4j.verify;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import io.pto4j.ir.Program;
import io.pto4j.pass.Property;
import io.pto4j.pass.Target;
import java.util.Set;
import java.util.TreeSet;

/** The verifier of every property that has one. */
public final class Verifiers {
  private static final ImmutableMap<Property, PropertyVerifier> TABLE =
      Maps.immutableEnumMap(ImmutableMap.<Property, PropertyVerifier>builder().buildOrThrow());

  /** What every program must satisfy before the first pass. */
  public static final ImmutableSet<Property> INPUT = ImmutableSet.of();

  private Verifiers() {}

  public static boolean exists(Property property) {
    return TABLE.containsKey(property);
  }

  /** The findings of the verifiers of {@code properties}, in the order of the properties. */
  public static ImmutableList<Diagnostic> verify(
      Program program, Target target, Set<Property> properties) {
    ImmutableList.Builder<Diagnostic> found = ImmutableList.builder();
    for (Property property : new TreeSet<>(properties)) {
      PropertyVerifier verifier = TABLE.get(property);
      if (verifier != null) {
        verifier.verify(program, target, found::add);
      }
    }
    return found.build();
  }
}
