package io.pto4j.dsl;

import io.pto4j.dsl.meta.Construct;
import io.pto4j.dsl.meta.Form;

/**
 * The operators and constructs of the kernel language.
 *
 * <p>Operators on tiles are used in {@link InCore} kernels, operators on tensors in {@link
 * Orchestration} methods inside a scope at {@link Level#CORE_GROUP}; both have the same names and
 * are told apart by their arguments. Scalars are Java primitives with Java's operators.
 *
 * <p>With {@code import static io.pto4j.dsl.Pl.*} the element types ({@code FP32}) and the small
 * words ({@code at}, {@code shape}, {@code rows}, {@code all}) need no qualifier.
 *
 * <p>Source of the rule: PyPTO language and operators.
 */
public final class Pl extends PlFlow {

  private Pl() {}

  /** Launches a kernel of no arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public static <R> Submitted<R> submit(Kernels.Kernel0<R> kernel) {
    return new Launch().submit(kernel);
  }

  /**
   * Launches a kernel of no arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public static Submitted<Void> submit(Kernels.VoidKernel0 kernel) {
    return new Launch().submit(kernel);
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
  public static <A, R> Submitted<R> submit(Kernels.Kernel1<A, R> kernel, A a) {
    return new Launch().submit(kernel, a);
  }

  /**
   * Launches a kernel of 1 argument without a result; see {@link #submit(Kernels.Kernel1, Object)}.
   */
  @Construct(Form.SUBMIT)
  public static <A> Submitted<Void> submit(Kernels.VoidKernel1<A> kernel, A a) {
    return new Launch().submit(kernel, a);
  }

  /** Launches a kernel of 2 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public static <A, B, R> Submitted<R> submit(Kernels.Kernel2<A, B, R> kernel, A a, B b) {
    return new Launch().submit(kernel, a, b);
  }

  /**
   * Launches a kernel of 2 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public static <A, B> Submitted<Void> submit(Kernels.VoidKernel2<A, B> kernel, A a, B b) {
    return new Launch().submit(kernel, a, b);
  }

  /** Launches a kernel of 3 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public static <A, B, C, R> Submitted<R> submit(
      Kernels.Kernel3<A, B, C, R> kernel, A a, B b, C c) {
    return new Launch().submit(kernel, a, b, c);
  }

  /**
   * Launches a kernel of 3 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public static <A, B, C> Submitted<Void> submit(
      Kernels.VoidKernel3<A, B, C> kernel, A a, B b, C c) {
    return new Launch().submit(kernel, a, b, c);
  }

  /** Launches a kernel of 4 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D, R> Submitted<R> submit(
      Kernels.Kernel4<A, B, C, D, R> kernel, A a, B b, C c, D d) {
    return new Launch().submit(kernel, a, b, c, d);
  }

  /**
   * Launches a kernel of 4 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D> Submitted<Void> submit(
      Kernels.VoidKernel4<A, B, C, D> kernel, A a, B b, C c, D d) {
    return new Launch().submit(kernel, a, b, c, d);
  }

  /** Launches a kernel of 5 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D, E, R> Submitted<R> submit(
      Kernels.Kernel5<A, B, C, D, E, R> kernel, A a, B b, C c, D d, E e) {
    return new Launch().submit(kernel, a, b, c, d, e);
  }

  /**
   * Launches a kernel of 5 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D, E> Submitted<Void> submit(
      Kernels.VoidKernel5<A, B, C, D, E> kernel, A a, B b, C c, D d, E e) {
    return new Launch().submit(kernel, a, b, c, d, e);
  }

  /** Launches a kernel of 6 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D, E, F, R> Submitted<R> submit(
      Kernels.Kernel6<A, B, C, D, E, F, R> kernel, A a, B b, C c, D d, E e, F f) {
    return new Launch().submit(kernel, a, b, c, d, e, f);
  }

  /**
   * Launches a kernel of 6 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D, E, F> Submitted<Void> submit(
      Kernels.VoidKernel6<A, B, C, D, E, F> kernel, A a, B b, C c, D d, E e, F f) {
    return new Launch().submit(kernel, a, b, c, d, e, f);
  }

  /** Launches a kernel of 7 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D, E, F, G, R> Submitted<R> submit(
      Kernels.Kernel7<A, B, C, D, E, F, G, R> kernel, A a, B b, C c, D d, E e, F f, G g) {
    return new Launch().submit(kernel, a, b, c, d, e, f, g);
  }

  /**
   * Launches a kernel of 7 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D, E, F, G> Submitted<Void> submit(
      Kernels.VoidKernel7<A, B, C, D, E, F, G> kernel, A a, B b, C c, D d, E e, F f, G g) {
    return new Launch().submit(kernel, a, b, c, d, e, f, g);
  }

  /** Launches a kernel of 8 arguments; see {@link #submit(Kernels.Kernel1, Object)}. */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D, E, F, G, H, R> Submitted<R> submit(
      Kernels.Kernel8<A, B, C, D, E, F, G, H, R> kernel, A a, B b, C c, D d, E e, F f, G g, H h) {
    return new Launch().submit(kernel, a, b, c, d, e, f, g, h);
  }

  /**
   * Launches a kernel of 8 arguments without a result; see {@link #submit(Kernels.Kernel1,
   * Object)}.
   */
  @Construct(Form.SUBMIT)
  public static <A, B, C, D, E, F, G, H> Submitted<Void> submit(
      Kernels.VoidKernel8<A, B, C, D, E, F, G, H> kernel, A a, B b, C c, D d, E e, F f, G g, H h) {
    return new Launch().submit(kernel, a, b, c, d, e, f, g, h);
  }
}
