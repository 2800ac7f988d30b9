package io.pto4j.backend.orch;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.text.Lines;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The statements of an orchestration function in C++. */
final class OrchestrationBody {
  private final Function function;
  private final CppNames names;
  private final Lines out;
  private final Set<Var> naturals = new HashSet<>();
  private final CppExprs exprs;
  private final Allocations allocations;
  private final TensorAccess access;
  private final Tasks tasks;

  OrchestrationBody(Program program, Function function, CppNames names, Lines out) {
    this.function = function;
    this.names = names;
    this.out = out;
    this.exprs = new CppExprs(names, naturals);
    this.allocations = new Allocations(names, exprs, out);
    this.access = new TensorAccess(names, exprs, out);
    this.tasks = new Tasks(program, names, exprs, out, effectiveUses(function));
  }

  void emit() {
    stmt(function.body());
  }

  /**
   * Variables read anywhere but in the return statement, where results are already the parameters
   * they stand for.
   */
  private static Set<Var> effectiveUses(Function function) {
    Set<Var> uses = new HashSet<>();
    Walk.stmts(
        function.body(),
        s -> {
          boolean leaf = s instanceof AssignStmt || s instanceof EvalStmt || s instanceof YieldStmt;
          if (leaf) {
            uses.addAll(Walk.usedVars(s));
          }
          if (s instanceof ForStmt loop) {
            loop.iterArgs().forEach(arg -> Walk.exprs(arg.initValue(), e -> addVar(uses, e)));
          }
          if (s instanceof IfStmt branch) {
            Walk.exprs(branch.condition(), e -> addVar(uses, e));
          }
        });
    return uses;
  }

