package io.pto4j.pass.mem;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Program;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets tiles whose lifetimes do not overlap share a buffer: per memory space, the largest first,
 * each into the first buffer with room in time. A tile may take the buffer of one that is read for
 * the last time by the instruction that writes it, unless that instruction forbids it.
 *
 * <p>Source: PyPTO passes, MemoryReuse.
 */
public final class MemoryReuse implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(
        Property.SPLIT_INCORE_ORCH,
        Property.INCORE_TILE_OPS,
        Property.HAS_MEM_REFS,
        Property.TILE_OPS_2D,
        Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> f.funcType().isInCore() ? new Packing(f).apply() : f);
  }

  /** The time in which a buffer holds something that is needed. */
  private static final class Lifetime {
    private final Var base;
    private final MemorySpace space;
    private long size;
    private int first = Integer.MAX_VALUE;
    private int last = -1;

    Lifetime(Var base, MemorySpace space) {
      this.base = base;
      this.space = space;
    }

    boolean overlaps(Lifetime other) {
      return last > other.first && other.last > first;
    }
  }

  private static final class Packing {
    private final Function function;
    private final Timeline timeline;
    private final Map<Var, Lifetime> lifetimes = new LinkedHashMap<>();
    private final SetMultimap<Var, Var> members = LinkedHashMultimap.create();
    private final SetMultimap<Var, Var> separate = LinkedHashMultimap.create();

    Packing(Function function) {
      this.function = function;
      this.timeline = Timeline.of(function.body());
      Walk.stmts(function.body(), this::collect);
      members.keySet().forEach(this::span);
    }

    Function apply() {
      Map<Var, Var> shared = pack();
      if (shared.isEmpty()) {
        return function;
      }
      Map<Var, MemRef> rebased = new HashMap<>();
      shared.forEach(
          (from, to) -> members.get(from).forEach(v -> rebased.put(v, memref(v).withBase(to))));
      return UnusedAllocations.remove(new MemRefRewriter(rebased::get).function(function));
    }

    private static MemRef memref(Var var) {
      return ((TileType) var.type()).memref().orElseThrow();
    }

    private void collect(Stmt stmt) {
      for (Var var : Walk.definedBy(stmt)) {
        if (var.type() instanceof TileType tile && tile.memref().isPresent()) {
          Var base = tile.memref().get().base();
          members.put(base, var);
          Lifetime lifetime =
              lifetimes.computeIfAbsent(
                  base, _ -> new Lifetime(base, tile.memorySpace().orElseThrow()));
          lifetime.size = Math.max(lifetime.size, tile.memref().get().size());
        }
      }
      if (stmt instanceof AssignStmt s && s.var().type() instanceof TileType) {
        for (Var operand : AliasHazards.forbidden(s.value(), s.var())) {
          separate.put(memref(s.var()).base(), memref(operand).base());
          separate.put(memref(operand).base(), memref(s.var()).base());
        }
      }
    }

    /**
     * From the first definition to the last read; what enters a loop from outside is needed until
     * the loop ends.
     */
    private void span(Var base) {
      Lifetime lifetime = lifetimes.get(base);
      for (Var var : members.get(base)) {
        lifetime.first = Math.min(lifetime.first, timeline.definition(var).at());
      }
      for (Var var : members.get(base)) {
        extend(lifetime, timeline.definition(var));
        timeline.reads(var).forEach(read -> extend(lifetime, read.point()));
      }
    }

    private void extend(Lifetime lifetime, Point point) {
      lifetime.last = Math.max(lifetime.last, point.at());
      for (Stmt loop : point.loops()) {
        if (lifetime.first <= timeline.start(loop).at()) {
          lifetime.last = Math.max(lifetime.last, timeline.end(loop).at());
        }
      }
    }

    /** For every base that moves in with another one, that other one. */
    private Map<Var, Var> pack() {
      List<Lifetime> order = new ArrayList<>(lifetimes.values());
      order.sort(
          Comparator.comparing((Lifetime l) -> l.space)
              .thenComparingLong(l -> -l.size)
              .thenComparingInt(l -> l.first));
      List<List<Lifetime>> buffers = new ArrayList<>();
      Map<Var, Var> shared = new LinkedHashMap<>();
      for (Lifetime lifetime : order) {
        List<Lifetime> home =
            buffers.stream().filter(b -> fits(lifetime, b)).findFirst().orElse(null);
        if (home == null) {
          home = new ArrayList<>();
          buffers.add(home);
        } else {
          shared.put(lifetime.base, home.getFirst().base);
        }
        home.add(lifetime);
      }
      return shared;
    }

    private boolean fits(Lifetime lifetime, List<Lifetime> buffer) {
      return buffer.stream()
          .allMatch(
              other ->
                  other.space == lifetime.space
                      && !other.overlaps(lifetime)
                      && !separate.containsEntry(lifetime.base, other.base));
    }
  }
}
