package io.pto4j.processor.tree;

import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;

/** Traversals of kernel trees. */
public final class JTrees {
  private JTrees() {}

  /** Visits every expression of a statement, an expression before its parts. */
  public static void expressions(JStmt root, Consumer<? super JExpr> visitor) {
    switch (root) {
      case JStmt.Declaration s -> s.initializer().ifPresent(e -> expressions(e, visitor));
      case JStmt.Evaluate s -> expressions(s.expr(), visitor);
      case JStmt.If s -> {
        expressions(s.condition(), visitor);
        expressions(s.then(), visitor);
        s.otherwise().ifPresent(e -> expressions(e, visitor));
      }
      case JStmt.Counted s -> {
        expressions(s.start(), visitor);
        expressions(s.limit(), visitor);
        expressions(s.step(), visitor);
        expressions(s.body(), visitor);
      }
      case JStmt.Each s -> {
        expressions(s.range(), visitor);
        expressions(s.body(), visitor);
      }
      case JStmt.Scoped s -> {
        expressions(s.scope(), visitor);
        expressions(s.body(), visitor);
      }
      case JStmt.Return s -> s.value().ifPresent(e -> expressions(e, visitor));
      case JStmt.Block s -> s.statements().forEach(child -> expressions(child, visitor));
      case JStmt.Poison _ -> {}
    }
  }

  /** Visits an expression and its parts. */
  public static void expressions(JExpr root, Consumer<? super JExpr> visitor) {
    visitor.accept(root);
    switch (root) {
      case JExpr.Unary e -> expressions(e.operand(), visitor);
      case JExpr.Binary e -> {
        expressions(e.left(), visitor);
        expressions(e.right(), visitor);
      }
      case JExpr.Conditional e -> {
        expressions(e.condition(), visitor);
        expressions(e.whenTrue(), visitor);
        expressions(e.whenFalse(), visitor);
      }
      case JExpr.Cast e -> expressions(e.operand(), visitor);
      case JExpr.Invoke e -> {
        e.receiver().ifPresent(receiver -> expressions(receiver, visitor));
        e.args().forEach(arg -> expressions(arg, visitor));
      }
      case JExpr.NewRecord e -> e.args().forEach(arg -> expressions(arg, visitor));
      case JExpr.Assign e -> expressions(e.value(), visitor);
      case JExpr.Constant _,
          JExpr.Local _,
          JExpr.EnumConstant _,
          JExpr.ElementType _,
          JExpr.KernelReference _,
          JExpr.Poison _ -> {}
    }
  }

  /** The variables that the statement assigns. */
  public static ImmutableSet<VariableElement> assigned(JStmt root) {
    ImmutableSet.Builder<VariableElement> assigned = ImmutableSet.builder();
    expressions(
        root,
        e -> {
          if (e instanceof JExpr.Assign assign) {
            assigned.add(assign.target());
          }
        });
    return assigned.build();
  }

  /** The variables that the expression reads. */
  public static ImmutableSet<VariableElement> read(JExpr root) {
    ImmutableSet.Builder<VariableElement> read = ImmutableSet.builder();
    expressions(
        root,
        e -> {
          if (e instanceof JExpr.Local local) {
            read.add(local.symbol());
          }
        });
    return read.build();
  }

  /** The kernels and helpers that a method calls or launches. */
  public static Set<ExecutableElement> callees(JMethod method) {
    Set<ExecutableElement> callees = new LinkedHashSet<>();
    expressions(
        method.body(),
        e -> {
          switch (e) {
            case JExpr.Invoke call when Language.isTranslated(call.method()) ->
                callees.add(call.method());
            case JExpr.KernelReference reference -> callees.add(reference.method());
            default -> {}
          }
        });
    return callees;
  }
}
