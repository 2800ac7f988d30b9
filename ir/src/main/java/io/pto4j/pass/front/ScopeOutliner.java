package io.pto4j.pass.front;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ChildMapper;
import io.pto4j.ir.Children;
import io.pto4j.ir.Comments;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.VarUses;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.pass.AutoName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Takes the scopes of one kind out of the functions of a program. Source: PyPTO passes, outlining.
 */
final class ScopeOutliner {
  private final OutlinedKind kind;
  private final Set<String> functionNames;
  private final List<Function> outlined = new ArrayList<>();

  ScopeOutliner(OutlinedKind kind, Program program) {
    this.kind = kind;
    this.functionNames = new HashSet<>(program.functions().keySet());
  }

  /** The functions made so far. */
  List<Function> outlined() {
    return outlined;
  }

  /** The function with calls in place of its scopes; itself when it has none. */
  Function outline(Function function) {
    DeferredWaits.check(function);
    boolean[] found = {false};
    Walk.stmts(
        function.body(), s -> found[0] |= s instanceof ScopeStmt scope && kind.matches(scope));
    return found[0] ? new Parent(function).outline() : function;
  }

  /** The rewriting of one function. */
  private final class Parent implements ChildMapper {
    private final Function function;
    private final Map<Var, Integer> uses = new HashMap<>();
    private final Set<Var> locals;
    private final Set<String> localNames = new HashSet<>();
    private final Map<Var, Expr> renames = new HashMap<>();

    /** Renamed variables and what they stood for before, so that a branch can be taken back. */
    private final List<Rename> journal = new ArrayList<>();

    private String prefix;
    private int scopes;

    private record Rename(Var var, Optional<Expr> before) {}

    Parent(Function function) {
      this.function = function;
      this.prefix = function.name();
      this.locals = new HashSet<>(function.params());
      locals.addAll(Walk.definedVars(function.body()));
      locals.forEach(v -> localNames.add(v.nameHint()));
      countUses(function.body(), uses);
    }

    private static void countUses(Stmt body, Map<Var, Integer> counts) {
      new VarUses(v -> counts.merge(v, 1, Integer::sum)).stmt(body);
    }

    Function outline() {
      return function.withBody(stmt(function.body()));
    }

    private void rename(Var var, Expr value) {
      journal.add(new Rename(var, Optional.ofNullable(renames.put(var, value))));
    }

    private void takeBack(int mark) {
      for (int i = journal.size() - 1; i >= mark; i--) {
        Rename last = journal.remove(i);
        last.before.ifPresentOrElse(
            value -> renames.put(last.var, value), () -> renames.remove(last.var));
      }
    }

    @Override
    public Expr expr(Expr expr) {
      return expr instanceof Var var ? renames.getOrDefault(var, var) : Children.map(expr, this);
    }

    @Override
    public Type type(Type type) {
      return Children.map(type, this);
    }

    @Override
    public Var def(Var var) {
      if (var instanceof IterArg arg) {
        Expr init = expr(arg.initValue());
        if (init != arg.initValue()) {
          IterArg renewed = new IterArg(arg.nameHint(), arg.type(), init, arg.span());
          rename(arg, renewed);
          return renewed;
        }
      }
      return var;
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      return switch (stmt) {
        case SeqStmts s -> sequence(s);
        case ScopeStmt s when kind.matches(s) ->
            SeqStmts.flatten(launch(s, Optional.empty()), s.span());
        case IfStmt s ->
            s.withCondition(expr(s.condition()))
                .withThenBody(isolated(s.thenBody()))
                .withElseBody(s.elseBody().map(this::isolated));
        case ForStmt s -> {
          int mark = journal.size();
          Stmt mapped = Children.map(s, this);
          takeBack(mark);
          yield mapped;
        }
        case WhileStmt s -> {
          int mark = journal.size();
          Stmt mapped = Children.map(s, this);
          takeBack(mark);
          yield mapped;
        }
        default -> Children.map(stmt, this);
      };
    }

    private Stmt isolated(Stmt body) {
      int mark = journal.size();
      Stmt mapped = stmt(body);
      takeBack(mark);
      return mapped;
    }

    private Stmt sequence(SeqStmts seq) {
      List<Stmt> result = new ArrayList<>();
      for (Stmt child : seq.stmts()) {
        if (child instanceof ScopeStmt scope && kind.matches(scope)) {
          Optional<Var> taskId = placeholder(scope, result);
          if (taskId.isPresent()) {
            result.removeLast();
          }
          result.addAll(launch(scope, taskId));
        } else {
          result.add(stmt(child));
        }
      }
      return SeqStmts.flatten(result, seq.span());
    }

    /** The scope's task id, if the statement just before only declares it. */
    private static Optional<Var> placeholder(ScopeStmt scope, List<Stmt> before) {
      return !before.isEmpty()
              && before.getLast() instanceof AssignStmt s
              && s.value() instanceof Call call
              && call.isOperator("system.task_invalid")
              && ScopeLaunch.taskIdVar(scope.attrs()).filter(v -> v == s.var()).isPresent()
          ? Optional.of(s.var())
          : Optional.empty();
    }

