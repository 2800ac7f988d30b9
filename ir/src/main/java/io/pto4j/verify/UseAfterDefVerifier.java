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
import io.pto4j.ir.WhileStmt;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Every variable that is read may have been assigned before; holds before SSA conversion, too.
 * Source: PyPTO verifier, UseAfterDefCheck.
 */
final class UseAfterDefVerifier {
  private static final int USE_BEFORE_DEF = 401;

  private final Function function;
  private final Consumer<Diagnostic> found;
  private final Set<Var> reported = new HashSet<>();
  private Set<Var> defined = new HashSet<>();

  private UseAfterDefVerifier(Function function, Consumer<Diagnostic> found) {
    this.function = function;
    this.found = found;
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

  private void stmt(Stmt stmt) {
    Uses uses = new Uses(this::use);
    switch (stmt) {
      case AssignStmt s -> {
        uses.expr(s.value());
        // a type may introduce the symbol of an extent
        new VarUses(defined::add).type(s.var().type());
        defined.add(s.var());
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
          defined.addAll(s.returnVars());
        }
      }
      case ForStmt s -> {
        uses.expr(s.start());
        uses.expr(s.stop());
        uses.expr(s.step());
        s.iterArgs().forEach(arg -> uses.expr(arg.initValue()));
        Set<Var> before = new HashSet<>(defined);
        defined.add(s.loopVar());
        defined.addAll(s.iterArgs());
        stmt(s.body());
        leave(before, s.returnVars());
      }
      case WhileStmt s -> {
        s.iterArgs().forEach(arg -> uses.expr(arg.initValue()));
        Set<Var> before = new HashSet<>(defined);
        defined.addAll(s.iterArgs());
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
      defined.addAll(results);
    }
  }
}
