package io.pto4j.ir;

/** Levels of the machine hierarchy. Source: PyPTO IR hierarchy, Level. */
public enum Level implements WireEnum {
  AIV(0, "AIV"),
  AIC(1, "AIC"),
  CORE_GROUP(2, "CORE_GROUP"),
  CHIP_DIE(3, "CHIP_DIE"),
  CHIP(4, "CHIP"),
  HOST(5, "HOST"),
  CLUSTER_0(6, "CLUSTER_0"),
  CLUSTER_1(7, "CLUSTER_1"),
  CLUSTER_2(8, "CLUSTER_2"),
  GLOBAL(9, "GLOBAL"),
  UNDEFINED(255, "UNDEFINED");

  private final int code;
  private final String text;

  Level(int code, String text) {
    this.code = code;
    this.text = text;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String text() {
    return text;
  }
}
