package io.pto4j.sim.exec;

import java.util.List;

/** A straight run of steps. */
final class Steps {
  private final Step[] array;

  Steps(List<Step> steps) {
    this.array = steps.toArray(Step[]::new);
  }

  Step[] array() {
    return array;
  }
}
