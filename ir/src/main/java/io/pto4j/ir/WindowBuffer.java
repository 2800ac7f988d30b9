package io.pto4j.ir;

/**
 * An allocation that every device of a communication domain makes, so that the others can reach it.
 *
 * <p>Source: PyPTO IR types, WindowBuffer.
 */
public final class WindowBuffer extends Var {
  private final Var base;
  private final Expr size;
  private final boolean loadFromHost;
  private final boolean storeToHost;

  /**
   * @param base the pointer that the allocation defines
   * @param size bytes on each device
   */
  public WindowBuffer(Var base, Expr size, boolean loadFromHost, boolean storeToHost, Span span) {
    super(base.nameHint(), HandleType.WINDOW_BUFFER, span);
    ConstructionRule.WINDOW_BASE.require(base.type() == PtrType.INSTANCE, span);
    ConstructionRule.requireValue(size, "the size of a window buffer", span);
    this.base = base;
    this.size = size;
    this.loadFromHost = loadFromHost;
    this.storeToHost = storeToHost;
  }

  public Var base() {
    return base;
  }

  public Expr size() {
    return size;
  }

  /** Whether the host fills the window before the program runs. */
  public boolean loadFromHost() {
    return loadFromHost;
  }

  /** Whether the host reads the window after the program ran. */
  public boolean storeToHost() {
    return storeToHost;
  }
}
