package io.pto4j.dsl;

/**
 * The kernels that can be launched, by number of arguments: a method reference becomes one of these
 * interfaces in {@link Pl#submit}. Scalars are boxed.
 */
public final class Kernels {

  private Kernels() {}

  /** A kernel of no arguments. */
  @FunctionalInterface
  public interface Kernel0<R> {
    /** Runs the kernel. */
    R run();
  }

  /** A kernel of no arguments without a result. */
  @FunctionalInterface
  public interface VoidKernel0 {
    /** Runs the kernel. */
    void run();
  }

  /** A kernel of 1 argument. */
  @FunctionalInterface
  public interface Kernel1<A, R> {
    /** Runs the kernel. */
    R run(A a);
  }

  /** A kernel of 1 argument without a result. */
  @FunctionalInterface
  public interface VoidKernel1<A> {
    /** Runs the kernel. */
    void run(A a);
  }

  /** A kernel of 2 arguments. */
  @FunctionalInterface
  public interface Kernel2<A, B, R> {
    /** Runs the kernel. */
    R run(A a, B b);
  }

  /** A kernel of 2 arguments without a result. */
  @FunctionalInterface
  public interface VoidKernel2<A, B> {
    /** Runs the kernel. */
    void run(A a, B b);
  }

  /** A kernel of 3 arguments. */
  @FunctionalInterface
  public interface Kernel3<A, B, C, R> {
    /** Runs the kernel. */
    R run(A a, B b, C c);
  }

  /** A kernel of 3 arguments without a result. */
  @FunctionalInterface
  public interface VoidKernel3<A, B, C> {
    /** Runs the kernel. */
    void run(A a, B b, C c);
  }

  /** A kernel of 4 arguments. */
  @FunctionalInterface
  public interface Kernel4<A, B, C, D, R> {
    /** Runs the kernel. */
    R run(A a, B b, C c, D d);
  }

  /** A kernel of 4 arguments without a result. */
  @FunctionalInterface
  public interface VoidKernel4<A, B, C, D> {
    /** Runs the kernel. */
    void run(A a, B b, C c, D d);
  }

  /** A kernel of 5 arguments. */
  @FunctionalInterface
  public interface Kernel5<A, B, C, D, E, R> {
    /** Runs the kernel. */
    R run(A a, B b, C c, D d, E e);
  }

  /** A kernel of 5 arguments without a result. */
  @FunctionalInterface
  public interface VoidKernel5<A, B, C, D, E> {
    /** Runs the kernel. */
    void run(A a, B b, C c, D d, E e);
  }

  /** A kernel of 6 arguments. */
  @FunctionalInterface
  public interface Kernel6<A, B, C, D, E, F, R> {
    /** Runs the kernel. */
    R run(A a, B b, C c, D d, E e, F f);
  }

  /** A kernel of 6 arguments without a result. */
  @FunctionalInterface
  public interface VoidKernel6<A, B, C, D, E, F> {
    /** Runs the kernel. */
    void run(A a, B b, C c, D d, E e, F f);
  }

  /** A kernel of 7 arguments. */
  @FunctionalInterface
  public interface Kernel7<A, B, C, D, E, F, G, R> {
    /** Runs the kernel. */
    R run(A a, B b, C c, D d, E e, F f, G g);
  }

  /** A kernel of 7 arguments without a result. */
  @FunctionalInterface
  public interface VoidKernel7<A, B, C, D, E, F, G> {
    /** Runs the kernel. */
    void run(A a, B b, C c, D d, E e, F f, G g);
  }

  /** A kernel of 8 arguments. */
  @FunctionalInterface
  public interface Kernel8<A, B, C, D, E, F, G, H, R> {
    /** Runs the kernel. */
    R run(A a, B b, C c, D d, E e, F f, G g, H h);
  }

  /** A kernel of 8 arguments without a result. */
  @FunctionalInterface
  public interface VoidKernel8<A, B, C, D, E, F, G, H> {
    /** Runs the kernel. */
    void run(A a, B b, C c, D d, E e, F f, G g, H h);
  }
}
