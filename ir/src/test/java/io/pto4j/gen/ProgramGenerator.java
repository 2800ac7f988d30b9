package io.pto4j.gen;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.InlineLanguage;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.Level;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Role;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random programs. */
final class ProgramGenerator {
  private final Choice choice;
  private final int size;
  private final boolean whole;
  private final ImmutableList<Var> symbols;
  private final TypeGenerator types;
  private final ExprGenerator exprs;

  ProgramGenerator(Random random, int size, boolean whole) {
    this.choice = new Choice(random);
    this.size = size;
    this.whole = whole;
    this.symbols =
        choice.list(
            choice.below(3), () -> new Var("M", ScalarType.of(DataType.INDEX), Span.unknown()));
    this.types = new TypeGenerator(choice, symbols);
    this.exprs = new ExprGenerator(choice);
  }

  Program program() {
    List<Function> functions = new ArrayList<>();
    int count = 1 + choice.below(3);
    for (int i = 0; i < count; i++) {
      String name = "f" + (count - i);
      functions.add(function(name, functions));
    }
    if (choice.oneIn(3)) {
      functions.add(worker());
    }
    return Program.of(choice.oneIn(4) ? "" : "Generated", functions, exprs.span());
  }

  private Function function(String name, List<Function> callees) {
    FunctionType type = choice.of(FunctionType.values());
    List<Var> params = new ArrayList<>();
    int count = choice.below(4);
    for (int i = 0; i < count; i++) {
      Type paramType = choice.oneIn(3) ? types.scalar() : types.tensor();
      params.add(new Var(choice.oneIn(3) ? "x" : "p" + i, paramType, exprs.span()));
    }
    Attrs attrs = new AttrGenerator(choice).function(params);
    boolean kernel =
        type == FunctionType.INCORE || type == FunctionType.AIC || type == FunctionType.AIV;
    StmtGenerator stmts =
        new StmtGenerator(
            choice,
            types,
            exprs,
            List.copyOf(callees),
            size,
            whole,
            new Nesting(kernel, attrs.has("auto_scope")));
    boolean free = type == FunctionType.OPAQUE || type == FunctionType.INLINE;
    List<Type> returnTypes = new ArrayList<>();
    Stmt body = stmts.body(params, ImmutableList.of(), s -> returned(s, returnTypes));
    return new Function(
        exprs.span(),
        ImmutableList.copyOf(params),
        params.stream().map(this::direction).collect(ImmutableList.toImmutableList()),
        type,
        free && choice.oneIn(2) ? Optional.of(choice.of(Level.values())) : Optional.empty(),
        free && choice.oneIn(2) ? Optional.of(Role.ORCHESTRATOR) : Optional.empty(),
        attrs,
        false,
        ImmutableList.copyOf(returnTypes),
        body,
        name);
  }

  private ParamDirection direction(Var param) {
    return param.type() instanceof ScalarType
        ? ParamDirection.IN
        : choice.of(ParamDirection.values());
  }

  /** The return of values that may leave a function; notes their types. */
  private List<Stmt> returned(List<Var> scope, List<Type> returnTypes) {
    List<Var> leaving = scope.stream().filter(v -> !(v.type() instanceof ArrayType)).toList();
    if (leaving.isEmpty()) {
      return ImmutableList.of();
    }
    ImmutableList<Var> values = choice.list(choice.below(3), () -> choice.of(leaving));
    values.forEach(v -> returnTypes.add(v.type()));
    return ImmutableList.of(ReturnStmt.of(values, exprs.span()));
  }

  /** A worker of the host, in plain Python. */
  private Function worker() {
    boolean unbound = choice.oneIn(2);
    return new Function(
        exprs.span(),
        ImmutableList.of(),
        ImmutableList.of(),
        FunctionType.OPAQUE,
        Optional.of(Level.HOST),
        Optional.of(Role.WORKER),
        Attrs.empty(),
        unbound,
        ImmutableList.of(),
        new InlineStmt(
            exprs.span(),
            ImmutableList.of(),
            unbound ? "" : "for i in range(3):\n    print(lambda: i)\nreturn 3",
            InlineLanguage.PYTHON),
        "worker");
  }
}
