package io.pto4j.dsl;

import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;
import java.util.function.Supplier;

/**
 * A launch with options: {@code Pl.deps(a).when(c.read(0, 3) > 0).submit(Softmax::stage2, tmp, y)}.
 *
 * <p>Source of the rule: PyPTO language, {@code pl.submit}.
 */
public final class Launch {

  private boolean skipped;

  Launch() {}

  /**
   * The task waits for these tasks, besides those it waits for by itself.
   *
   * @param producers tasks, launches or scopes; {@link TaskId#none} is ignored
   */
  @Construct(Form.DEPS)
  public Launch deps(Dependency... producers) {
    Dependency.check(producers);
    return this;
  }

  /**
   * The task runs only if the condition holds when it is scheduled; otherwise it is done at once
   * and its tensors keep their values.
   *
   * @param condition a comparison of an element of an integer tensor with a constant
   */
  @Construct(Form.WHEN)
  public Launch when(boolean condition) {
    skipped |= !condition;
    return this;
  }

  /** Tasks that depend on this one may be scheduled before it is done. */
  @Construct(Form.ALLOW_EARLY_RESOLVE)
  public Launch allowEarlyResolve() {
    return this;
  }

  /**
   * Writes these arguments of the launch to the dump of the run.
   *
   * @param tensors arguments of the launch
   */
  @Construct(Form.DUMPS)
  public Launch dumps(Tensor<?>... tensors) {
    return this;
  }

  /** Launches a kernel of no arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public <R> Submitted<R> submit(Kernels.Kernel0<R> kernel) {
    return launch(() -> kernel.run());
  }

  /**
   * Launches a kernel of no arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public Submitted<Void> submit(Kernels.VoidKernel0 kernel) {
    return launch(
        () -> {
          kernel.run();
          return null;
        });
  }

  /**
   * Launches a kernel as a task: {@code var s = Pl.submit(Softmax::stage1, x, tmp)}.
   *
   * <p>The task runs when the tasks it depends on are done: those that write what it reads, as far
   * as the enclosing scope tracks them, and those given with {@code deps}. Run as plain Java, the
   * kernel is called at once.
   *
   * @param kernel a method annotated {@link InCore}
   * @return the result of the kernel and the task id
   */
  @Construct(Form.SUBMIT)
  public <A, R> Submitted<R> submit(Kernels.Kernel1<A, R> kernel, A a) {
    return launch(() -> kernel.run(a));
  }

  /**
   * Launches a kernel of 1 argument without a result; see {@link #submit(Kernels.Kernel1, Object)}.
   */
  @Construct(Form.SUBMIT)
  public <A> Submitted<Void> submit(Kernels.VoidKernel1<A> kernel, A a) {
    return launch(
        () -> {
          kernel.run(a);
          return null;
        });
  }

  /** Launches a kernel of 2 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public <A, B, R> Submitted<R> submit(Kernels.Kernel2<A, B, R> kernel, A a, B b) {
    return launch(() -> kernel.run(a, b));
  }

  /**
   * Launches a kernel of 2 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public <A, B> Submitted<Void> submit(Kernels.VoidKernel2<A, B> kernel, A a, B b) {
    return launch(
        () -> {
          kernel.run(a, b);
          return null;
        });
  }

  /** Launches a kernel of 3 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public <A, B, C, R> Submitted<R> submit(Kernels.Kernel3<A, B, C, R> kernel, A a, B b, C c) {
    return launch(() -> kernel.run(a, b, c));
  }

  /**
   * Launches a kernel of 3 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public <A, B, C> Submitted<Void> submit(Kernels.VoidKernel3<A, B, C> kernel, A a, B b, C c) {
    return launch(
        () -> {
          kernel.run(a, b, c);
          return null;
        });
  }

  /** Launches a kernel of 4 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public <A, B, C, D, R> Submitted<R> submit(
      Kernels.Kernel4<A, B, C, D, R> kernel, A a, B b, C c, D d) {
    return launch(() -> kernel.run(a, b, c, d));
  }

  /**
   * Launches a kernel of 4 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public <A, B, C, D> Submitted<Void> submit(
      Kernels.VoidKernel4<A, B, C, D> kernel, A a, B b, C c, D d) {
    return launch(
        () -> {
          kernel.run(a, b, c, d);
          return null;
        });
  }

  /** Launches a kernel of 5 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public <A, B, C, D, E, R> Submitted<R> submit(
      Kernels.Kernel5<A, B, C, D, E, R> kernel, A a, B b, C c, D d, E e) {
    return launch(() -> kernel.run(a, b, c, d, e));
  }

  /**
   * Launches a kernel of 5 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public <A, B, C, D, E> Submitted<Void> submit(
      Kernels.VoidKernel5<A, B, C, D, E> kernel, A a, B b, C c, D d, E e) {
    return launch(
        () -> {
          kernel.run(a, b, c, d, e);
          return null;
        });
  }

  /** Launches a kernel of 6 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public <A, B, C, D, E, F, R> Submitted<R> submit(
      Kernels.Kernel6<A, B, C, D, E, F, R> kernel, A a, B b, C c, D d, E e, F f) {
    return launch(() -> kernel.run(a, b, c, d, e, f));
  }

  /**
   * Launches a kernel of 6 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public <A, B, C, D, E, F> Submitted<Void> submit(
      Kernels.VoidKernel6<A, B, C, D, E, F> kernel, A a, B b, C c, D d, E e, F f) {
    return launch(
        () -> {
          kernel.run(a, b, c, d, e, f);
          return null;
        });
  }

  /** Launches a kernel of 7 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public <A, B, C, D, E, F, G, R> Submitted<R> submit(
      Kernels.Kernel7<A, B, C, D, E, F, G, R> kernel, A a, B b, C c, D d, E e, F f, G g) {
    return launch(() -> kernel.run(a, b, c, d, e, f, g));
  }

  /**
   * Launches a kernel of 7 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public <A, B, C, D, E, F, G> Submitted<Void> submit(
      Kernels.VoidKernel7<A, B, C, D, E, F, G> kernel, A a, B b, C c, D d, E e, F f, G g) {
    return launch(
        () -> {
          kernel.run(a, b, c, d, e, f, g);
          return null;
        });
  }

  /** Launches a kernel of 8 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public <A, B, C, D, E, F, G, H, R> Submitted<R> submit(
      Kernels.Kernel8<A, B, C, D, E, F, G, H, R> kernel, A a, B b, C c, D d, E e, F f, G g, H h) {
    return launch(() -> kernel.run(a, b, c, d, e, f, g, h));
  }

  /**
   * Launches a kernel of 8 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public <A, B, C, D, E, F, G, H> Submitted<Void> submit(
      Kernels.VoidKernel8<A, B, C, D, E, F, G, H> kernel, A a, B b, C c, D d, E e, F f, G g, H h) {
    return launch(
        () -> {
          kernel.run(a, b, c, d, e, f, g, h);
          return null;
        });
  }

  private <R> Submitted<R> launch(Supplier<R> kernel) {
    return skipped ? Submitted.ofSkipped() : Submitted.of(kernel.get());
  }
}
