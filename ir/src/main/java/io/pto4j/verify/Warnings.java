package io.pto4j.verify;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What is likely a mistake in a program as its author wrote it, although it can be compiled.
 * Source: PyPTO passes, diagnostics.
 */
public final class Warnings {
  /** What is looked for. */
  public static final ImmutableSet<DiagnosticCheck> CHECKS =
      Sets.immutableEnumSet(
          DiagnosticCheck.UNUSED_VARIABLE,
          DiagnosticCheck.UNUSED_CONTROL_FLOW_RESULT,
          DiagnosticCheck.OUT_PARAM_WRITE_DROPPED);

  /** How names begin of what nobody means to read, and of what a front end names itself. */
  private static final String UNNAMED = "_";

  private final Function function;
  private final Consumer<Diagnostic> found;

  private Warnings(Function function, Consumer<Diagnostic> found) {
    this.function = function;
    this.found = found;
  }

  /** The warnings about every function, in the order of their names. */
  public static ImmutableList<Diagnostic> of(Program program) {
    ImmutableList.Builder<Diagnostic> found = ImmutableList.builder();
    for (Function function : program.functions().values()) {
      Warnings warnings = new Warnings(function, found::add);
      warnings.unused();
      warnings.droppedWrites();
    }
    return found.build();
  }

  /** Variables and results of loops and branches that nothing reads. */
  private void unused() {
    Set<Var> used = Walk.usedVars(function.body());
    Set<Var> seen = Walk.identitySet();
    seen.addAll(function.params());
    Walk.stmts(
        function.body(),
        s -> {
          for (Var var : results(s)) {
            if (!var.nameHint().startsWith(UNNAMED) && seen.add(var) && !used.contains(var)) {
              report(
                  s instanceof AssignStmt
                      ? DiagnosticCheck.UNUSED_VARIABLE
                      : DiagnosticCheck.UNUSED_CONTROL_FLOW_RESULT,
                  "Unused variable '%s' in function '%s'"
                      .formatted(var.nameHint(), function.name()),
                  s.span());
            }
          }
        });
  }

  private static List<Var> results(Stmt stmt) {
    return switch (stmt) {
      case AssignStmt s -> isLane(s.value()) ? ImmutableList.of() : ImmutableList.of(s.var());
      case ForStmt s -> s.returnVars();
      case WhileStmt s -> s.returnVars();
      case IfStmt s -> s.returnVars();
      default -> ImmutableList.of();
    };
  }

  /** The variable of a loop over lanes has to be there, like that of any other loop. */
  private static boolean isLane(Expr value) {
    return value instanceof Call call && call.isOperator("tile.get_subblock_idx");
  }

  /** An output parameter that is given a value of its own: the caller never sees that. */
  private void droppedWrites() {
    Set<Var> outputs = Walk.identitySet();
    for (int i = 0; i < function.params().size(); i++) {
      Var param = function.params().get(i);
      if (function.direction(i) != ParamDirection.IN && param.type() instanceof ShapedType) {
        outputs.add(param);
      }
    }
    if (outputs.isEmpty()) {
      return;
    }
    Map<Var, List<Expr>> sources = sources();
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof AssignStmt a
              && outputs.contains(a.var())
              && !dependsOn(a.value(), a.var(), sources)) {
            report(
                DiagnosticCheck.OUT_PARAM_WRITE_DROPPED,
                ("'%s' is an output of function '%s', but is given a value of its own; the caller"
                        + " does not get it. Write into it, as in %s[:] = ... or, in Java,"
                        + " %s.assign(...)")
                    .formatted(
                        a.var().nameHint(),
                        function.name(),
                        a.var().nameHint(),
                        a.var().nameHint()),
                s.span());
          }
        });
  }

  /** What a variable may hold, other than as a parameter. */
  private Map<Var, List<Expr>> sources() {
    Map<Var, List<Expr>> sources = new IdentityHashMap<>();
    Walk.stmts(
        function.body(),
        s -> {
          switch (s) {
            case AssignStmt a -> add(sources, a.var(), a.value());
            case ForStmt loop -> carried(sources, loop.iterArgs(), loop.returnVars(), loop.body());
            case WhileStmt loop ->
                carried(sources, loop.iterArgs(), loop.returnVars(), loop.body());
            case IfStmt branch -> {
              yielded(sources, branch.returnVars(), branch.thenBody());
              branch.elseBody().ifPresent(b -> yielded(sources, branch.returnVars(), b));
            }
            default -> {}
          }
        });
    return sources;
  }

  /** A carried variable starts as one value and goes on as another; a result is its last one. */
  private static void carried(
      Map<Var, List<Expr>> sources, List<IterArg> args, List<Var> results, Stmt body) {
    args.forEach(arg -> add(sources, arg, arg.initValue()));
    yielded(sources, args, body);
    for (int i = 0; i < Math.min(args.size(), results.size()); i++) {
      add(sources, results.get(i), args.get(i));
    }
  }

  private static void yielded(
      Map<Var, List<Expr>> sources, List<? extends Var> results, Stmt body) {
    List<Stmt> stmts = SeqStmts.listOf(body);
    if (!stmts.isEmpty() && stmts.getLast() instanceof YieldStmt y) {
      for (int i = 0; i < Math.min(results.size(), y.value().size()); i++) {
        add(sources, results.get(i), y.value().get(i));
      }
    }
  }

  private static void add(Map<Var, List<Expr>> sources, Var var, Expr value) {
    sources.computeIfAbsent(var, _ -> new ArrayList<>()).add(value);
  }

  private static boolean dependsOn(Expr value, Var on, Map<Var, List<Expr>> sources) {
    Set<Var> seen = Walk.identitySet();
    Deque<Expr> open = new ArrayDeque<>();
    open.add(value);
    while (!open.isEmpty()) {
      List<Var> read = new ArrayList<>();
      Walk.exprs(
          open.remove(),
          e -> {
            if (e instanceof Var var) {
              read.add(var);
            }
          });
      for (Var var : read) {
        if (var == on) {
          return true;
        }
        if (seen.add(var)) {
          open.addAll(sources.getOrDefault(var, ImmutableList.of()));
        }
      }
    }
    return false;
  }

  private void report(DiagnosticCheck check, String message, Span span) {
    found.accept(check.at(Diagnostic.place(span, function), message));
  }
}