    /** Outlines the scope and returns the statements that stand for it. */
    private List<Stmt> launch(ScopeStmt scope, Optional<Var> taskId) {
      String name = functionName(scope);
      Map<Var, Integer> inside = new HashMap<>();
      countUses(scope.body(), inside);
      Attrs attrs = Children.map(scope.attrs(), this);
      Stmt body = nested(name, scope.body());
      Predicate<Var> usedOutside = v -> uses.getOrDefault(v, 0) > inside.getOrDefault(v, 0);
      Set<Expr> versions = versions(body, usedOutside);
      ScopeBoundary boundary =
          ScopeBoundary.of(body, this::isLocal, v -> usedOutside.test(v) || versions.contains(v));
      outlined.add(OutlinedFunction.build(kind, name, scope, body, boundary, outlined));

      ScopeLaunch launch = new ScopeLaunch(scope, attrs, name, boundary.inputs().asList());
      ImmutableList.Builder<Var> results = ImmutableList.builder();
      results.addAll(boundary.outputs());
      for (Var target : boundary.storeTargets()) {
        Var result = fresh(AutoName.fresh(target.nameHint(), localNames::contains), target.type());
        results.add(result);
        rename(target, result);
        boundary.storeResults().entrySet().stream()
            .filter(e -> e.getValue() == target)
            .forEach(e -> rename(e.getKey(), result));
      }
      Stmt statements =
          launch.isSubmit()
              ? submit(launch, results.build(), taskId(launch, taskId))
              : call(launch, results.build());
      return SeqStmts.listOf(Comments.prepend(scope.leadingComments(), statements));
    }

    /**
     * What the calls of nested scopes put in place of variables that are used after the scope, and
     * the last versions of those that it stores to.
     */
    private Set<Expr> versions(Stmt body, Predicate<Var> usedOutside) {
      Set<Expr> versions = Walk.nodeSet();
      renames.forEach(
          (original, version) -> {
            if (usedOutside.test(original)) {
              versions.add(version);
            }
          });
      for (Var stored : LiveIns.of(body)) {
        Expr last = stored;
        while (last instanceof Var var && renames.containsKey(var)) {
          last = renames.get(var);
        }
        versions.add(last);
      }
      return versions;
    }

    private Stmt call(ScopeLaunch launch, ImmutableList<Var> results) {
      Call call = launch.call(results.stream().map(Var::type).collect(toImmutableList()));
      return switch (results.size()) {
        case 0 -> EvalStmt.of(call);
        case 1 -> AssignStmt.of(results.getFirst(), call);
        default -> unpack(call, results);
      };
    }

    private Stmt submit(ScopeLaunch launch, ImmutableList<Var> results, Var taskId) {
      ImmutableList<Var> all = ImmutableList.<Var>builder().addAll(results).add(taskId).build();
      return unpack(launch.submit(all.stream().map(Var::type).collect(toImmutableList())), all);
    }

    private Stmt unpack(Expr tuple, ImmutableList<Var> elements) {
      Var result = fresh(AutoName.next("ret", "tmp", localNames::contains), tuple.type());
      ImmutableList.Builder<Stmt> statements = ImmutableList.builder();
      statements.add(AssignStmt.of(result, tuple));
      for (int i = 0; i < elements.size(); i++) {
        statements.add(AssignStmt.of(elements.get(i), TupleGetItem.of(result, i, tuple.span())));
      }
      return SeqStmts.of(statements.build(), tuple.span());
    }

    /** The variable for the task id: the declared one if nothing else defines it. */
    private Var taskId(ScopeLaunch launch, Optional<Var> placeholder) {
      if (placeholder.isPresent()) {
        return placeholder.get();
      }
      Var taskId =
          fresh(AutoName.next("tid", "ssa", localNames::contains), ScalarType.of(DataType.TASK_ID));
      launch.taskIdVar().ifPresent(declared -> rename(declared, taskId));
      return taskId;
    }

    private Stmt nested(String name, Stmt body) {
      String outerPrefix = prefix;
      int outerScopes = scopes;
      prefix = name;
      scopes = 0;
      Stmt mapped = stmt(body);
      prefix = outerPrefix;
      scopes = outerScopes;
      return mapped;
    }

    private boolean isLocal(Var var) {
      return locals.contains(var);
    }

    private Var fresh(String name, Type type) {
      localNames.add(name);
      Var var = new Var(name, type, Span.unknown());
      locals.add(var);
      return var;
    }

    private String functionName(ScopeStmt scope) {
      int number = scopes++;
      String name =
          scope.nameHint().isEmpty()
              ? prefix + OutlinedKind.suffix(scope) + number
              : scope.nameHint();
      if (functionNames.contains(name) && !localNames.contains(name)) {
        name = function.name() + "_" + name;
      }
      String unique = name;
      for (int i = 0; functionNames.contains(unique) || localNames.contains(unique); i++) {
        unique = name + "_" + i;
      }
      functionNames.add(unique);
      localNames.add(unique);
      return unique;
    }
  }
}
