package io.pto4j.verify;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Children;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.VarUses;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Every variable that is read may have been assigned before, also one that is read in the type of
 * another; holds before SSA conversion, too. Source: PyPTO verifier, UseAfterDefCheck.
 */
final class UseAfterDefVerifier {
  private static final int USE_BEFORE_DEF = 401;

  private final Function function;
  private final Consumer<Diagnostic> found;
  private final Set<Var> reported = new HashSet<>();

  /** What the body gives values to; any other variable in a type is the symbol of an extent. */
  private final Set<Var> assigned;

  private final VarUses inTypes = new VarUses(this::typed);
  private Set<Var> defined = new HashSet<>();

  private UseAfterDefVerifier(Function function, Consumer<Diagnostic> found) {
    this.function = function;
    this.found = found;
    this.assigned = new HashSet<>(Walk.definedVars(function.body()));
  }

  static void verify(Function function, Consumer<Diagnostic> found) {
    UseAfterDefVerifier verifier = new UseAfterDefVerifier(function, found);
    VarUses symbols = new VarUses(verifier.defined::add);
    function.params().forEach(p -> symbols.type(p.type()));
    function.returnTypes().forEach(symbols::type);
    verifier.defined.addAll(function.params());
    Children.map(function.attrs(), new Uses(verifier::use));
    verifier.stmt(function.body());
  }

  private void use(Var var) {
    if (!(var instanceof MemRef) && !defined.contains(var) && reported.add(var)) {
      found.accept(
          Diagnostic.error(
              "UseAfterDefCheck",
              USE_BEFORE_DEF,
              "Variable '%s' used before definition in function '%s'"
                  .formatted(var.nameHint(), function.name()),
              Diagnostic.place(var.span(), function)));
    }
  }

  /** A symbol needs no definition and may be read behind a type that names it. */
  private void typed(Var var) {
    if (assigned.contains(var)) {
      use(var);
    } else {
      defined.add(var);
    }
  }

  private void define(Var var) {
    inTypes.type(var.type());
    defined.add(var);
  }

  private void stmt(Stmt stmt) {
    Uses uses = new Uses(this::use);
    switch (stmt) {
      case AssignStmt s -> {
        uses.expr(s.value());
        define(s.var());
      }
      case SeqStmts s -> s.stmts().forEach(this::stmt);
      case IfStmt s -> {
        uses.expr(s.condition());
        Set<Var> before = new HashSet<>(defined);
        stmt(s.thenBody());
        Set<Var> afterThen = defined;
        defined = new HashSet<>(before);
        s.elseBody().ifPresent(this::stmt);
        if (s.returnVars().isEmpty()) {
          defined.addAll(afterThen);
        } else {
          defined = before;
          s.returnVars().forEach(this::define);
        }
      }
      case ForStmt s -> {
        uses.expr(s.start());
        uses.expr(s.stop());
        uses.expr(s.step());
        s.iterArgs().forEach(arg -> uses.expr(arg.initValue()));
        Set<Var> before = new HashSet<>(defined);
        defined.add(s.loopVar());
        s.iterArgs().forEach(this::define);
        stmt(s.body());
        leave(before, s.returnVars());
      }
      case WhileStmt s -> {
        s.iterArgs().forEach(arg -> uses.expr(arg.initValue()));
        Set<Var> before = new HashSet<>(defined);
        s.iterArgs().forEach(this::define);
        uses.expr(s.condition());
        stmt(s.body());
        leave(before, s.returnVars());
      }
      case ScopeStmt s -> {
        if (s instanceof SpmdScopeStmt spmd) {
          uses.expr(spmd.coreNum());
        }
        Children.map(s.attrs(), uses);
        stmt(s.body());
      }
      default -> uses.stmt(stmt);
    }
  }

  private void leave(Set<Var> before, List<Var> results) {
    if (!results.isEmpty()) {
      defined = before;
      results.forEach(this::define);
    }
  }
}
