package io.pto4j.processor.tree;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import javax.lang.model.element.VariableElement;

/** A statement of a kernel. */
public sealed interface JStmt {
  Place place();

  /** A local variable without initializer has none of its own statement in the IR. */
  record Declaration(Place place, VariableElement symbol, Optional<JExpr> initializer)
      implements JStmt {}

  record Evaluate(Place place, JExpr expr) implements JStmt {}

  record If(Place place, JExpr condition, JStmt then, Optional<JStmt> otherwise) implements JStmt {}

  /**
   * A counted loop {@code for (int v = start; v < limit; v += step)}.
   *
   * @param inclusive the comparison is {@code <=}
   */
  record Counted(
      Place place,
      VariableElement variable,
      JExpr start,
      JExpr limit,
      boolean inclusive,
      JExpr step,
      JStmt body)
      implements JStmt {}

  /** A loop over a range of the language. */
  record Each(Place place, VariableElement variable, JExpr range, JStmt body) implements JStmt {}

  /** A scope: {@code try (var name = scope) {...}}. */
  record Scoped(Place place, Optional<VariableElement> name, JExpr scope, JStmt body)
      implements JStmt {}

  record Return(Place place, Optional<JExpr> value) implements JStmt {}

  record Block(Place place, ImmutableList<JStmt> statements) implements JStmt {}

  /** What was reported already. */
  record Poison(Place place) implements JStmt {}
}
