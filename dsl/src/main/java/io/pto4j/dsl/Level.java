package io.pto4j.dsl;

/**
 * Level of the machine hierarchy at which a scope runs.
 *
 * <p>Source of the rule: PyPTO language, Level.
 */
public enum Level {
  /** One vector core. */
  AIV,
  /** One cube core. */
  AIC,
  /** One cube core with its vector cores. */
  CORE_GROUP,
  /** One die. */
  CHIP_DIE,
  /** One chip. */
  CHIP,
  /** One host. */
  HOST,
  /** First cluster level above the host. */
  CLUSTER_0,
  /** Second cluster level. */
  CLUSTER_1,
  /** Third cluster level. */
  CLUSTER_2,
  /** The whole system. */
  GLOBAL;

  /** Name in the IR text. */
  public String irName() {
    return name();
  }
}
