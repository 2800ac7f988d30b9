package io.pto4j.dsl;

import java.util.Objects;

/** What a launch or scope can wait for. */
public sealed interface Dependency permits TaskId, Submitted, LevelScope {

  /** Checks that no producer is missing. */
  static void check(Dependency... producers) {
    for (Dependency producer : producers) {
      Objects.requireNonNull(producer, "deps: a producer is null; write TaskId.none() for no task");
    }
  }
}
