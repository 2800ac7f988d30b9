package io.pto4j.text;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.RegScopeStmt;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Prints statements, one or more lines each. */
final class StmtText {
  private static final String INDENT = "    ";

  private final PrintScope scope;
  private final ExprText exprs;
  private final TypeText types;
  private final AttrText attrs;
  private final ScopeText scopes;
  private final LineBuffer out;
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);

  /** Whether a branch, not a loop, is the innermost statement around that has outputs. */
  private boolean inBranch;

  StmtText(PrintScope scope, LineBuffer out) {
    this.scope = scope;
    this.exprs = new ExprText(scope);
    this.types = new TypeText(scope, exprs, false);
    this.attrs = new AttrText(scope, exprs);
    this.scopes = new ScopeText(scope, exprs, this, out);
    this.out = out;
  }

  /**
   * Prints the statements of a body one level deeper; {@code pass} if there are none.
   *
   * @param outputs the variables that its last yield gives values to
   */
  void body(List<Stmt> stmts, List<? extends Var> outputs) {
    out.deeper(
        () ->
            recursion.<Void>descend(
                () -> {
                  int before = out.size();
                  stmts(stmts, outputs);
                  if (out.size() == before) {
                    out.line("pass");
                  }
                  return null;
                }));
  }

  void body(Stmt body, List<? extends Var> outputs) {
    body(flat(body), outputs);
  }

  /** The statements of {@code body}; sequences within sequences leave no trace in the text. */
  static List<Stmt> flat(Stmt body) {
    return SeqStmts.spliced(SeqStmts.listOf(body));
  }

  /** Prints statements at the present level. */
  void stmts(List<Stmt> stmts, List<? extends Var> outputs) {
    for (int i = 0; i < stmts.size(); i++) {
      boolean last = i == stmts.size() - 1;
      if (last || !isPlaceholder(stmts.get(i), stmts.get(i + 1))) {
        stmt(stmts.get(i), last ? outputs : ImmutableList.of());
      }
    }
  }

  /** Whether {@code stmt} only declares the task id that the scope after it captures. */
  private static boolean isPlaceholder(Stmt stmt, Stmt next) {
    return stmt instanceof AssignStmt(_, var comments, Var var, Call call)
        && comments.isEmpty()
        && call.isOperator("system.task_invalid")
        && next instanceof ScopeStmt s
        && ScopeText.taskId(s).filter(id -> id == var).isPresent();
  }

  void stmt(Stmt stmt, List<? extends Var> outputs) {
    for (String comment : stmt.leadingComments()) {
      Splitter.on('\n').split(comment).forEach(line -> out.line("# " + line));
    }
    switch (stmt) {
      case AssignStmt s -> out.line(target(s.var()) + " = " + exprs.of(value(s)));
      case EvalStmt s -> out.line(exprs.of(s.expr()));
      case YieldStmt s -> out.line(yielded(s, outputs));
      case ReturnStmt s -> out.line(returned(s.value()));
      case SeqStmts s -> stmts(flat(s), outputs);
      case IfStmt s -> ifElse(s);
      case ForStmt s -> loop(s);
      case WhileStmt s -> loop(s);
      case ScopeStmt s -> {
        scopes.scope(s, passes(s) ? outputs : ImmutableList.of());
      }
      case BreakStmt _ -> out.line("break");
      case ContinueStmt _ -> out.line("continue");
      case InlineStmt s -> Splitter.on('\n').split(s.body()).forEach(out::line);
    }
  }

  /** Whether a yield at the end of {@code scope} is one of the loop or the branch around it. */
  private boolean passes(ScopeStmt scope) {
    return !inBranch
        || switch (scope) {
          case RuntimeScopeStmt _, RegScopeStmt _, CommDomainScopeStmt _ -> true;
          case InCoreScopeStmt _,
              HierarchyScopeStmt _,
              ClusterScopeStmt _,
              SpmdScopeStmt _,
              SplitAivScopeStmt _ ->
              false;
        };
  }

  /** Runs {@code print} inside a branch, or inside a loop. */
  private void inside(boolean branch, Runnable print) {
    boolean before = inBranch;
    inBranch = branch;
    print.run();
    inBranch = before;
  }

  /** The value as it is written: a window has the name of its variable where nothing is said. */
  private Expr value(AssignStmt s) {
    if (!(s.value() instanceof Call call) || !call.isOperator(WindowReader.ALLOCATION)) {
      return s.value();
    }
    boolean implied =
        scope.ecosystem()
            || call.kwargs().getString("name").filter(scope.name(s.var())::equals).isPresent();
    return implied ? call.withKwargs(call.kwargs().without("name")) : call;
  }

  private String target(Var var) {
    String name = scope.name(var);
    return scope.options().concise() ? name : name + ": " + types.of(var.type());
  }

  private String yielded(YieldStmt s, List<? extends Var> outputs) {
    String call = scope.pl("yield_") + "(" + exprs.list(s.value()) + ")";
    if (outputs.isEmpty()) {
      return call;
    }
    String targets = outputs.size() == 1 ? target(outputs.getFirst()) : names(outputs);
    return targets + " = " + call;
  }

  private String names(List<? extends Var> vars) {
    return String.join(", ", vars.stream().map(scope::name).toList());
  }

  String returned(ImmutableList<Expr> values) {
    return values.isEmpty() ? "return" : "return " + exprs.list(values);
  }

  private void ifElse(IfStmt s) {
    out.line("if " + exprs.of(s.condition()) + ":");
    inside(true, () -> body(s.thenBody(), s.returnVars()));
    s.elseBody()
        .ifPresent(
            body -> {
              out.line("else:");
              inside(true, () -> body(body, s.returnVars()));
            });
  }

  private void loop(ForStmt s) {
    String iterArgs = s.iterArgs().isEmpty() ? "" : ", " + tuple(names(s.iterArgs()), s.iterArgs());
    List<String> parts = new ArrayList<>(bounds(s));
    Set<String> hidden = new HashSet<>();
    if (s.kind() == ForKind.PIPELINE) {
      s.attrs().get("pipeline_stages").ifPresent(n -> parts.add("stage=" + attrs.value(n)));
      hidden.add("pipeline_stages");
    }
    s.attrs()
        .entries()
        .forEach(
            (key, value) -> {
              if (!AttrText.isPlain(value)) {
                hidden.add(key);
              }
            });
    initValues(s.iterArgs()).ifPresent(parts::add);
    if (s.hardwareLoopPolicy() != HardwareLoopPolicy.AUTO) {
      String policy = scope.pl("HardwareLoopPolicy." + s.hardwareLoopPolicy().text());
      parts.add("hardware_loop_policy=" + policy);
    }
    attrs.dict(s.attrs(), hidden).ifPresent(dict -> parts.add("attrs=" + dict));
    String function = scope.pl(function(s.kind()));
    out.line(
        "for " + scope.name(s.loopVar()) + iterArgs + " in " + function + "(" + join(parts) + "):");
    inside(false, () -> body(s.body(), s.returnVars()));
  }

  static String function(ForKind kind) {
    return switch (kind) {
      case SEQUENTIAL -> "range";
      case PARALLEL -> "parallel";
      case UNROLL -> "unroll";
      case PIPELINE -> "pipeline";
    };
  }

  private List<String> bounds(ForStmt s) {
    return boundsFor(s).stream().map(exprs::of).toList();
  }

  /** The bounds to write: no default ones, unless the loop variable would get another type. */
  static List<Expr> boundsFor(ForStmt s) {
    List<List<Expr>> choices = new ArrayList<>();
    if (isIndex(s.step(), 1)) {
      if (isIndex(s.start(), 0)) {
        choices.add(List.of(s.stop()));
      }
      choices.add(List.of(s.start(), s.stop()));
    }
    choices.add(List.of(s.start(), s.stop(), s.step()));
    for (List<Expr> bounds : choices) {
      if (ScalarType.of(LoopReader.counterType(bounds)).equals(s.loopVar().type())) {
        return bounds;
      }
    }
    return choices.getFirst();
  }

  private static boolean isIndex(Expr expr, long value) {
    return expr instanceof ConstInt(_, ScalarType(DataType dtype), long v)
        && dtype == DataType.INDEX
        && v == value;
  }

  private Optional<String> initValues(ImmutableList<IterArg> iterArgs) {
    if (iterArgs.isEmpty()) {
      return Optional.empty();
    }
    List<Expr> inits = iterArgs.stream().map(IterArg::initValue).toList();
    return Optional.of("init_values=" + tuple(exprs.list(inits), inits));
  }

  private static String tuple(String elements, List<?> counted) {
    return "(" + elements + (counted.size() == 1 ? ",)" : ")");
  }

  private void loop(WhileStmt s) {
    if (s.iterArgs().isEmpty()) {
      out.line("while " + exprs.of(s.condition()) + ":");
      inside(false, () -> body(s.body(), s.returnVars()));
      return;
    }
    out.line(
        "for %s in %s(%s):"
            .formatted(
                tuple(names(s.iterArgs()), s.iterArgs()),
                scope.pl("while_"),
                Iterables.getOnlyElement(initValues(s.iterArgs()).stream().toList())));
    out.deeper(
        () -> {
          out.line(scope.pl("cond") + "(" + exprs.of(s.condition()) + ")");
          inside(false, () -> stmts(flat(s.body()), s.returnVars()));
        });
  }

  static String join(List<String> parts) {
    return String.join(", ", parts);
  }

  /** Lines with their indentation. */
  static final class LineBuffer {
    private static final int MOST_TEXT = 1 << 28;

    private final StringBuilder text = new StringBuilder();
    private int lines;
    private int level;

    void line(String line) {
      blank();
      if (!line.isEmpty()) {
        text.repeat(INDENT, level).append(line);
      }
      if (text.length() > MOST_TEXT) {
        throw new IrException(
            "the text of a program has at most %d characters".formatted(MOST_TEXT),
            "nest its statements less deep");
      }
    }

    void blank() {
      if (lines++ > 0) {
        text.append('\n');
      }
    }

    void deeper(Runnable body) {
      level++;
      body.run();
      level--;
    }

    int size() {
      return lines;
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
