package io.pto4j.ir;

/** The kinds of function. Source: PyPTO IR hierarchy, FunctionType. */
public enum FunctionType implements WireEnum {
  OPAQUE(0, "Opaque"),
  ORCHESTRATION(1, "Orchestration"),
  INCORE(2, "InCore"),
  AIC(3, "AIC"),
  AIV(4, "AIV"),
  GROUP(5, "Group"),
  SPMD(6, "Spmd"),
  INLINE(7, "Inline"),
  GRAPH(8, "Graph");

  private final int code;
  private final String text;

  FunctionType(int code, String text) {
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

  /** InCore, AIC and AIV: functions that run on a core. */
  public boolean isInCore() {
    return this == INCORE || this == AIC || this == AIV;
  }

  /** Group and Spmd: functions that launch in-core functions. */
  public boolean isWrapper() {
    return this == GROUP || this == SPMD;
  }

  /** Orchestration and Graph: functions that submit tasks. */
  public boolean isOrchestration() {
    return this == ORCHESTRATION || this == GRAPH;
  }
}
