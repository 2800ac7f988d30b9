package io.pto4j.pass.orch;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which tensor's memory a tensor variable of an orchestration function is: a parameter, a created
 * tensor or a view, followed through calls, copies and carries. The results of a conditional over
 * different tensors are ambiguous.
 */
final class BufferRoots {
  private final Program program;
  private final Map<Var, Var> roots = new HashMap<>();
  private final Set<Var> ambiguous = new HashSet<>();
  private final Map<Var, Expr> launches = new HashMap<>();

  BufferRoots(Program program, Function function) {
    this.program = program;
    function.params().forEach(p -> roots.put(p, p));
    walk(function.body());
  }

  Optional<Var> root(Expr expr) {
    return expr instanceof Var v ? Optional.ofNullable(roots.get(v)) : Optional.empty();
  }

  boolean isAmbiguous(Expr expr) {
    return expr instanceof Var v && ambiguous.contains(v);
  }

  private void walk(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s -> assign(s);
      case ForStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
      case WhileStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
      case IfStmt s -> {
        walk(s.thenBody());
        s.elseBody().ifPresent(this::walk);
        for (int i = 0; i < s.returnVars().size(); i++) {
          merge(
              s.returnVars().get(i),
              yielded(s.thenBody(), i),
              yielded(s.elseBody().orElseThrow(), i));
        }
      }
      case SeqStmts s -> s.stmts().forEach(this::walk);
      case ScopeStmt s -> walk(s.body());
      default -> {}
    }
  }

  private void loop(ImmutableList<IterArg> iterArgs, Stmt body, ImmutableList<Var> returnVars) {
    iterArgs.forEach(arg -> follow(arg, arg.initValue()));
    walk(body);
    for (int i = 0; i < returnVars.size(); i++) {
      follow(returnVars.get(i), iterArgs.get(i));
    }
  }

  private void merge(Var result, Optional<Expr> a, Optional<Expr> b) {
    Optional<Var> rootA = a.flatMap(this::root);
    Optional<Var> rootB = b.flatMap(this::root);
    if (rootA.isPresent() && rootA.equals(rootB)) {
      roots.put(result, rootA.get());
    } else if (result.type() instanceof TensorType) {
      ambiguous.add(result);
    }
  }

  private void follow(Var var, Expr source) {
    root(source).ifPresent(root -> roots.put(var, root));
    if (isAmbiguous(source)) {
      ambiguous.add(var);
    }
  }

  private void assign(AssignStmt s) {
    switch (s.value()) {
      case Var source -> follow(s.var(), source);
      case TupleGetItem item -> element(s.var(), item);
      case Submit submit -> launches.put(s.var(), submit);
      case Call(_, _, GlobalVar callee, ImmutableList<Expr> args, _, _) -> {
        launches.put(s.var(), s.value());
        written(callee, args, 0).ifPresent(arg -> follow(s.var(), arg));
      }
      case Call(_, _, Operator(String name), ImmutableList<Expr> args, _, _) -> {
        OpDef op = Operators.get(name);
        if (op.reusesInput().isPresent()) {
          follow(s.var(), args.get(op.reusesInput().getAsInt()));
        } else if (s.var().type() instanceof TensorType) {
          // a created tensor, or a view: the runtime orders views of one tensor by the region they
          // cover
          roots.put(s.var(), s.var());
        }
      }
      default -> {}
    }
  }

  private void element(Var var, TupleGetItem item) {
    if (!(item.tuple() instanceof Var tuple) || !launches.containsKey(tuple)) {
      return;
    }
    switch (launches.get(tuple)) {
      case Submit s ->
          written((GlobalVar) s.op(), s.args(), item.index()).ifPresent(arg -> follow(var, arg));
      case Call c ->
          written((GlobalVar) c.op(), c.args(), item.index()).ifPresent(arg -> follow(var, arg));
      default -> {}
    }
  }

  /** The argument that result {@code position} of a call is. */
  private Optional<Expr> written(GlobalVar callee, ImmutableList<Expr> args, int position) {
    return program.function(callee).flatMap(f -> returnedParameter(f, position)).map(args::get);
  }

  /**
   * The parameter that a function returns at {@code position}: the one its return names, or its
   * only output.
   */
  static Optional<Integer> returnedParameter(Function function, int position) {
    ImmutableList<Stmt> body = SeqStmts.listOf(function.body());
    if (!body.isEmpty()
        && body.getLast() instanceof ReturnStmt r
        && position < r.value().size()
        && function.params().contains(r.value().get(position))) {
      return Optional.of(function.params().indexOf(r.value().get(position)));
    }
    if (position == 0 && function.returnTypes().size() == 1) {
      int only = function.paramDirections().indexOf(ParamDirection.OUT);
      return only < 0 || function.paramDirections().lastIndexOf(ParamDirection.OUT) != only
          ? Optional.empty()
          : Optional.of(only);
    }
    return Optional.empty();
  }

  static Optional<Expr> yielded(Stmt body, int i) {
    return switch (body) {
      case YieldStmt y -> Optional.of(y.value().get(i));
      case SeqStmts s when !s.stmts().isEmpty() -> yielded(s.stmts().getLast(), i);
      case RuntimeScopeStmt s -> yielded(s.body(), i);
      default -> Optional.empty();
    };
  }
}
