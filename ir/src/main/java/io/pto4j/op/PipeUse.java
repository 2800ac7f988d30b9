package io.pto4j.op;

import io.pto4j.ir.Pipe;

/** Which hardware pipe executes an operator. Source: PTO ISA, pipes. */
public sealed interface PipeUse {
  /** No instruction is executed on a core for it. */
  enum None implements PipeUse {
    INSTANCE
  }

  record Fixed(Pipe pipe) implements PipeUse {}

  /**
   * The memories of the call decide.
   *
   * @param how as a phrase, such as {@code FIX from Acc, else MTE3}
   */
  record BySpaces(String how) implements PipeUse {}

  static PipeUse of(Pipe pipe) {
    return new Fixed(pipe);
  }
}
