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
    visitor.accept(root);
    switch (root) {
      case SeqStmts s -> s.stmts().forEach(child -> stmts(child, visitor));
      case IfStmt s -> {
        stmts(s.thenBody(), visitor);
        s.elseBody().ifPresent(body -> stmts(body, visitor));
      }
      case ForStmt s -> stmts(s.body(), visitor);
      case WhileStmt s -> stmts(s.body(), visitor);
      case ScopeStmt s -> stmts(s.body(), visitor);
      case AssignStmt _,
          EvalStmt _,
          YieldStmt _,
          ReturnStmt _,
          BreakStmt _,
          ContinueStmt _,
          InlineStmt _ -> {}
    }
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
    exprs(
        root,
        e -> {
          if (e instanceof Var v) {
            used.add(v);
          }
        });
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
    // Var leaves equals and hashCode to Object, so an ordinary linked set compares by identity
    return new LinkedHashSet<>();
  }

  /** A set of arbitrary nodes by identity. */
  public static <N> Set<N> nodeSet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private record ExprWalker(Consumer<? super Expr> visitor, Recursion recursion)
      implements ChildMapper {
    ExprWalker(Consumer<? super Expr> visitor) {
      this(visitor, new Recursion(Integer.MAX_VALUE));
    }

    @Override
    public Expr expr(Expr expr) {
      visitor.accept(expr);
      return expr instanceof Var ? expr : recursion.descend(() -> Children.map(expr, this));
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      return Children.map(stmt, this);
    }

    @Override
    public Var def(Var var) {
      type(var.type());
      if (var instanceof IterArg arg) {
        expr(arg.initValue());
      }
      return var;
    }

    @Override
    public Type type(Type type) {
      return Children.map(type, this);
    }
  }
}
