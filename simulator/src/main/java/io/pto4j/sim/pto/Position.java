package io.pto4j.sim.pto;

/**
 * A place in {@code .pto} text.
 *
 * @param line line number, from 1
 * @param column column number in characters, from 1
 */
public record Position(int line, int column) {
  @Override
  public String toString() {
    return line + ":" + column;
  }
}
