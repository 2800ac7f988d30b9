package io.pto4j.ir;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Counts the depth of a recursion over a program and moves it to a fresh stack before the current
 * one runs out, so that deep programs do not overflow it.
 */
public final class Recursion {
  /** What fits on a stack of half a megabyte, which may be in use already. */
  private static final int LEVELS_ON_UNKNOWN_STACK = 40;

  private static final int LEVELS_PER_STACK = 400;
  private static final long STACK_BYTES = 16L << 20;

  private final int limit;
  private int depth;

  /**
   * @param limit the depth that is refused
   */
  public Recursion(int limit) {
    this.limit = limit;
  }

  /**
   * Runs {@code body} one level deeper.
   *
   * @throws IrException when that is deeper than the limit
   */
  public <T> T descend(Supplier<T> body) {
    return descend(body, Supplier::get);
  }

  /** Runs {@code body} for {@code node}; a body that is made once costs no allocation per node. */
  public <N, T> T descend(N node, Function<? super N, ? extends T> body) {
    return this.<Function<? super N, ? extends T>, N, T>descend(body, node, Function::apply);
  }

  /** Runs {@code body} for two nodes. */
  public <L, R, T> T descend(L left, R right, BiFunction<? super L, ? super R, ? extends T> body) {
    if (depth >= limit) {
      throw new IrException("nested deeper than " + limit + " levels");
    }
    depth++;
    try {
      if (Thread.currentThread() instanceof FreshStack stack) {
        return stack.run(left, right, body);
      }
      return depth % LEVELS_ON_UNKNOWN_STACK == 0
          ? onFreshStack(() -> body.apply(left, right))
          : body.apply(left, right);
    } finally {
      depth--;
    }
  }

  /**
   * Runs {@code body} one level deeper.
   *
   * @throws IrException when that is deeper than the limit
   */
  public void run(Runnable body) {
    this.<Optional<?>>descend(
        () -> {
          body.run();
          return Optional.empty();
        });
  }

  /** A stack of known size, which all recursions that come together on it share. */
  private static final class FreshStack extends Thread {
    private int levels;

    FreshStack(Runnable body) {
      super(null, body, "pto4j-deep", STACK_BYTES);
      setDaemon(true);
    }

    <L, R, T> T run(L left, R right, BiFunction<? super L, ? super R, ? extends T> body) {
      if (levels == LEVELS_PER_STACK) {
        return onFreshStack(() -> body.apply(left, right));
      }
      levels++;
      try {
        return body.apply(left, right);
      } finally {
        levels--;
      }
    }
  }

  private static <T> T onFreshStack(Supplier<T> body) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread stack =
        new FreshStack(
            () -> {
              try {
                result.complete(body.get());
              } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
              }
            });
    stack.start();
    try {
      return result.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    } catch (CancellationException e) {
      throw new AssertionError("nobody cancels it", e);
    }
  }
}
