package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.dsl.meta.Form;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.processor.tree.JExpr;
import io.pto4j.processor.tree.Place;
import java.util.List;
import java.util.Optional;

/** Launches of kernels as tasks. */
final class Launches {
  private final Body body;

  Launches(Body body) {
    this.body = body;
  }

  Value call(Form form, JExpr.Invoke call) {
    Place place = call.place();
    return switch (form) {
      case DEPS -> deps(call);
      case WHEN ->
          throw Mistake.at(place, "when of a launch is not supported yet", "launch it always");
      case DUMPS -> throw Mistake.at(place, "dumps is not supported yet", "");
      case ALLOW_EARLY_RESOLVE ->
          Scopes.isCoreGroup(call)
              ? new Value.Scope(new Scopes(body).coreGroup(call).resolvedEarly())
              : new Value.Launch(receiver(call).resolvedEarly());
      case SUBMIT -> submit(call);
      case RESULT -> task(call).result();
      case TASK_ID -> new Value.Of(task(call).taskId());
      case NO_TASK ->
          new Value.Of(
              OperatorCalls.build("system.task_invalid", ImmutableList.of(), Attrs.empty(), place));
      default -> throw new IllegalStateException("not an option of a launch: " + form);
    };
  }

  private Value deps(JExpr.Invoke call) {
    ImmutableList.Builder<Var> tasks = ImmutableList.builder();
    if (Scopes.isCoreGroup(call)) {
      ScopeSpec.CoreGroup scope = new Scopes(body).coreGroup(call);
      call.args().forEach(arg -> tasks.add(taskId(arg)));
      return new Value.Scope(scope.withDeps(tasks.build()));
    }
    LaunchSpec launch = receiver(call);
    call.args().forEach(arg -> tasks.add(taskId(arg)));
    return new Value.Launch(launch.withDeps(tasks.build()));
  }

  private Var taskId(JExpr arg) {
    return switch (body.expressions().value(arg)) {
      case Value.Task task -> task.taskId();
      case Value.Of(Expr expr)
          when expr.type() instanceof ScalarType(DataType dtype) && dtype == DataType.TASK_ID ->
          body.variable(new Value.Of(expr), "_task_tmp", arg.place());
      case Value.Scope _ ->
          throw Mistake.at(
              arg.place(),
              "waiting for a scope is not supported yet",
              "submit a kernel and wait for that");
      default -> throw Mistake.at(arg.place(), "deps takes launched tasks", "");
    };
  }

  private LaunchSpec receiver(JExpr.Invoke call) {
    if (call.receiver().isEmpty()) {
      return LaunchSpec.plain();
    }
    return body.expressions().value(call.receiver().get()) instanceof Value.Launch(LaunchSpec spec)
        ? spec
        : LaunchSpec.plain();
  }

  private Value.Task task(JExpr.Invoke call) {
    JExpr receiver = call.receiver().orElseThrow();
    if (body.expressions().value(receiver) instanceof Value.Task task) {
      return task;
    }
    throw Mistake.at(
        receiver.place(),
        "the launch is not known here",
        "keep the result of submit in a variable that is assigned once");
  }

  private Value submit(JExpr.Invoke call) {
    Place place = call.place();
    if (body.context() != Context.ORCHESTRATION) {
      throw Mistake.at(
          place, "a task cannot be launched from a core", "submit from an @Orchestration method");
    }
    LaunchSpec launch = receiver(call);
    JExpr kernelExpr = call.args().getFirst();
    if (!(body.expressions().value(kernelExpr) instanceof Value.Kernel(var method))) {
      throw Mistake.at(
          kernelExpr.place(),
          "submit needs a method reference",
          "write Pl.submit(Softmax::rows, x, y)");
    }
    KernelCalls calls = new KernelCalls(body);
    FunctionInfo callee = calls.callee(method, kernelExpr.place());
    List<JExpr> args = call.args().subList(1, call.args().size());
    KernelCalls.Bound bound = calls.bind(callee, body.values(args), args, place);
    Type type =
        new TupleType(
            ImmutableList.<Type>builder()
                .addAll(bound.resultTypes())
                .add(ScalarType.of(DataType.TASK_ID))
                .build());
    Submit submit =
        new Submit(
            place.span(),
            type,
            new GlobalVar(callee.function().name()),
            bound.args(),
            ImmutableList.copyOf(launch.deps()),
            Optional.empty(),
            false,
            launch.allowEarlyResolve(),
            Optional.empty(),
            Attrs.empty(),
            Attrs.empty());
    Var tuple = body.emitter().bind("_submit_tmp", submit, place.span());
    Value result = calls.unpack(callee, bound, tuple, place);
    Var taskId =
        body.emitter()
            .bind(
                "_task_tmp",
                TupleGetItem.of(tuple, bound.resultTypes().size(), place.span()),
                place.span());
    return new Value.Task(result, taskId);
  }
}
