package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Type;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A call and what has to come of it.
 *
 * @param told the type that the caller says the call has, for operators that cannot know
 * @param result the type of the call; empty when it has to be refused
 */
record Attempt(ImmutableList<Expr> args, Attrs kwargs, Optional<Type> told, Optional<Type> result) {

  static Attempt of(Expr... args) {
    return new Attempt(
        ImmutableList.copyOf(args), Attrs.empty(), Optional.empty(), Optional.empty());
  }

  static Attempt of(Iterable<? extends Expr> args) {
    return new Attempt(
        ImmutableList.copyOf(args), Attrs.empty(), Optional.empty(), Optional.empty());
  }

  Attempt with(Attrs attrs) {
    return new Attempt(args, attrs, told, result);
  }

  Attempt telling(Type type) {
    return new Attempt(args, kwargs, Optional.of(type), result);
  }

  Attempt gives(Type type) {
    return new Attempt(args, kwargs, told, Optional.of(type));
  }

  Attempt isRefused() {
    return new Attempt(args, kwargs, told, Optional.empty());
  }

  /**
   * The call gives a type when it is {@code legal} and there is such a type, and is refused
   * otherwise.
   */
  Attempt when(boolean legal, Supplier<Type> type) {
    if (!legal) {
      return isRefused();
    }
    try {
      return gives(type.get());
    } catch (IrException e) {
      return isRefused();
    }
  }

  /** Operands by their types, constants and elements as they are. */
  @Override
  public String toString() {
    return "%s %s%s: %s"
        .formatted(
            args.stream().map(Attempt::text).toList(),
            kwargs.entries(),
            told.map(type -> " told " + type).orElse(""),
            result.map(Object::toString).orElse("refused"));
  }

  private static String text(Expr expr) {
    return switch (expr) {
      case ConstInt c -> c.value() + " " + c.type();
      case MakeTuple t -> t.elements().stream().map(Attempt::text).toList().toString();
      default -> expr.type().toString();
    };
  }
}
