package io.pto4j.build;

import io.pto4j.ir.Span;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;

/** The line that called the builder. */
final class CallerSpan {
  private static final StackWalker WALKER = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);
  private static final int NO_COLUMN = -1;

  private CallerSpan() {}

  static Span find() {
    return WALKER.walk(
        frames ->
            frames
                .filter(frame -> !isBuilder(frame.getDeclaringClass()))
                .findFirst()
                .filter(frame -> frame.getFileName() != null && frame.getLineNumber() > 0)
                .map(CallerSpan::span)
                .orElse(Span.unknown()));
  }

  private static Span span(StackFrame frame) {
    return Span.at(frame.getFileName(), frame.getLineNumber(), NO_COLUMN);
  }

  private static boolean isBuilder(Class<?> declaring) {
    // the library's own callbacks stand between the builder's methods
    return declaring == CallerSpan.class
        || declaring == IrBuilder.class
        || declaring == BuilderExprs.class
        || declaring == BuilderScopes.class
        || declaring == Carried.class
        || Block.class.isAssignableFrom(declaring)
        || declaring.getName().startsWith("java.");
  }
}
