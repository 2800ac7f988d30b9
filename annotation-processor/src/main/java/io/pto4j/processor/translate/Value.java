package io.pto4j.processor.translate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Var;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;

/** What an expression of a kernel stands for while it is translated. */
sealed interface Value {
  /** A tensor, tile or scalar of the IR. */
  record Of(Expr expr) implements Value {}

  /**
   * A number or truth value that takes its type from where it is used.
   *
   * @param value an Integer, Long, Float, Double or Boolean
   */
  record Literal(Object value) implements Value {}

  record Text(String text) implements Value {}

  record EnumConstant(VariableElement symbol) implements Value {
    String name() {
      return symbol.getSimpleName().toString();
    }
  }

  record ElementType(DataType dtype) implements Value {}

  /** Offsets or extents. */
  record Indices(ImmutableList<Expr> elements) implements Value {}

  /** Part of an axis: from, extent; {@code all} when both are empty. */
  record Slice(Optional<Expr> from, Optional<Expr> extent, boolean dropped) implements Value {}

  /** A window of a tensor or tile that was not materialised; {@code slice} reads it. */
  record Window(
      Expr source,
      ImmutableList<Expr> shape,
      ImmutableList<Expr> offset,
      ImmutableList<Integer> dropped,
      Expr slice)
      implements Value {}

  record Group(ImmutableMap<String, Value> components) implements Value {}

  record Kernel(ExecutableElement method) implements Value {}

  record Loop(LoopSpec spec) implements Value {}

  record Scope(ScopeSpec spec) implements Value {}

  record Launch(LaunchSpec spec) implements Value {}

  /** A launched task. */
  record Task(Value result, Var taskId) implements Value {}

  /** The value of a call without one. */
  record None() implements Value {}

  /** What was reported already. */
  record Poison() implements Value {}

  /** This value with {@code change} applied to the expressions that it was made from. */
  default Value map(UnaryOperator<Expr> change) {
    return switch (this) {
      case Of(Expr expr) -> new Of(change.apply(expr));
      case Indices(ImmutableList<Expr> elements) -> new Indices(map(elements, change));
      case Slice(var from, var extent, boolean dropped) ->
          new Slice(from.map(change), extent.map(change), dropped);
      case Window window ->
          new Window(
              window.source(),
              map(window.shape(), change),
              map(window.offset(), change),
              window.dropped(),
              change.apply(window.slice()));
      case Group(var components) ->
          new Group(
              ImmutableMap.copyOf(Maps.transformValues(components, part -> part.map(change))));
      case Loop(LoopSpec spec) -> new Loop(spec.map(change));
      case Literal _,
          Text _,
          EnumConstant _,
          ElementType _,
          Kernel _,
          Scope _,
          Launch _,
          Task _,
          None _,
          Poison _ ->
          this;
    };
  }

  private static ImmutableList<Expr> map(ImmutableList<Expr> exprs, UnaryOperator<Expr> change) {
    return exprs.stream().map(change).collect(toImmutableList());
  }
}
