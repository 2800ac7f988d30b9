package io.pto4j.dsl;

import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A task of the running program.
 *
 * @param number run as plain Java, the number of the launch; 0 for no task
 */
public record TaskId(long number) implements Dependency {

  private static final AtomicLong LAST = new AtomicLong();
  private static final TaskId NONE = new TaskId(0);

  /** Stands for no task: waiting for it takes no time. Operator {@code system.task_invalid}. */
  @Construct(Form.NO_TASK)
  public static TaskId none() {
    return NONE;
  }

  static TaskId next() {
    return new TaskId(LAST.incrementAndGet());
  }
}
