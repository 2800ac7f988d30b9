package io.pto4j.ir;

/**
 * Counts the parts of a program, each as often as it occurs. Parts may be shared, so that a few
 * nodes stand for more text and more work than there is room and time for: what treats a program as
 * a tree asks here first.
 */
public final class Occurrences extends Visitor {
  /** How many parts are accepted: those of a program of a million statements. */
  public static final int LIMIT = 10_000_000;

  private int count;
  private Span place = Span.unknown();

  private Occurrences() {}

  /**
   * Checks that {@code node} has no more parts than can be treated as a tree, in a time that does
   * not depend on how many it has beyond that.
   *
   * @throws IrException when it has more
   */
  public static void requireBounded(IrNode node) {
    Occurrences occurrences = new Occurrences();
    switch (node) {
      case Program p -> p.functions().values().forEach(occurrences::function);
      case Function f -> occurrences.function(f);
      case Stmt s -> occurrences.stmt(s);
      case Expr e -> occurrences.expr(e);
    }
  }

  /** The same for the expressions in {@code type}. */
  public static void requireBounded(Type type) {
    new Occurrences().type(type);
  }

  private void function(Function function) {
    place = function.span();
    Children.map(function, this);
  }

  private void add() {
    if (++count > LIMIT) {
      throw new IrException(
          "a program has at most %d parts, each counted as often as it occurs".formatted(LIMIT),
          "assign an expression that occurs in many places to a variable",
          place);
    }
  }

  @Override
  public Expr expr(Expr expr) {
    add();
    return super.expr(expr);
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    add();
    if (stmt.span().isKnown()) {
      place = stmt.span();
    }
    return super.stmt(stmt);
  }

  @Override
  public Type type(Type type) {
    add();
    return super.type(type);
  }
}
