package io.pto4j.gen;

import io.pto4j.ir.IrNode;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;

/** Copies that share no node with the original. */
public final class Clones {
  private Clones() {}

  /** A copy of {@code node}. */
  public static <N extends IrNode> N of(N node, Class<N> type) {
    return IrReader.read(IrWriter.write(node), type);
  }
}
