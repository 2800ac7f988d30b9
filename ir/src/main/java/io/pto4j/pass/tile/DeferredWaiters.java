package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Call;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Span;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.op.Affinity;
import io.pto4j.pass.front.DeferredWaits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Checks the kernels whose tasks are done only when counters have the values that they ask for: the
 * runtime takes few conditions from a kernel of one block that does nothing else. Source: PyPTO
 * ExpandMixedKernel, deferred waiters.
 */
final class DeferredWaiters {
  private static final int MOST_CONDITIONS = 64;

  /** Operators that such a kernel may use beside its waits. */
  private static final ImmutableSet<String> HARMLESS =
      ImmutableSet.of(
          "tensor.dim",
          "pld.system.get_comm_ctx",
          "pld.system.rank",
          "pld.system.nranks",
          "pld.system.world_size");

  private DeferredWaiters() {}

  /**
   * The program with a mark on every call of such a kernel.
   *
   * @throws IrException with the place of what does not fit
   */
  static Program marked(Program program) {
    Map<String, Function> waiters = new LinkedHashMap<>();
    for (Function f : program.functions().values()) {
      if (DeferredWaits.in(f.body())) {
        checkFunction(f);
        waiters.put(f.name(), f);
      }
    }
    if (waiters.isEmpty()) {
      return program;
    }
    Map<String, Function> uncalled = new LinkedHashMap<>(waiters);
    for (Function f : program.functions().values()) {
      Walk.exprs(
          f.body(),
          e -> {
            if (e instanceof Call(var span, _, GlobalVar(String name), _, var attrs, _)
                && waiters.containsKey(name)) {
              checkLaunch(f, name, attrs.has("core_num") || attrs.has("sync_start"), span);
              uncalled.remove(name);
            }
            if (e instanceof Submit s && waiters.containsKey(s.op().name())) {
              checkSubmit(f, s);
              uncalled.remove(s.op().name());
            }
          });
    }
    uncalled
        .values()
        .forEach(
            f -> {
              throw refusal(f, "is launched nowhere", "launch it from an orchestration", f.span());
            });
    return program.mapFunctions(f -> new Marker(waiters.keySet()).function(f));
  }

  /** Tells whoever reads a call, without the program around it, that its task is done later. */
  private static final class Marker extends Rewriter {
    private final Set<String> waiters;

    Marker(Set<String> waiters) {
      this.waiters = waiters;
    }

    @Override
    public Expr expr(Expr expr) {
      Expr mapped = super.expr(expr);
      return mapped instanceof Call call
              && call.op() instanceof GlobalVar(String name)
              && waiters.contains(name)
          ? call.withAttrs(call.attrs().with(DeferredWaits.WAITER, AttrValue.of(true)))
          : mapped;
    }
  }

  private static void checkFunction(Function f) {
    boolean kernel = f.funcType() == FunctionType.INCORE || f.funcType() == FunctionType.AIV;
    if (!kernel) {
      throw refusal(
          f,
          "is a function of type " + f.funcType().text(),
          "wait in a kernel of the vector core",
          f.span());
    }
    if (!f.attrs().getBool(DeferredWaits.WAITER, false)) {
      throw refusal(
          f,
          "is no waiter for the runtime",
          "write the wait in with pl.at(level=pl.Level.CORE_GROUP):, or give the function the"
              + " attribute "
              + DeferredWaits.WAITER,
          f.span());
    }
    if (f.attrs().has("core_num") || f.attrs().has("sync_start")) {
      throw refusal(f, "runs on several blocks", "let one block wait", f.span());
    }
    checkBody(f);
  }

  private static void checkBody(Function f) {
    int[] conditions = {0};
    Walk.calls(
        f.body(),
        call -> {
          if (DeferredWaits.isWait(call)) {
            checkSignal(f, call);
            conditions[0]++;
          } else if (Affinity.of(call) == Affinity.CUBE || Affinity.of(call) == Affinity.MIXED) {
            throw refusal(
                f,
                "uses the cube core in " + call.op().name(),
                "let a kernel of its own do the rest",
                call.span());
          } else if (!isHarmless(call)) {
            throw refusal(
                f,
                "does more than wait: " + call.op().name(),
                "let a kernel of its own do the rest",
                call.span());
          }
        });
    if (conditions[0] > MOST_CONDITIONS) {
      throw refusal(
          f,
          "has %d conditions, and a task takes %d".formatted(conditions[0], MOST_CONDITIONS),
          "wait in several tasks",
          f.span());
    }
  }

  private static boolean isHarmless(Call call) {
    return call.op() instanceof Operator(String name)
        && (HARMLESS.contains(name)
            || name.endsWith(".get_block_idx")
            || name.endsWith(".get_block_num")
            || name.endsWith(".get_subblock_idx"));
  }

  private static void checkSignal(Function f, Call wait) {
    Expr signal = wait.args().getFirst();
    if (!(signal instanceof Var var) || !f.params().contains(var)) {
      throw refusal(
          f, "waits for a part of a window", "pass the window as an argument", wait.span());
    }
    TensorLayout layout =
        ((DistributedTensorType) var.type())
            .tensorView()
            .map(TensorView::layout)
            .orElse(TensorLayout.ND);
    if (layout != TensorLayout.ND && layout != TensorLayout.DN) {
      throw refusal(
          f,
          "waits for counters in the layout " + layout.text(),
          "keep counters in the layout ND",
          wait.span());
    }
  }

  private static void checkSubmit(Function caller, Submit s) {
    boolean shaped = s.coreNum().isPresent() || s.syncStart();
    checkLaunch(caller, s.op().name(), shaped, s.span());
    if (s.allowEarlyResolve() || s.predicate().isPresent()) {
      throw new IrException(
          "the waiting task '%s' is launched with %s"
              .formatted(
                  s.op().name(), s.allowEarlyResolve() ? "allow_early_resolve" : "a predicate"),
          "remove it",
          s.span());
    }
  }

  private static void checkLaunch(Function caller, String name, boolean shaped, Span span) {
    if (!caller.funcType().isOrchestration()) {
      throw new IrException(
          "the waiting task '%s' is launched from '%s', which is of type %s"
              .formatted(name, caller.name(), caller.funcType().text()),
          "launch it from an orchestration",
          span);
    }
    if (shaped) {
      throw new IrException(
          "the waiting task '%s' is launched on several blocks".formatted(name),
          "let one block wait",
          span);
    }
  }

  private static IrException refusal(Function f, String what, String hint, Span span) {
    return new IrException(
        "kernel '%s' with pld.system.defer_wait %s".formatted(f.name(), what), hint, span);
  }
}
