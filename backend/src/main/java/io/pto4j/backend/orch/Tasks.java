package io.pto4j.backend.orch;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.text.Lines;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Task submissions: arguments, dependencies, launch, and the names of the results. Source: PTO task
 * runtime, task submission.
 */
final class Tasks {
  private final Program program;
  private final CppNames names;
  private final CppExprs exprs;
  private final Lines out;
  private final Set<Var> uses;
  private final Map<String, Integer> functionIds = new HashMap<>();
  private final Map<Var, Launch> launches = new HashMap<>();
  private final Map<Var, ImmutableList<Expr>> tuples = new HashMap<>();
  private final Set<String> freshIds = new HashSet<>();
  private int count;

  Tasks(Program program, CppNames names, CppExprs exprs, Lines out, Set<Var> uses) {
    this.program = program;
    this.names = names;
    this.exprs = exprs;
    this.out = out;
    this.uses = uses;
  }

  /**
   * A submitted task: its captured outputs (empty when not captured) and the names of the tensors
   * it returns.
   */
  private record Launch(String outputs, ImmutableList<String> results) {}

  void call(Var result, Call call, GlobalVar callee) {
    Function kernel = kernel(callee, call.span());
    int task =
        begin(
            kernel,
            call.args(),
            directions(call.attrs().getDirections("arg_directions"), call.span()));
    out.line("%s;", launch(kernel, task));
    ImmutableList<String> results = results(kernel, call.args());
    if (result == null) {
      return;
    }
    if (result.type() instanceof TupleType) {
      launches.put(result, new Launch("", results));
    } else if (!results.isEmpty()) {
      names.alias(result, results.getFirst());
    }
  }

  void submit(Var result, Submit submit) {
    Function kernel = kernel((GlobalVar) submit.op(), submit.span());
    int task =
        begin(
            kernel,
            submit.args(),
            directions(submit.attrs().getDirections("arg_directions"), submit.span()));
    String params = "params_t" + task;
    dependencies(params, submit.deps());
    submit
        .coreNum()
        .ifPresent(
            blocks -> out.line("%s.launch_spec.set_block_num(%s);", params, exprs.print(blocks)));
    if (submit.syncStart()) {
      out.line("%s.launch_spec.set_require_sync_start(true);", params);
    }
    if (submit.allowEarlyResolve()) {
      out.line("%s.set_allow_early_resolve(true);", params);
    }
    if (submit.predicate().isPresent()) {
      throw new IrException(
          "a predicate on a submit is not supported yet", "submit under an if", submit.span());
    }
    String outputs = "task_" + task + "_outs";
    out.line("TaskOutputTensors %s = %s;", outputs, launch(kernel, task));
    if (result != null) {
      launches.put(result, new Launch(outputs, results(kernel, submit.args())));
    }
  }

  /** Names an element of a task's results, or of a plain tuple. */
  void project(Var var, TupleGetItem item) {
    Var source = (Var) item.tuple();
    if (tuples.containsKey(source)) {
      names.alias(var, exprs.print(tuples.get(source).get(item.index())));
      return;
    }
    Launch launch = launches.get(source);
    boolean taskId = var.type() instanceof ScalarType(DataType dtype) && dtype == DataType.TASK_ID;
    if (!taskId) {
      names.alias(var, launch.results().get(item.index()));
    } else if (uses.contains(var)) {
      String name = names.declare(var);
      freshIds.add(name);
      out.line("PTO2TaskId %s = %s.task_id();", name, launch.outputs());
    }
  }

  void tuple(Var var, MakeTuple tuple) {
    tuples.put(var, tuple.elements());
  }

  // ---- one submission

  private Function kernel(GlobalVar callee, Span span) {
    return program
        .function(callee)
        .orElseThrow(
            () -> new IrException("there is no function '" + callee.name() + "'", "", span));
  }

  private static ImmutableList<ArgDirection> directions(
      Optional<ImmutableList<ArgDirection>> directions, Span span) {
    return directions.orElseThrow(
        () -> new IllegalStateException("call without directions at " + span));
  }

