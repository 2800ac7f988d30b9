package io.pto4j.pass.mem;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Function;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Program;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.op.Operators;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reuse of buffers after their last use, by an analysis that overlooks some uses. */
public final class BrokenReuse implements Pass {
  private final Flaw flaw;

  /** What the analysis overlooks. */
  public enum Flaw {
    /** Nothing: this reuse is right. */
    NONE,
    /** That a loop comes back to a use. */
    LOOPS,
    /** Uses of a buffer through another look at it. */
    VIEWS,
    /** The last use. */
    ENDS
  }

  public BrokenReuse(Flaw flaw) {
    this.flaw = flaw;
  }

  @Override
  public String name() {
    return "BrokenReuse";
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> f.funcType().isInCore() ? new Packing(f).apply() : f);
  }

  private final class Packing {
    private final Function function;
    private final Timeline timeline;
    private final SetMultimap<Var, Var> members = LinkedHashMultimap.create();
    private final Set<Var> views = new HashSet<>();

    Packing(Function function) {
      this.function = function;
      this.timeline = Timeline.of(function.body());
      Walk.stmts(function.body(), this::collect);
    }

    private void collect(Stmt stmt) {
      for (Var var : Walk.definedBy(stmt)) {
        if (var.type() instanceof TileType tile && tile.memref().isPresent()) {
          members.put(tile.memref().get().base(), var);
        }
      }
      if (stmt instanceof AssignStmt a
          && a.value() instanceof Call c
          && c.op() instanceof Operator(String name)
          && Operators.get(name).viewOf().isPresent()) {
        views.add(a.var());
      }
    }

    Function apply() {
      List<Var> bases = new ArrayList<>(members.keySet());
      bases.sort(Comparator.comparingInt(this::first));
      Map<Var, Integer> free = new HashMap<>();
      Map<Var, Var> shared = new HashMap<>();
      for (Var base : bases) {
        int from = first(base) + (flaw == Flaw.ENDS ? 2 : 0);
        Var taken = base;
        for (Var other : bases) {
          if (free.containsKey(other) && free.get(other) < from && fits(base, other)) {
            taken = other;
          }
        }
        shared.put(base, taken);
        free.merge(taken, last(base), Math::max);
      }
      return UnusedAllocations.remove(new MemRefRewriter(v -> moved(v, shared)).function(function));
    }

    private MemRef moved(Var var, Map<Var, Var> shared) {
      return var.type() instanceof TileType tile
          ? tile.memref().map(ref -> ref.withBase(shared.get(ref.base()))).orElse(null)
          : null;
    }

    private boolean fits(Var base, Var other) {
      TileType a = type(base);
      TileType b = type(other);
      return a.memorySpace().equals(b.memorySpace())
          && a.memref().get().size() == b.memref().get().size();
    }

    private TileType type(Var base) {
      return (TileType) members.get(base).iterator().next().type();
    }

    private int first(Var base) {
      return members.get(base).stream()
          .mapToInt(v -> timeline.definition(v).at())
          .min()
          .orElseThrow();
    }

    private int last(Var base) {
      int last = first(base);
      for (Var var : members.get(base)) {
        last = Math.max(last, end(timeline.definition(var), base));
        if (flaw != Flaw.VIEWS || !views.contains(var)) {
          for (Timeline.Read read : timeline.reads(var)) {
            last = Math.max(last, end(read.point(), base));
          }
        }
      }
      return last;
    }

    /** A use in a loop that the buffer enters from outside lasts until the loop ends. */
    private int end(Point point, Var base) {
      int end = point.at();
      for (Stmt loop : point.loops()) {
        if (flaw != Flaw.LOOPS && first(base) <= timeline.start(loop).at()) {
          end = Math.max(end, timeline.end(loop).at());
        }
      }
      return end;
    }
  }
}
