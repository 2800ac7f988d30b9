package io.pto4j.dsl;

import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;
import java.util.Objects;

/**
 * A scope at a level of the machine, {@link Pl#at(Level)}, with its options. Other launches and
 * scopes can wait for it: {@code var a = Pl.at(CORE_GROUP); try (a) {...}}, then {@code deps(a)}.
 *
 * <p>Source of the rule: PyPTO language, {@code pl.at}.
 */
public final class LevelScope implements Scope, Dependency {

  private final Level level;
  private final TaskId taskId = TaskId.next();

  LevelScope(Level level) {
    this.level = Objects.requireNonNull(level, "level");
  }

  /** The level. */
  public Level level() {
    return level;
  }

  /**
   * The scope waits for these tasks, besides those it waits for by itself.
   *
   * @param producers tasks, launches or scopes
   */
  @Construct(Form.DEPS)
  public LevelScope deps(Dependency... producers) {
    Dependency.check(producers);
    return this;
  }

  /**
   * The scope does not wait because of these tensors.
   *
   * @param tensors tensors used in the body
   */
  @Construct(Form.NO_DEP)
  public LevelScope noDep(Tensor<?>... tensors) {
    return this;
  }

  /**
   * Writes these tensors to the dump of the run.
   *
   * @param tensors tensors used in the body
   */
  @Construct(Form.DUMPS)
  public LevelScope dumps(Tensor<?>... tensors) {
    return this;
  }

  /** Tasks that depend on the scope may be scheduled before it is done. */
  @Construct(Form.ALLOW_EARLY_RESOLVE)
  public LevelScope allowEarlyResolve() {
    return this;
  }

  /**
   * Name of the kernel that the body becomes.
   *
   * @param name an identifier
   */
  @Construct(Form.NAMED)
  public LevelScope named(String name) {
    Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * Splits the work between the vector cores of the core group.
   *
   * @param mode along which axis
   */
  @Construct(Form.SPLIT)
  public LevelScope split(SplitMode mode) {
    Objects.requireNonNull(mode, "mode");
    return this;
  }

  /**
   * Number of slots of the queue between cube and vector cores.
   *
   * @param slots a constant, at least 1
   */
  @Construct(Form.CROSS_CORE_SLOT)
  public LevelScope crossCoreSlot(int slots) {
    if (slots < 1) {
      throw new IllegalArgumentException("a cross-core queue has at least 1 slot, not " + slots);
    }
    return this;
  }

  /** The task that the scope becomes. */
  @Construct(Form.TASK_ID)
  public TaskId taskId() {
    return taskId;
  }

  @Override
  public void close() {
    // Run as plain Java, the body has run when the scope ends.
  }
}
