package io.pto4j.pass.orch;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Notes on every loop of an orchestration function whether a carried value changes from iteration
 * to iteration or is still the same tensor, only written to. Source: PyPTO passes,
 * ClassifyIterArgCarry.
 */
public final class ClassifyIterArgCarry implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(Property.CALL_DIRECTIONS_RESOLVED, Property.RUNTIME_SCOPES_MATERIALIZED);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(
        Property.ITER_ARG_CARRY_CLASSIFIED, Property.RUNTIME_SCOPES_MATERIALIZED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(
        f -> f.funcType() == FunctionType.ORCHESTRATION ? new Classifier(program).function(f) : f);
  }

  private static final class Classifier extends Rewriter {
    private final Program program;
    private boolean manual;

    Classifier(Program program) {
      this.program = program;
    }

    @Override
    public Type type(Type type) {
      return type;
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      return switch (stmt) {
        case RuntimeScopeStmt s -> {
          boolean outer = manual;
          manual |= s.manual();
          Stmt mapped = super.stmt(s);
          manual = outer;
          yield mapped;
        }
        case ForStmt s -> {
          Attrs attrs = stamped(s);
          ForStmt mapped = (ForStmt) super.stmt(s);
          yield attrs.entries().equals(mapped.attrs().entries()) ? mapped : mapped.withAttrs(attrs);
        }
        default -> super.stmt(stmt);
      };
    }

    private Attrs stamped(ForStmt s) {
      Map<String, AttrValue> attrs = new LinkedHashMap<>();
      s.attrs()
          .entries()
          .forEach(
              (key, value) -> {
                if (!key.startsWith("iter_arg_rebind_")
                    && !key.startsWith("iter_arg_array_size_")) {
                  attrs.put(key, value);
                }
              });
      Map<Var, Expr> sources = sources(s.body());
      for (int i = 0; i < s.iterArgs().size(); i++) {
        boolean rebind = rebinds(s, i, sources);
        attrs.put("iter_arg_rebind_" + i, AttrValue.of(rebind));
        long size = rebind && manual && isTaskId(s.iterArgs().get(i)) ? arraySize(s, i) : 0;
        if (size > 0) {
          attrs.put("iter_arg_array_size_" + i, AttrValue.of(Math.toIntExact(size)));
        }
      }
      return Attrs.of(attrs);
    }

    private boolean rebinds(ForStmt s, int i, Map<Var, Expr> sources) {
      IterArg arg = s.iterArgs().get(i);
      if (isTaskId(arg)) {
        return true;
      }
      Expr value = BufferRoots.yielded(s.body(), i).orElse(null);
      if (value == null) {
        return false;
      }
      Set<Expr> seen = new HashSet<>();
      while (value instanceof Var v && v != arg && seen.add(v) && sources.containsKey(v)) {
        value = sources.get(v);
      }
      return value != arg;
    }

    private static boolean isTaskId(Var var) {
      return var.type() instanceof ScalarType(DataType dtype) && dtype == DataType.TASK_ID;
    }

    /** For every variable that is an argument written in place, that argument. */
    private Map<Var, Expr> sources(Stmt body) {
      Map<Var, Expr> sources = new HashMap<>();
      Map<Var, Expr> launches = new HashMap<>();
      Walk.stmts(
          body,
          s -> {
            switch (s) {
              case AssignStmt(_, _, Var var, Call call)
                  when call.op() instanceof GlobalVar callee -> {
                launches.put(var, call);
                written(callee, call.args(), call.attrs(), 0)
                    .ifPresent(arg -> sources.put(var, arg));
              }
              case AssignStmt(_, _, Var var, Submit submit) -> launches.put(var, submit);
              case AssignStmt(_, _, Var var, Call call) when call.isOperator("tensor.assemble") ->
                  sources.put(var, call.args().get(0));
              case AssignStmt(_, _, Var var, TupleGetItem item) ->
                  element(launches, item).ifPresent(arg -> sources.put(var, arg));
              case ForStmt loop -> {
                for (int i = 0; i < loop.returnVars().size(); i++) {
                  if (!(loop.returnVars().get(i).type() instanceof ArrayType)) {
                    sources.put(loop.returnVars().get(i), loop.iterArgs().get(i).initValue());
                  }
                }
              }
              default -> {}
            }
          });
      return sources;
    }

    private Optional<Expr> element(Map<Var, Expr> launches, TupleGetItem item) {
      return switch (launches.get((Var) item.tuple())) {
        case Call c -> written((GlobalVar) c.op(), c.args(), c.attrs(), item.index());
        case Submit s -> written((GlobalVar) s.op(), s.args(), s.attrs(), item.index());
        case null, default -> Optional.empty();
      };
    }

    /**
     * The argument that result {@code position} is: the one the callee returns, or the first that
     * it writes.
     */
    private Optional<Expr> written(
        GlobalVar callee, ImmutableList<Expr> args, Attrs attrs, int position) {
      Optional<Integer> returned =
          program.function(callee).flatMap(f -> BufferRoots.returnedParameter(f, position));
      if (returned.isPresent()) {
        return returned.map(args::get);
      }
      ImmutableList<ArgDirection> directions =
          attrs.getDirections("arg_directions").orElse(ImmutableList.of());
      int skipped = position;
      for (int i = 0; i < directions.size(); i++) {
        boolean output =
            directions.get(i) == ArgDirection.OUTPUT_EXISTING
                || directions.get(i) == ArgDirection.INOUT;
        if (output && skipped-- == 0) {
          return Optional.of(args.get(i));
        }
      }
      return Optional.empty();
    }

    private long arraySize(ForStmt s, int i) {
      if (s.kind() == ForKind.PARALLEL) {
        return tripCount(s)
            .orElseThrow(
                () ->
                    new IrException(
                        "a parallel loop that carries a task id needs a constant number of iterations",
                        "use constant bounds",
                        s.span()));
      }
      Expr value = BufferRoots.yielded(s.body(), i).orElse(null);
      long[] size = {0};
      Walk.stmts(
          s.body(),
          inner -> {
            if (inner instanceof ForStmt loop
                && value instanceof Var v
                && loop.returnVars().contains(v)) {
              size[0] = arraySize(loop, loop.returnVars().indexOf(v));
            }
          });
      return size[0];
    }

    private static Optional<Long> tripCount(ForStmt s) {
      if (s.start() instanceof ConstInt start
          && s.stop() instanceof ConstInt stop
          && s.step() instanceof ConstInt step
          && step.value() != 0) {
        long span = step.value() > 0 ? stop.value() - start.value() : start.value() - stop.value();
        long width = Math.abs(step.value());
        return Optional.of(Math.max(0, (span + width - 1) / width));
      }
      return Optional.empty();
    }
  }
}
