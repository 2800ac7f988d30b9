package io.pto4j.ir;

/**
 * What a function does at its level; the ecosystem's text calls a worker {@code SubWorker}. Source:
 * PyPTO IR hierarchy, Role.
 */
public enum Role implements WireEnum {
  ORCHESTRATOR(0, "Orchestrator"),
  WORKER(1, "Worker");

  private final int code;
  private final String text;

  Role(int code, String text) {
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
