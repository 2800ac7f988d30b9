package io.pto4j.dsl;

import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;
import java.util.Iterator;

/** The values of a software-pipelined loop. Run as plain Java, the iterations do not overlap. */
public final class Pipeline implements Iterable<Integer> {

  private final Range range;

  Pipeline(Range range) {
    this.range = range;
  }

  /**
   * How many iterations are in flight at a time.
   *
   * @param count a constant, at least 1
   */
  @Construct(Form.STAGES)
  public Pipeline stages(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a pipeline has at least 1 stage, not " + count);
    }
    return this;
  }

  @Override
  public Iterator<Integer> iterator() {
    return range.iterator();
  }
}
