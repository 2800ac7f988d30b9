package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.JMethod;
import io.pto4j.processor.tree.Language;
import io.pto4j.processor.tree.Place;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Calls of kernels, and of helpers, which are expanded in place. */
final class KernelCalls {
  private final Body body;

  KernelCalls(Body body) {
    this.body = body;
  }

  /** The arguments of a call in the form of the callee, and what its results are. */
  record Bound(ImmutableList<Expr> args, ImmutableList<Type> resultTypes) {}

  Value call(JExpr.Invoke call) {
    ImmutableList<Value> values = body.values(call.args());
    return Language.isInline(call.method()) ? expand(call, values) : kernel(call, values);
  }

  private Value expand(JExpr.Invoke call, List<Value> values) {
    ExecutableElement callee = call.method();
    JMethod method = body.program().helper(callee, call.place());
    if (body.frames().stream().anyMatch(frame -> frame.method().element().equals(callee))) {
      throw Mistake.at(
          call.place(),
          "the helper " + callee.getSimpleName() + " calls itself",
          "recursion cannot run on the device: write a loop");
    }
    Frame frame = new Frame(method);
    body.frames().push(frame);
    try {
      for (int i = 0; i < values.size(); i++) {
        bindParameter(
            method.parameters().get(i).element(), values.get(i), call.args().get(i).place());
      }
      body.statements().translate(method.body());
      if (frame.returned() instanceof Value.None && hasResult(callee)) {
        throw Mistake.reported();
      }
      return frame.returned();
    } finally {
      body.frames().pop();
    }
  }

  /** A tensor or tile that the helper does not assign is the argument itself. */
  private void bindParameter(VariableElement parameter, Value value, Place place) {
    if (value instanceof Value.Of(Expr expr)
        && expr instanceof Var
        && expr.type() instanceof ShapedType
        && !body.frame().isReassigned(parameter)) {
      body.frame().put(parameter, value);
    } else {
      body.statements().variables().declare(parameter, value, place);
    }
  }

  private static boolean hasResult(ExecutableElement method) {
    return method.getReturnType().getKind() != TypeKind.VOID;
  }

  /** The function for a kernel that is called or launched here. */
  FunctionInfo callee(ExecutableElement method, Place place) {
    if (!Language.isInCore(method)) {
      throw Mistake.at(
          place, method.getSimpleName() + " is not a kernel", "annotate it with @InCore");
    }
    return body.program().function(method, place);
  }

  private Value kernel(JExpr.Invoke call, List<Value> values) {
    Place place = call.place();
    String name = call.method().getSimpleName().toString();
    if (body.context() != Context.ORCHESTRATION) {
      throw Mistake.at(
          place,
          "kernel " + name + " cannot be called from a core",
          "call it from an @Orchestration method outside Pl.at, or make it an @Inline helper");
    }
    if (Language.isOrchestration(call.method())) {
      body.program().function(call.method(), place);
      throw Mistake.at(
          place,
          "an orchestrator cannot call the orchestrator " + name + " yet",
          "make the called method an @Inline helper");
    }
    FunctionInfo callee = callee(call.method(), place);
    Bound bound = bind(callee, values, call.args(), place);
    Call made =
        Call.of(new GlobalVar(callee.function().name()), bound.args(), type(bound), place.span());
    return switch (bound.resultTypes().size()) {
      case 0 -> {
        body.emitter().emit(EvalStmt.of(made));
        yield new Value.None();
      }
      case 1 -> {
        Var target = (Var) bound.args().get(callee.returnedParameters().getFirst());
        body.emitter().assign(target, made, place.span());
        yield callee.hasResult() ? result(callee, ImmutableList.of(target)) : new Value.None();
      }
      default ->
          unpack(callee, bound, body.emitter().bind("_tuple_tmp", made, place.span()), place);
    };
  }

  private static Type type(Bound bound) {
    return switch (bound.resultTypes().size()) {
      case 0 -> UnknownType.INSTANCE;
      case 1 -> bound.resultTypes().getFirst();
      default -> new TupleType(bound.resultTypes());
    };
  }

  /** Checks and converts the arguments. */
  Bound bind(FunctionInfo callee, List<Value> values, List<? extends JExpr> exprs, Place place) {
    Function function = callee.function();
    if (values.size() != function.params().size()) {
      throw Mistake.at(
          place,
          "%s takes %d arguments, but %d are given"
              .formatted(function.name(), function.params().size(), values.size()),
          "");
    }
    ImmutableList.Builder<Expr> args = ImmutableList.builder();
    for (int i = 0; i < values.size(); i++) {
      args.add(argument(function, i, values.get(i), exprs.get(i).place()));
    }
    ImmutableList<Expr> all = args.build();
    ImmutableList.Builder<Type> results = ImmutableList.builder();
    callee.returnedParameters().forEach(i -> results.add(all.get(i).type()));
    return new Bound(all, results.build());
  }

  private Expr argument(Function function, int i, Value value, Place place) {
    Var parameter = function.params().get(i);
    if (parameter.type() instanceof ScalarType(DataType dtype)) {
      return body.scalars().as(value, dtype, place);
    }
    Var arg = body.variable(value, "_arg_tmp", place);
    if (!(arg.type() instanceof TensorType given
        && parameter.type() instanceof TensorType expected
        && given.dtype() == expected.dtype()
        && Windows.mayBeEqual(given.shape(), expected.shape()))) {
      throw Mistake.at(
          place,
          "parameter %s of %s is %s, but the argument is %s"
              .formatted(
                  parameter.nameHint(),
                  function.name(),
                  Types.describe(parameter.type()),
                  Types.describe(arg.type())),
          "pass a tensor of that shape, or a window of one: x.slice(...)");
    }
    if (function.direction(i) != ParamDirection.IN) {
      body.write(arg, place);
    }
    return arg;
  }

  /** Gives the results of a call to the variables that were passed for them. */
  Value unpack(FunctionInfo callee, Bound bound, Var tuple, Place place) {
    ImmutableList.Builder<Var> results = ImmutableList.builder();
    for (int i = 0; i < callee.returnedParameters().size(); i++) {
      Var target = (Var) bound.args().get(callee.returnedParameters().get(i));
      body.emitter().assign(target, TupleGetItem.of(tuple, i, place.span()), place.span());
      results.add(target);
    }
    return callee.hasResult() ? result(callee, results.build()) : new Value.None();
  }

  private static Value result(FunctionInfo callee, ImmutableList<Var> results) {
    if (callee.resultNames().isEmpty()) {
      return new Value.Of(results.getFirst());
    }
    ImmutableMap.Builder<String, Value> components = ImmutableMap.builder();
    for (int i = 0; i < results.size(); i++) {
      components.put(callee.resultNames().get(i), new Value.Of(results.get(i)));
    }
    return new Value.Group(components.buildOrThrow());
  }
}
