package io.pto4j.analysis;

import com.google.common.collect.Iterables;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which variable of a function in SSA form names the same tensor in global memory as a root
 * variable: through aliases, writes that return their target, branches, and loops that carry
 * nothing but the tensor itself. Source: PyPTO passes, return lineage; unlike there, a loop that
 * yields a new value does not lead back to its initial value.
 */
public final class Lineage {
  private final Map<Var, Var> roots = new HashMap<>();

  private Lineage() {}

  /** The lineage of the tensors in {@code body} that come from {@code roots}. */
  public static Lineage of(Stmt body, Iterable<Var> roots) {
    Lineage lineage = new Lineage();
    roots.forEach(root -> lineage.roots.put(root, root));
    lineage.walk(body);
    return lineage;
  }

  /** The root that {@code expr} is, if any. */
  public Optional<Var> root(Expr expr) {
    return expr instanceof Var var ? Optional.ofNullable(roots.get(var)) : Optional.empty();
  }

  private void walk(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s -> {
        Expr source = WriteBack.target(s.value()).orElse(s.value());
        if (s.var().type() instanceof TensorType) {
          root(source).ifPresent(root -> roots.put(s.var(), root));
        }
      }
      case SeqStmts s -> s.stmts().forEach(this::walk);
      case ScopeStmt s -> walk(s.body());
      case IfStmt s -> {
        walk(s.thenBody());
        s.elseBody().ifPresent(this::walk);
        List<Expr> fromThen = yields(s.thenBody());
        List<Expr> fromElse = s.elseBody().map(Lineage::yields).orElse(List.of());
        for (int i = 0; i < Math.min(fromThen.size(), fromElse.size()); i++) {
          Optional<Var> root = root(fromThen.get(i));
          if (root.isPresent() && root.equals(root(fromElse.get(i)))) {
            roots.put(s.returnVars().get(i), root.get());
          }
        }
      }
      case ForStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
      case WhileStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
      default -> {}
    }
  }

  private void loop(List<IterArg> args, Stmt body, List<Var> results) {
    Set<IterArg> carried = new LinkedHashSet<>(args);
    List<Expr> yields = yields(body);
    boolean stable;
    do {
      carried.forEach(arg -> root(arg.initValue()).ifPresent(root -> roots.put(arg, root)));
      walk(body);
      // an argument that gets another value is the root in the first iteration only, and so is
      // whatever the body made of it
      stable = !carried.removeIf(arg -> !root(arg).equals(root(yields.get(args.indexOf(arg)))));
      if (!stable) {
        roots.keySet().removeAll(new HashSet<>(Walk.definedVars(body)));
        roots.keySet().removeAll(new HashSet<>(args));
      }
    } while (!stable);
    for (int i = 0; i < results.size(); i++) {
      Var result = results.get(i);
      root(args.get(i)).ifPresent(root -> roots.put(result, root));
    }
  }

  private static List<Expr> yields(Stmt body) {
    return switch (body) {
      case YieldStmt s -> s.value();
      case SeqStmts s -> s.stmts().isEmpty() ? List.of() : yields(Iterables.getLast(s.stmts()));
      case RuntimeScopeStmt s -> yields(s.body());
      case SplitAivScopeStmt s -> yields(s.body());
      default -> List.of();
    };
  }
}
