package io.pto4j.dsl;

import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;

/**
 * A launched kernel: its result, which other kernels may use at once, and its task.
 *
 * @param <R> result of the kernel; {@code Void} for a kernel without one
 */
public final class Submitted<R> implements Dependency {

  private final TaskId taskId;
  private final R result;
  private final boolean skipped;

  private Submitted(TaskId taskId, R result, boolean skipped) {
    this.taskId = taskId;
    this.result = result;
    this.skipped = skipped;
  }

  static <R> Submitted<R> of(R result) {
    return new Submitted<>(TaskId.next(), result, false);
  }

  static <R> Submitted<R> ofSkipped() {
    return new Submitted<>(TaskId.next(), null, true);
  }

  /**
   * What the kernel returns.
   *
   * @throws IllegalStateException run as plain Java, if the predicate of the launch did not hold:
   *     use the tensor that was passed to the launch, which keeps its value
   */
  @Construct(Form.RESULT)
  public R result() {
    if (skipped) {
      throw new IllegalStateException(
          "the task was skipped because its predicate did not hold and has no result:"
              + " use the tensor that was passed to the launch");
    }
    return result;
  }

  /** The task. */
  @Construct(Form.TASK_ID)
  public TaskId taskId() {
    return taskId;
  }
}
