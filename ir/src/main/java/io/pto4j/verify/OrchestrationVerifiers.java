package io.pto4j.verify;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.Op;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What the passes on orchestration functions establish. Source: PyPTO verifier. */
final class OrchestrationVerifiers {
  private static final String DIRECTIONS = "arg_directions";

  private OrchestrationVerifiers() {}

  static void callDirectionsResolved(Program program, Target target, Consumer<Diagnostic> found) {
    for (Function function : program.functions().values()) {
      if (function.funcType().isWrapper()) {
        wrapper(program, function, found);
      }
      Walk.exprs(
          function.body(),
          e -> {
            switch (e) {
              case Call c -> call(program, function, c.op(), c.args(), c.attrs(), c.span(), found);
              case Submit s ->
                  call(program, function, s.op(), s.args(), s.attrs(), s.span(), found);
              default -> {}
            }
          });
    }
  }

  private static void call(
      Program program,
      Function caller,
      Op op,
      ImmutableList<Expr> args,
      Attrs attrs,
      Span span,
      Consumer<Diagnostic> found) {
    if (!(op instanceof GlobalVar callee) || args.isEmpty()) {
      return;
    }
    program
        .function(callee)
        .ifPresent(
            f -> {
              ImmutableList<ArgDirection> directions =
                  attrs.getDirections(DIRECTIONS).orElse(ImmutableList.of());
              if (directions.size() != args.size()) {
                report(
                    caller,
                    callee,
                    "Call attrs['arg_directions'] is missing after DeriveCallDirections",
                    span,
                    found);
                return;
              }
              for (int i = 0; i < args.size(); i++) {
                boolean tensor = isTensor(args.get(i).type());
                ArgDirection given = directions.get(i);
                if (tensor == (given == ArgDirection.SCALAR)
                    || (tensor && i < f.params().size() && !allows(f.direction(i), given))) {
                  report(
                      caller,
                      callee,
                      "argument %d is passed as %s, which does not fit the parameter"
                          .formatted(i, given.text()),
                      span,
                      found);
                }
              }
            });
  }

  /** A wrapper does to its parameters what the functions do that it passes them on to. */
  private static void wrapper(Program program, Function wrapper, Consumer<Diagnostic> found) {
    Map<Var, ParamDirection> derived = new LinkedHashMap<>();
    for (int i = 0; i < wrapper.params().size(); i++) {
      derived.put(wrapper.params().get(i), wrapper.direction(i));
    }
    Walk.exprs(
        wrapper.body(),
        e -> {
          switch (e) {
            case Call c -> passedOn(program, c.op(), c.args(), derived);
            case Submit s -> passedOn(program, s.op(), s.args(), derived);
            default -> {}
          }
        });
    for (int i = 0; i < wrapper.params().size(); i++) {
      Var param = wrapper.params().get(i);
      if (derived.get(param) != wrapper.direction(i)) {
        found.accept(
            Diagnostic.error(
                "CallDirectionsResolved",
                0,
                "%s function '%s' declares parameter '%s' as %s, but passes it on as %s"
                    .formatted(
                        wrapper.funcType().text(),
                        wrapper.name(),
                        param.nameHint(),
                        wrapper.direction(i).text(),
                        derived.get(param).text()),
                Diagnostic.place(param.span(), wrapper)));
      }
    }
  }

  private static void passedOn(
      Program program, Op op, ImmutableList<Expr> args, Map<Var, ParamDirection> derived) {
    Optional<Function> callee =
        op instanceof GlobalVar name
            ? program.function(name).filter(f -> isDerivedFrom(f.funcType()))
            : Optional.empty();
    callee.ifPresent(
        f -> {
          for (int i = 0; i < Math.min(args.size(), f.params().size()); i++) {
            ParamDirection passed = f.direction(i);
            if (args.get(i) instanceof Var var) {
              derived.computeIfPresent(
                  var, (_, known) -> strength(passed) > strength(known) ? passed : known);
            }
          }
        });
  }

  private static boolean isDerivedFrom(FunctionType callee) {
    return callee != FunctionType.ORCHESTRATION && callee != FunctionType.OPAQUE;
  }

  private static int strength(ParamDirection direction) {
    return switch (direction) {
      case IN -> 0;
      case OUT -> 1;
      case INOUT -> 2;
    };
  }

  private static boolean isTensor(Type type) {
    return type instanceof TensorLike || type instanceof TupleType;
  }

  private static boolean allows(ParamDirection declared, ArgDirection given) {
    return switch (declared) {
      case IN -> given == ArgDirection.INPUT || given == ArgDirection.NO_DEP;
      case INOUT ->
          given == ArgDirection.INOUT
              || given == ArgDirection.OUTPUT_EXISTING
              || given == ArgDirection.NO_DEP;
      case OUT ->
          given == ArgDirection.OUTPUT
              || given == ArgDirection.OUTPUT_EXISTING
              || given == ArgDirection.INOUT
              || given == ArgDirection.NO_DEP;
    };
  }

  private static void report(
      Function caller, GlobalVar callee, String what, Span span, Consumer<Diagnostic> found) {
    found.accept(
        Diagnostic.error(
            "CallDirectionsResolved",
            0,
            "in function '%s', call to '%s': %s".formatted(caller.name(), callee.name(), what),
            Diagnostic.place(span, caller)));
  }

  static void runtimeScopesMaterialized(Function function, Consumer<Diagnostic> found) {
    if (function.funcType() == FunctionType.ORCHESTRATION
        && function.attrs().getBool("auto_scope", true)) {
      found.accept(
          Diagnostic.error(
              "RuntimeScopesMaterialized",
              0,
              ("Orchestration function '%s' still has auto_scope=True. Its runtime scopes should have"
                      + " been written out.")
                  .formatted(function.name()),
              function.span()));
    }
  }

  static void iterArgCarryClassified(Function function, Consumer<Diagnostic> found) {
    if (function.funcType() != FunctionType.ORCHESTRATION) {
      return;
    }
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof ForStmt loop) {
            for (int i = 0; i < loop.iterArgs().size(); i++) {
              carry(loop, i, function, found);
            }
          }
        });
  }

  private static void carry(ForStmt loop, int i, Function function, Consumer<Diagnostic> found) {
    String rebind = "iter_arg_rebind_" + i;
    int arraySize = loop.attrs().getInt("iter_arg_array_size_" + i, 0);
    boolean classified =
        loop.attrs().get(rebind).filter(v -> v instanceof AttrValue.OfBool).isPresent();
    if (!classified || (arraySize > 0 && !loop.attrs().getBool(rebind, false))) {
      found.accept(
          Diagnostic.error(
              "IterArgCarryClassified",
              0,
              "in function '%s', carried value '%s' of a loop is not classified by %s"
                  .formatted(function.name(), loop.iterArgs().get(i).nameHint(), rebind),
              Diagnostic.place(loop.span(), function)));
    }
  }
}
