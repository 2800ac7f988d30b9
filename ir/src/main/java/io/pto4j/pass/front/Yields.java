package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.ir.Expr;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.YieldStmt;
import java.util.List;
import java.util.Optional;

/** The yield that ends a loop body or branch. */
final class Yields {
  private Yields() {}

  /**
   * The yield at the end of {@code body}, if there is one. Runtime and split scopes are looked
   * into.
   */
  static Optional<YieldStmt> trailing(Stmt body) {
    return switch (body) {
      case YieldStmt s -> Optional.of(s);
      case SeqStmts s ->
          s.stmts().isEmpty() ? Optional.empty() : trailing(Iterables.getLast(s.stmts()));
      case RuntimeScopeStmt s -> trailing(s.body());
      case SplitAivScopeStmt s -> trailing(s.body());
      default -> Optional.empty();
    };
  }

  /** The body with {@code values} yielded at its end after those that it yields already. */
  static Stmt append(Stmt body, List<? extends Expr> values, Span span) {
    if (values.isEmpty()) {
      return body;
    }
    return switch (body) {
      case YieldStmt s ->
          new YieldStmt(
              s.span(),
              s.leadingComments(),
              ImmutableList.<Expr>builder().addAll(s.value()).addAll(values).build());
      case SeqStmts s when !s.stmts().isEmpty() -> {
        int last = s.stmts().size() - 1;
        yield SeqStmts.flatten(
            ImmutableList.<Stmt>builder()
                .addAll(s.stmts().subList(0, last))
                .add(append(s.stmts().get(last), values, span))
                .build(),
            s.span());
      }
      // what a runtime or split scope defines may be local to it in emitted code: yield inside it
      case RuntimeScopeStmt s -> inside(s, values, span);
      case SplitAivScopeStmt s -> inside(s, values, span);
      default ->
          SeqStmts.flatten(
              ImmutableList.of(body, YieldStmt.of(ImmutableList.copyOf(values), span)), span);
    };
  }

  private static Stmt inside(ScopeStmt scope, List<? extends Expr> values, Span span) {
    return Scopes.withBody(scope, append(scope.body(), values, span));
  }

  /** The body without its trailing yield. */
  static Stmt strip(Stmt body) {
    return keep(body, List.of());
  }

  /** The body yielding only the values at {@code positions}; without a yield if those are none. */
  static Stmt keep(Stmt body, List<Integer> positions) {
    return switch (body) {
      case YieldStmt s when positions.isEmpty() -> SeqStmts.of(ImmutableList.of(), s.span());
      case YieldStmt s ->
          new YieldStmt(s.span(), s.leadingComments(), select(s.value(), positions));
      case SeqStmts s when !s.stmts().isEmpty() -> {
        int last = s.stmts().size() - 1;
        Stmt kept = keep(s.stmts().get(last), positions);
        yield kept == s.stmts().get(last)
            ? s
            : SeqStmts.flatten(
                ImmutableList.<Stmt>builder().addAll(s.stmts().subList(0, last)).add(kept).build(),
                s.span());
      }
      case RuntimeScopeStmt s -> Scopes.withBody(s, keep(s.body(), positions));
      case SplitAivScopeStmt s -> Scopes.withBody(s, keep(s.body(), positions));
      default -> body;
    };
  }

  static <E> ImmutableList<E> select(List<E> values, List<Integer> positions) {
    return positions.stream().map(values::get).collect(ImmutableList.toImmutableList());
  }
}
