package io.pto4j.verify;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ChildMapper;
import io.pto4j.ir.Children;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Op;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.pass.Target;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A tensor handed to a function as output is afterwards read through the call's result only, so
 * that the order of writes and reads is visible. Source: PyPTO verifier, InOutUseDiscipline.
 */
final class InOutUseVerifier implements ChildMapper {
  private final Program program;
  private final Function function;
  private final Consumer<Diagnostic> found;
  private final Set<Var> reported = new HashSet<>();

  /** What each loop's body leaves handed over, so that a loop is entered once only for that. */
  private final Map<Stmt, Map<Var, Span>> loops = new IdentityHashMap<>();

  private Map<Var, Span> dead = new HashMap<>();
  private Span place = Span.unknown();
  private boolean silent;

  private InOutUseVerifier(Program program, Function function, Consumer<Diagnostic> found) {
    this.program = program;
    this.function = function;
    this.found = found;
  }

  static void verify(Program program, Target target, Consumer<Diagnostic> found) {
    for (Function function : program.functions().values()) {
      if (!function.funcType().isWrapper()) {
        new InOutUseVerifier(program, function, found).stmt(function.body());
      }
    }
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    place = stmt.span();
    switch (stmt) {
      case AssignStmt s -> {
        expr(s.value());
        dead.remove(s.var());
      }
      case SeqStmts s -> s.stmts().forEach(this::stmt);
      case ScopeStmt s -> stmt(s.body());
      case IfStmt s -> {
        expr(s.condition());
        Map<Var, Span> before = new HashMap<>(dead);
        stmt(s.thenBody());
        Map<Var, Span> afterThen = dead;
        dead = before;
        s.elseBody().ifPresent(this::stmt);
        dead.putAll(afterThen);
        s.returnVars().forEach(dead::remove);
      }
      case ForStmt s -> {
        expr(s.start());
        expr(s.stop());
        expr(s.step());
        loop(s, s.iterArgs(), s.body(), Optional.empty());
      }
      case WhileStmt s -> loop(s, s.iterArgs(), s.body(), Optional.of(s.condition()));
      default -> Children.map(stmt, this);
    }
    return stmt;
  }

  private void loop(Stmt loop, ImmutableList<IterArg> args, Stmt body, Optional<Expr> condition) {
    args.forEach(arg -> expr(arg.initValue()));
    condition.ifPresent(this::expr);
    dead.putAll(loops.computeIfAbsent(loop, _ -> handedOver(args, body)));
    args.forEach(dead::remove);
    place = loop.span();
    condition.ifPresent(this::expr);
    stmt(body);
  }

  /** What is still handed over when the body ends, and so when it begins again. */
  private Map<Var, Span> handedOver(ImmutableList<IterArg> args, Stmt body) {
    Map<Var, Span> outer = dead;
    boolean wasSilent = silent;
    dead = new HashMap<>();
    silent = true;
    stmt(body);
    Map<Var, Span> result = dead;
    args.forEach(result::remove);
    dead = outer;
    silent = wasSilent;
    return result;
  }

  @Override
  public Expr expr(Expr expr) {
    switch (expr) {
      case Var var -> read(var);
      case Call c -> {
        Children.map(c, this);
        handOver(c.op(), c.args(), c.span());
      }
      case Submit s -> {
        Children.map(s, this);
        handOver(s.op(), s.args(), s.span());
      }
      default -> Children.map(expr, this);
    }
    return expr;
  }

  private void read(Var var) {
    Span handover = dead.get(var);
    if (handover != null && !silent && reported.add(var)) {
      found.accept(
          Diagnostic.error(
              "InOutUseDiscipline",
              0,
              "variable '%s' was passed as InOut/Out at %s; read the post-call return value instead"
                      .formatted(var.nameHint(), handover)
                  + " of the pre-call variable",
              Diagnostic.place(place.isKnown() ? place : handover, function)));
    }
  }

  private void handOver(Op op, ImmutableList<Expr> args, Span span) {
    if (!(op instanceof GlobalVar callee)) {
      return;
    }
    program
        .function(callee)
        .ifPresent(
            f -> {
              for (int i = 0; i < Math.min(args.size(), f.params().size()); i++) {
                if (args.get(i) instanceof Var var && f.direction(i) != ParamDirection.IN) {
                  dead.put(var, span);
                }
              }
            });
  }

  @Override
  public Var def(Var var) {
    return var;
  }

  @Override
  public Type type(Type type) {
    return type;
  }
}
