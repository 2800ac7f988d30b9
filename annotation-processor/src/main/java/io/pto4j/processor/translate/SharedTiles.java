package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.processor.tree.Place;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the changes of a part of a tile that, in Java, another variable would see. Two variables of
 * one tile are one object there, and two values here.
 */
final class SharedTiles {
  /** The assignment that made a tile, when it was last executed or some time before. */
  private record Origin(int assignment, boolean earlier) {}

  private final Map<Call, Place> changes;
  private final Map<Call, Mistake> found = new LinkedHashMap<>();
  private final Map<AssignStmt, Integer> assignments = new IdentityHashMap<>();
  private Map<Var, ImmutableSet<Origin>> origins = new HashMap<>();

  private SharedTiles(Map<Call, Place> changes) {
    this.changes = changes;
  }

  /**
   * @param changes the calls in {@code body} that stand for a change, by identity
   */
  static Iterable<Mistake> find(Stmt body, Map<Call, Place> changes) {
    SharedTiles tiles = new SharedTiles(changes);
    if (!changes.isEmpty()) {
      tiles.stmt(body);
    }
    return tiles.found.values();
  }

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s when s.var().type() instanceof TileType -> assign(s);
      case SeqStmts s -> s.stmts().forEach(this::stmt);
      case ScopeStmt s -> stmt(s.body());
      case IfStmt s -> {
        Map<Var, ImmutableSet<Origin>> before = new HashMap<>(origins);
        stmt(s.thenBody());
        Map<Var, ImmutableSet<Origin>> then = origins;
        origins = before;
        s.elseBody().ifPresent(this::stmt);
        join(then);
      }
      case ForStmt s -> {
        Map<Var, ImmutableSet<Origin>> before;
        do {
          before = new HashMap<>(origins);
          stmt(s.body());
          join(before);
        } while (!origins.equals(before));
      }
      default -> {}
    }
  }

  private void join(Map<Var, ImmutableSet<Origin>> other) {
    other.forEach(
        (var, set) ->
            origins.merge(
                var, set, (a, b) -> ImmutableSet.<Origin>builder().addAll(a).addAll(b).build()));
  }

  private void assign(AssignStmt s) {
    if (s.value() instanceof Var source && origins.containsKey(source)) {
      origins.put(s.var(), origins.get(source));
    } else if (s.value() instanceof Call call && changes.containsKey(call)) {
      sharing(s.var()).ifPresent(other -> found.put(call, mistake(s.var(), other, call)));
    } else {
      made(s);
    }
  }

  private void made(AssignStmt s) {
    int assignment = assignments.computeIfAbsent(s, _ -> assignments.size());
    Origin now = new Origin(assignment, false);
    Origin before = new Origin(assignment, true);
    origins.replaceAll(
        (_, set) ->
            set.stream()
                .map(o -> o.equals(now) ? before : o)
                .collect(ImmutableSet.toImmutableSet()));
    origins.put(s.var(), ImmutableSet.of(now));
  }

  private Optional<Var> sharing(Var target) {
    Set<Origin> own = origins.getOrDefault(target, ImmutableSet.of());
    return origins.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(target))
        .filter(entry -> entry.getValue().stream().anyMatch(own::contains))
        .map(Map.Entry::getKey)
        .min((a, b) -> a.nameHint().compareTo(b.nameHint()));
  }

  private Mistake mistake(Var target, Var other, Call call) {
    return Mistake.at(
        changes.get(call),
        target.nameHint() + " may be the tile of " + other.nameHint() + ", too",
        "in Java both would change: start from a new tile, or use Pl.assemble");
  }
}
