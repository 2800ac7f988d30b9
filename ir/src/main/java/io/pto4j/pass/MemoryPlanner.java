package io.pto4j.pass;

import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;

/** Who gives the tiles of kernels their addresses. Source: PyPTO passes, memory planner. */
public enum MemoryPlanner {
  /** The passes MemoryReuse and AllocateMemoryAddr: equal tiles share, addresses follow. */
  PYPTO,
  /** The assembler, which gets kernels without addresses. */
  PTOAS,
  /** A solver of constraints, which places tiles that are not used at the same time together. */
  DSA_RP;

  /**
   * @throws IrException when the pipeline has no passes for this planner
   */
  public void requireSupported() {
    if (this != PYPTO) {
      throw new IrException(
          "the memory planner " + this + " is not supported yet",
          "use the planner " + PYPTO,
          Span.unknown());
    }
  }
}
