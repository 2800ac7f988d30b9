package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Read-only traversals, in the order of execution. */
public final class Walk {
  private Walk() {}

  /** Visits {@code root} and every statement below it, a statement before its parts. */
  public static void stmts(Stmt root, Consumer<? super Stmt> visitor) {
    new StmtWalker(visitor).stmt(root);
  }

  /** Visits every call that is a statement or the value of an assignment, in order. */
  public static void calls(Stmt root, Consumer<? super Call> visitor) {
    stmts(
        root,
        s -> {
          switch (s) {
            case AssignStmt a when a.value() instanceof Call c -> visitor.accept(c);
            case EvalStmt e when e.expr() instanceof Call c -> visitor.accept(c);
            default -> {}
          }
        });
  }

  /**
   * Visits every expression used by {@code root} and the statements below it, an expression before
   * its operands.
   */
  public static void exprs(Stmt root, Consumer<? super Expr> visitor) {
    new ExprWalker(visitor).stmt(root);
  }

  /** Visits {@code root} and its operands, an expression before its operands. */
  public static void exprs(Expr root, Consumer<? super Expr> visitor) {
    new ExprWalker(visitor).expr(root);
  }

  /**
   * The variables used by {@code root}, in the order of their first use; those in the types of
   * definitions included.
   */
  public static Set<Var> usedVars(Stmt root) {
    Set<Var> used = identitySet();
    new VarUses(used::add).stmt(root);
    return used;
  }

  /**
   * The variables defined by {@code root}: assigned, loop, carried and return variables, in order.
   */
  public static List<Var> definedVars(Stmt root) {
    ImmutableList.Builder<Var> defined = ImmutableList.builder();
    stmts(root, s -> defined.addAll(definedBy(s)));
    return defined.build();
  }

  /** The variables defined by {@code stmt} itself, not by the statements below it. */
  public static List<Var> definedBy(Stmt stmt) {
    return switch (stmt) {
      case AssignStmt s -> ImmutableList.of(s.var());
      case ForStmt s ->
          ImmutableList.<Var>builder()
              .add(s.loopVar())
              .addAll(s.iterArgs())
              .addAll(s.returnVars())
              .build();
      case WhileStmt s ->
          ImmutableList.<Var>builder().addAll(s.iterArgs()).addAll(s.returnVars()).build();
      case IfStmt s -> s.returnVars();
      default -> ImmutableList.of();
    };
  }

  /** A set that tells variables apart by identity and keeps the order of insertion. */
  public static <V extends Var> Set<V> identitySet() {
    // variables compare by reference, so an ordinary linked set tells them apart
    return new LinkedHashSet<>();
  }

  /** A set of arbitrary nodes by identity. */
  public static <N> Set<N> nodeSet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private static final class StmtWalker {
    private final Consumer<? super Stmt> visitor;
    private final Recursion recursion = new Recursion(Integer.MAX_VALUE);

    StmtWalker(Consumer<? super Stmt> visitor) {
      this.visitor = visitor;
    }

    void stmt(Stmt stmt) {
      visitor.accept(stmt);
      switch (stmt) {
        case SeqStmts s -> recursion.run(() -> s.stmts().forEach(this::stmt));
        case IfStmt s ->
            recursion.run(
                () -> {
                  stmt(s.thenBody());
                  s.elseBody().ifPresent(this::stmt);
                });
        case ForStmt s -> recursion.run(() -> stmt(s.body()));
        case WhileStmt s -> recursion.run(() -> stmt(s.body()));
        case ScopeStmt s -> recursion.run(() -> stmt(s.body()));
        case AssignStmt _,
            EvalStmt _,
            YieldStmt _,
            ReturnStmt _,
            BreakStmt _,
            ContinueStmt _,
            InlineStmt _ -> {}
      }
    }
  }

  private static final class ExprWalker extends Visitor {
    private final Consumer<? super Expr> visitor;

    ExprWalker(Consumer<? super Expr> visitor) {
      this.visitor = visitor;
    }

    @Override
    public Expr expr(Expr expr) {
      visitor.accept(expr);
      return super.expr(expr);
    }
  }
}