  private static void addVar(Set<Var> vars, Expr expr) {
    if (expr instanceof Var v) {
      vars.add(v);
    }
  }

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case SeqStmts s -> sequence(s.stmts());
      case AssignStmt s -> sequence(ImmutableList.of(s));
      case EvalStmt s -> eval(s);
      case RuntimeScopeStmt s -> scope(s);
      case ForStmt s -> loop(s);
      case IfStmt s -> branch(s);
      case ReturnStmt _, YieldStmt _ -> {}
      case WhileStmt s -> throw unsupported("while", s.span());
      case BreakStmt s -> throw unsupported("break", s.span());
      case ContinueStmt s -> throw unsupported("continue", s.span());
      case InlineStmt s -> throw unsupported("inline text", s.span());
      case ScopeStmt s -> throw unsupported("this scope", s.span());
    }
  }

  private static IrException unsupported(String what, Span span) {
    return new IrException(
        "'" + what + "' is not supported in orchestration code", "use a counted loop or if", span);
  }

  private void sequence(ImmutableList<Stmt> stmts) {
    allocations.batch(stmts);
    stmts.forEach(this::member);
  }

  private void member(Stmt stmt) {
    if (stmt instanceof AssignStmt s) {
      assign(s);
    } else {
      stmt(stmt);
    }
  }

  // ---- assignments

  private void assign(AssignStmt s) {
    switch (s.value()) {
      case Call call when call.op() instanceof GlobalVar callee ->
          tasks.call(s.var(), call, callee);
      case Call call when call.isOperator("tensor.create") -> allocations.inPlace(s.var(), call);
      case Call call when call.isOperator("system.task_invalid") ->
          out.line("PTO2TaskId %s = PTO2TaskId::invalid();", names.declare(s.var()));
      case Call call when call.isOperator("system.task_is_valid") ->
          out.line(
              "bool %s = %s.is_valid();", names.declare(s.var()), exprs.print(call.args().get(0)));
      case Call call -> access.assign(s.var(), call);
      case Submit submit -> tasks.submit(s.var(), submit);
      case TupleGetItem item -> tasks.project(s.var(), item);
      case MakeTuple tuple -> tasks.tuple(s.var(), tuple);
      case Expr value -> copy(s.var(), value);
    }
  }

  private void copy(Var var, Expr value) {
    switch (var.type()) {
      case TensorType _ -> names.alias(var, exprs.print(value));
      case ScalarType(DataType dtype) -> {
        if (Exprs.isNatural(value, naturals)) {
          naturals.add(var);
        }
        String printed = exprs.print(value);
        out.line("%s %s = %s;", CppExprs.type(dtype, var.span()), names.declare(var), printed);
      }
      default ->
          throw new IrException(
              "orchestration code cannot copy a value of this type", "", var.span());
    }
  }

  private void eval(EvalStmt s) {
    switch (s.expr()) {
      case Call call when call.op() instanceof GlobalVar callee -> tasks.call(null, call, callee);
      case Call call -> access.effect(call);
      case Submit submit -> tasks.submit(null, submit);
      default ->
          throw new IrException(
              "this expression does nothing in orchestration code", "remove it", s.span());
    }
  }

  // ---- scopes and control flow

  private void scope(RuntimeScopeStmt s) {
    if (s.manual()) {
      // tensors created in a manual scope outlive it, so they are allocated outside
      allocations.batch(SeqStmts.listOf(s.body()));
      out.open("PTO2_SCOPE(PTO2ScopeMode::MANUAL) {");
      SeqStmts.listOf(s.body()).forEach(this::member);
    } else {
      out.open("PTO2_SCOPE() {");
      stmt(s.body());
    }
    out.close();
  }

  private void loop(ForStmt s) {
    if (s.kind() == ForKind.UNROLL || s.kind() == ForKind.PIPELINE) {
      throw new IllegalStateException(
          s.kind().text() + " loop left in function " + function.name());
    }
    Carries carries = new Carries(names, exprs, out, s);
    carries.declare();
    String loopVar = CppNames.base(s.loopVar().nameHint());
    names.alias(s.loopVar(), loopVar);
    if (Exprs.isNatural(s.start(), naturals)) {
      naturals.add(s.loopVar());
    }
    out.open(
        "for (int64_t %s = %s; %s; %s += %s) {"
            .formatted(
                loopVar,
                exprs.print(s.start()),
                condition(s, loopVar),
                loopVar,
                exprs.print(s.step())));
    stmt(s.body());
    carries.assign(yielded(s.body()));
    out.close();
  }

  private String condition(ForStmt s, String loopVar) {
    String stop = exprs.print(s.stop());
    if (s.step() instanceof ConstInt step) {
      if (step.value() == 0) {
        throw new IrException("the step of a loop cannot be zero", "", s.span());
      }
      return loopVar + (step.value() > 0 ? " < " : " > ") + stop;
    }
    String step = exprs.print(s.step());
    return "(((%s) > 0 && %s < %s) || ((%s) < 0 && %s > %s))"
        .formatted(step, loopVar, stop, step, loopVar, stop);
  }

  private void branch(IfStmt s) {
    for (Var result : s.returnVars()) {
      switch (result.type()) {
        case TensorType _ -> out.line("ChipTensor %s = %s;", names.declare(result), placeholder(s));
        case ScalarType(DataType dtype) ->
            out.line("%s %s;", CppExprs.type(dtype, s.span()), names.declare(result));
        default -> throw unsupported("a result of this type", s.span());
      }
    }
    out.open("if (" + exprs.print(s.condition()) + ") {");
    branchBody(s, s.thenBody());
    if (s.elseBody().isPresent()) {
      out.reopen("} else {");
      branchBody(s, s.elseBody().get());
    }
    out.close();
  }

  /**
   * Assignments of results go inside the branch's own scope, where the yielded names are declared.
   */
  private void branchBody(IfStmt s, Stmt body) {
    if (body instanceof RuntimeScopeStmt scope && !scope.manual()) {
      out.open("PTO2_SCOPE() {");
      branchBody(s, scope.body());
      out.close();
      return;
    }
    stmt(body);
    List<Expr> values = yielded(body);
    for (int i = 0; i < s.returnVars().size(); i++) {
      out.line("%s = %s;", names.of(s.returnVars().get(i)), exprs.print(values.get(i)));
    }
  }

  /** A tensor that exists before the branch: references cannot be declared without a value. */
  private String placeholder(IfStmt s) {
    for (Var param : function.params()) {
      if (param.type() instanceof TensorType) {
        return names.of(param);
      }
    }
    for (Expr value : yielded(s.thenBody())) {
      if (value instanceof Var v && v.type() instanceof TensorType && names.has(v)) {
        return names.of(v);
      }
    }
    throw new IrException(
        "the result of this if has no tensor to start from",
        "assign the tensor before the if",
        s.span());
  }

  /** What a body yields; a scope around the statements is transparent. */
  private static ImmutableList<Expr> yielded(Stmt body) {
    return switch (body) {
      case RuntimeScopeStmt scope -> yielded(scope.body());
      case YieldStmt y -> y.value();
      case SeqStmts seq when !seq.stmts().isEmpty() -> yielded(seq.stmts().getLast());
      default -> ImmutableList.of();
    };
  }
}
