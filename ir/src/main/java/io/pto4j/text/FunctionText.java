package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Role;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Prints functions. */
final class FunctionText {
  private final PrintOptions options;
  private final Names shared;
  private final boolean inProgram;
  private final StmtText.LineBuffer out;

  /**
   * @param shared the names of the dynamic extents, the same in all functions
   */
  FunctionText(PrintOptions options, Names shared, boolean inProgram, StmtText.LineBuffer out) {
    this.options = options;
    this.shared = shared;
    this.inProgram = inProgram;
    this.out = out;
  }

  void function(Function f) {
    PrintScope scope = scope(f);
    decorator(f, scope);
    out.line(signature(f, scope));
    out.deeper(() -> prologue(f, scope));
    if (f.requiresRuntimeBinding()) {
      out.deeper(() -> out.line("..."));
      return;
    }
    StmtText stmts = new StmtText(scope, out);
    List<Stmt> body = StmtText.flat(f.body());
    if (!body.isEmpty() && body.getLast() instanceof YieldStmt(var span, var comments, var value)) {
      body = new ArrayList<>(body);
      body.set(body.size() - 1, new ReturnStmt(span, comments, value));
    }
    stmts.body(body, ImmutableList.of());
  }

  private PrintScope scope(Function f) {
    Set<Var> vars = Walk.identitySet();
    vars.addAll(f.params());
    vars.addAll(definitions(f.body()));
    Set<Var> bases =
        vars.stream().filter(v -> v.type() == PtrType.INSTANCE).collect(Collectors.toSet());
    List<Var> own = vars.stream().filter(v -> shared.find(v).isEmpty()).collect(toImmutableList());
    Names names = Names.assign(own, shared, shared.used(), options.prefix());
    return new PrintScope(options, names, inProgram, true, bases);
  }

  /** The variables that {@code body} defines, each once, in the order in which they get names. */
  static ImmutableList<Var> definitions(Stmt body) {
    Set<Var> vars = Walk.identitySet();
    Walk.stmts(
        body,
        stmt -> {
          switch (stmt) {
            case AssignStmt s -> vars.add(s.var());
            case ForStmt s -> {
              vars.add(s.loopVar());
              vars.addAll(s.returnVars());
              vars.addAll(s.iterArgs());
            }
            case WhileStmt s -> {
              vars.addAll(s.returnVars());
              vars.addAll(s.iterArgs());
            }
            case IfStmt s -> vars.addAll(s.returnVars());
            default -> {}
          }
        });
    return ImmutableList.copyOf(vars);
  }

  private void decorator(Function f, PrintScope scope) {
    List<String> parts = new ArrayList<>();
    if (f.funcType() != FunctionType.OPAQUE) {
      parts.add("type=" + scope.pl("FunctionType." + f.funcType().text()));
    }
    f.level().ifPresent(l -> parts.add("level=" + scope.pl("Level." + l.text())));
    f.role().ifPresent(r -> parts.add("role=" + scope.pl("Role." + ScopeText.role(r, scope))));
    if (!f.attrs().getBool("auto_scope", true)) {
      parts.add("auto_scope=False");
    }
    f.attrs()
        .getString("external_source")
        .ifPresent(s -> parts.add("external_source=" + StringText.doubleQuoted(s)));
    String arguments = parts.isEmpty() ? "" : "(" + StmtText.join(parts) + ")";
    out.line("@" + scope.pl("function") + arguments);
  }

  private String signature(Function f, PrintScope scope) {
    TypeText types = new TypeText(scope, new ExprText(scope), true);
    List<String> params = new ArrayList<>();
    if (inProgram && f.role().filter(r -> r == Role.WORKER).isEmpty()) {
      params.add("self");
    }
    for (int i = 0; i < f.params().size(); i++) {
      Var param = f.params().get(i);
      String type = types.of(param.type());
      String annotation =
          switch (f.direction(i)) {
            case IN -> type;
            case OUT -> scope.pl("Out") + "[" + type + "]";
            case INOUT -> scope.pl("InOut") + "[" + type + "]";
          };
      params.add(scope.name(param) + ": " + annotation);
    }
    return "def " + f.name() + "(" + StmtText.join(params) + ")" + returns(f, types) + ":";
  }

  private static String returns(Function f, TypeText types) {
    List<Type> returned = f.returnTypes();
    return switch (returned.size()) {
      case 0 -> "";
      case 1 -> " -> " + types.of(returned.getFirst());
      default -> " -> tuple[" + StmtText.join(returned.stream().map(types::of).toList()) + "]";
    };
  }

  private void prologue(Function f, PrintScope scope) {
    Attrs attrs = f.attrs().without("auto_scope").without("external_source");
    if (attrs.get("split").filter(AttrValue.of(0)::equals).isPresent()) {
      attrs = attrs.without("split");
    }
    if (!attrs.isEmpty()) {
      AttrText text = new AttrText(scope, new ExprText(scope));
      out.line(scope.pl("func_attr") + "(" + text.functionDict(attrs) + ")");
    }
  }
}