  /** Writes the arguments, tensors before scalars, and gives the task its number. */
  private int begin(
      Function kernel, ImmutableList<Expr> args, ImmutableList<ArgDirection> directions) {
    if (args.size() != kernel.params().size()) {
      throw new IrException(
          "call of '%s' has %d arguments, not %d"
              .formatted(kernel.name(), args.size(), kernel.params().size()),
          "",
          kernel.span());
    }
    int task = count++;
    List<String> tensors = new ArrayList<>();
    List<String> scalars = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      Expr arg = args.get(i);
      switch (directions.get(i)) {
        case SCALAR ->
            scalars.add(
                "add_scalar(" + scalar(arg, Exprs.scalarDtype(kernel.params().get(i))) + ")");
        case INPUT -> tensors.add("add_input(" + exprs.print(arg) + ")");
        case OUTPUT, OUTPUT_EXISTING -> tensors.add("add_output(" + exprs.print(arg) + ")");
        case INOUT -> tensors.add("add_inout(" + exprs.print(arg) + ")");
        case NO_DEP -> tensors.add("add_no_dep(" + exprs.print(arg) + ")");
      }
    }
    out.blank();
    out.line("// Task %d: %s", task, kernel.name());
    out.line("CoreTaskArgs params_t%d;", task);
    tensors.forEach(argument -> out.line("params_t%d.%s;", task, argument));
    scalars.forEach(argument -> out.line("params_t%d.%s;", task, argument));
    return task;
  }

  /** A scalar as the 64 bits that the kernel will take apart again as its parameter's type. */
  private String scalar(Expr arg, DataType parameter) {
    if (parameter == DataType.FP16 || parameter == DataType.BF16) {
      throw new IrException(
          "the task runtime cannot pass a scalar of " + parameter,
          "declare the parameter as float",
          arg.span());
    }
    if (parameter == DataType.FP32) {
      return switch (arg) {
        case ConstFloat c -> "to_u64(" + CppExprs.floating(c.value()) + "f)";
        case ConstInt c -> "to_u64(" + CppExprs.floating((double) c.value()) + "f)";
        default -> "to_u64(" + exprs.print(arg) + ")";
      };
    }
    boolean wide = parameter == DataType.INT64 || parameter == DataType.INDEX;
    return switch (arg) {
      case Var v -> exprs.print(v);
      case ConstInt c when wide -> "(uint64_t)" + c.value();
      case ConstInt _, ConstBool _ ->
          "(uint64_t)static_cast<"
              + CppExprs.type(parameter, arg.span())
              + ">("
              + exprs.print(arg)
              + ")";
      default -> "(uint64_t)" + exprs.print(arg);
    };
  }

  private void dependencies(String params, ImmutableList<Expr> deps) {
    Set<String> ids = new LinkedHashSet<>();
    for (Expr dep : deps) {
      if (!(dep instanceof Var v) || !names.has(v)) {
        throw new IrException(
            "the task of this dependency is not known here",
            "depend on a task of the same scope or an enclosing one",
            dep.span());
      }
      ids.add(names.of(v));
    }
    if (ids.isEmpty()) {
      return;
    }
    out.line("PTO2TaskId %s_deps[%d];", params, ids.size());
    out.line("uint32_t %s_deps_count = 0;", params);
    for (String id : ids) {
      String guard = freshIds.contains(id) ? "" : "if (" + id + ".is_valid()) ";
      out.line("%s%s_deps[%s_deps_count++] = %s;", guard, params, params, id);
    }
    out.line("%s.set_dependencies(%s_deps, %s_deps_count);", params, params, params);
  }

  private String launch(Function kernel, int task) {
    String core =
        switch (kernel.funcType()) {
          case AIC -> "aic";
          case AIV -> "aiv";
          default ->
              throw new IrException(
                  "a call of the %s function '%s' is not supported in orchestration code"
                      .formatted(kernel.funcType().text(), kernel.name()),
                  "",
                  kernel.span());
        };
    int id = functionIds.computeIfAbsent(kernel.name(), _ -> functionIds.size());
    return "rt_submit_%s_task(%d, params_t%d)".formatted(core, id, task);
  }

  /**
   * The tensors that the kernel returns: those arguments whose parameters its return statement
   * names.
   */
  private ImmutableList<String> results(Function kernel, ImmutableList<Expr> args) {
    ImmutableList.Builder<String> results = ImmutableList.builder();
    if (SeqStmts.listOf(kernel.body()).getLast() instanceof ReturnStmt returned) {
      for (Expr value : returned.value()) {
        int position = kernel.params().indexOf(value);
        if (position < 0 || !(kernel.params().get(position).type() instanceof TensorType)) {
          throw new IrException(
              "kernel '" + kernel.name() + "' returns a value that is none of its tensors",
              "a kernel returns only through its @Out and @InOut tensors",
              kernel.span());
        }
        results.add(exprs.print(args.get(position)));
      }
    }
    return results.build();
  }
}
