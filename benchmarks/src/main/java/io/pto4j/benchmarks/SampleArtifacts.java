package io.pto4j.benchmarks;

import io.pto4j.runtime.ProgramPackage;
import io.pto4j.samples.VectorAdd;

/** The compiled samples on the class path. */
final class SampleArtifacts {
  private SampleArtifacts() {}

  /** The artifacts of a sample by the simple name of its class. */
  static ProgramPackage of(String sample) {
    return ProgramPackage.of(
        VectorAdd.class.getClassLoader(), VectorAdd.class.getPackageName() + "." + sample);
  }
}
