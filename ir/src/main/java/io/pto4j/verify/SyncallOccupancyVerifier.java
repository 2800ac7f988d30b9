package io.pto4j.verify;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.Op;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.Submit;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Target;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A hard barrier of all cores needs all cores: a launch with fewer, or one whose blocks need not
 * run together, never gets past it. Source: PyPTO verifier, HardSyncallOccupancy.
 */
final class SyncallOccupancyVerifier {
  private static final String RULE = "HardSyncallOccupancy";
  private static final String CLUSTERS = "system.available_cluster_count";
  private static final String VECTORS = "system.available_aiv_count";

  /** What a kernel's cores are and how a launch over all of them is written. */
  private enum Cores {
    VECTOR("aiv_only", VECTORS),
    MATRIX("aic_only", CLUSTERS),
    MIXED("mix", CLUSTERS);

    private final String coreType;
    private final String query;

    Cores(String coreType, String query) {
      this.coreType = coreType;
      this.query = query;
    }

    int all(Target target) {
      return this == VECTOR ? target.aivCores() : target.aicCores();
    }
  }

  private final Program program;
  private final Target target;
  private final Consumer<Diagnostic> found;

  private SyncallOccupancyVerifier(Program program, Target target, Consumer<Diagnostic> found) {
    this.program = program;
    this.target = target;
    this.found = found;
  }

  static void verify(Program program, Target target, Consumer<Diagnostic> found) {
    SyncallOccupancyVerifier verifier = new SyncallOccupancyVerifier(program, target, found);
    program.functions().values().forEach(verifier::launches);
  }

  private void launches(Function caller) {
    Map<Var, Expr> values = new IdentityHashMap<>();
    Walk.stmts(
        caller.body(),
        s -> {
          if (s instanceof AssignStmt a) {
            values.put(a.var(), a.value());
          }
        });
    Walk.exprs(
        caller.body(),
        e -> {
          switch (e) {
            case Call c -> call(caller, values, c);
            case Submit s ->
                launch(
                    caller,
                    s.op(),
                    s.coreNum().map(w -> resolved(values, w)),
                    s.syncStart(),
                    s.span());
            default -> {}
          }
        });
  }

  private void call(Function caller, Map<Var, Expr> values, Call call) {
    launch(
        caller,
        call.op(),
        width(call.attrs()).map(w -> resolved(values, w)),
        call.attrs().getBool("sync_start", false),
        call.span());
  }

  private static Optional<Expr> width(Attrs attrs) {
    return attrs
        .get("core_num")
        .flatMap(
            value ->
                switch (value) {
                  case AttrValue.OfInt(int n) -> Optional.of(ConstInt.index(n));
                  case AttrValue.OfExpr(Expr e) -> Optional.of(e);
                  default -> Optional.empty();
                });
  }

  private static Expr resolved(Map<Var, Expr> values, Expr width) {
    return width instanceof Var var && values.containsKey(var) ? values.get(var) : width;
  }

  private void launch(Function caller, Op op, Optional<Expr> given, boolean syncStart, Span span) {
    if (!(op instanceof GlobalVar callee)) {
      return;
    }
    Function kernel = program.function(callee).orElse(null);
    if (kernel == null) {
      return;
    }
    boolean legacy = given.isEmpty();
    Optional<Expr> width = given.or(() -> width(kernel.attrs()));
    boolean together = syncStart || (legacy && kernel.attrs().getBool("sync_start", false));
    if (width.isPresent() && isKnown(width.get())) {
      Launch launch = new Launch(caller, width.get(), together, span);
      if (kernel.funcType() == FunctionType.GROUP
          && !kernel.attrs().getBool("spmd_unwrapped", false)) {
        group(launch, kernel);
      } else {
        (kernel.funcType().isWrapper() ? callees(kernel) : ImmutableList.of(kernel))
            .forEach(k -> kernel(launch, k));
      }
    }
  }

  private static boolean isKnown(Expr width) {
    return width instanceof ConstInt || isQuery(width, CLUSTERS) || isQuery(width, VECTORS);
  }

  private static boolean isQuery(Expr width, String query) {
    return width instanceof Call c && c.isOperator(query);
  }

  private record Launch(Function caller, Expr width, boolean together, Span span) {}

  private ImmutableList<Function> callees(Function wrapper) {
    Set<Function> kernels = new LinkedHashSet<>();
    Set<Function> seen = Walk.nodeSet();
    Walk.calls(
        wrapper.body(),
        c -> {
          if (c.op() instanceof GlobalVar callee) {
            program.function(callee).filter(seen::add).ifPresent(kernels::add);
          }
        });
    return ImmutableList.copyOf(kernels);
  }

  /** The kernels of a group run on the same clusters, so one of them speaks for all. */
  private void group(Launch launch, Function group) {
    for (Function kernel : callees(group)) {
      boolean onCore =
          kernel.funcType() == FunctionType.AIC || kernel.funcType() == FunctionType.AIV;
      Optional<Call> barrier = onCore ? barrier(kernel) : Optional.empty();
      if (barrier.isPresent()) {
        check(launch, kernel, barrier.get(), Cores.MIXED, false);
        return;
      }
    }
  }

  private void kernel(Launch launch, Function kernel) {
    Cores cores =
        switch (kernel.funcType()) {
          case AIV -> kernel.attrs().getBool("dual_aiv_dispatch", false) ? null : Cores.VECTOR;
          case AIC -> Cores.MATRIX;
          default -> null;
        };
    if (cores != null) {
      barrier(kernel).ifPresent(barrier -> check(launch, kernel, barrier, cores, true));
    }
  }

  private static Optional<Call> barrier(Function kernel) {
    Call[] first = new Call[1];
    Walk.calls(
        kernel.body(),
        c -> {
          boolean hard =
              c.isOperator("system.syncall")
                  && c.kwargs().getString("mode").orElse("hard").equals("hard");
          first[0] = hard && first[0] == null ? c : first[0];
        });
    return Optional.ofNullable(first[0]);
  }

  private void check(
      Launch launch, Function kernel, Call barrier, Cores cores, boolean ownCoresOnly) {
    String waiting = barrier.kwargs().getString("core_type").orElse("mix");
    if (ownCoresOnly && !waiting.equals(cores.coreType)) {
      report(
          launch,
          "kernel '%s' waits for '%s' at a hard syncall, but runs on %s cores only"
              .formatted(kernel.name(), waiting, cores.coreType));
    }
    boolean all =
        launch.width instanceof ConstInt(_, _, long n)
            ? n == cores.all(target)
            : isQuery(launch.width, cores.query);
    if (!all) {
      report(
          launch,
          "kernel '%s' has a hard syncall, but is not launched on all %d cores; use %s()"
              .formatted(kernel.name(), cores.all(target), cores.query));
    }
    if (!launch.together) {
      report(
          launch,
          "kernel '%s' has a hard syncall, but is launched without sync_start=True"
              .formatted(kernel.name()));
    }
  }

  private void report(Launch launch, String message) {
    found.accept(
        Diagnostic.error(
            RULE,
            0,
            "in function '%s': %s".formatted(launch.caller.name(), message),
            Diagnostic.place(launch.span, launch.caller)));
  }
}
