package io.pto4j.sim.exec;

import io.pto4j.sim.machine.GmBuffer;

/** An argument of a kernel. */
public sealed interface Argument {
  /** The address of a tensor element. */
  record Pointer(GmBuffer buffer, long byteOffset) implements Argument {}

  /** An integer, index or truth value. */
  record Int(long value) implements Argument {}

  /** A floating point number. */
  record Real(double value) implements Argument {}
}
