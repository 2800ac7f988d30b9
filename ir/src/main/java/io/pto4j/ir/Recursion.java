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
  private static final int LEVELS_PER_STACK = 100;
  private static final long STACK_BYTES = 4L << 20;

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
      return depth % LEVELS_PER_STACK == 0
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

  private static <T> T onFreshStack(Supplier<T> body) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("pto4j-deep")
        .daemon()
        .stackSize(STACK_BYTES)
        .start(
            () -> {
              try {
                result.complete(body.get());
              } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
              }
            });
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
