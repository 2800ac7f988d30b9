package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.machine.AccessLog.Kind;
import io.pto4j.sim.machine.AccessLog.Range;
import io.pto4j.sim.machine.GmBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds accesses to one part of memory, at least one of them a write, that no chain of dependencies
 * orders: on a device either may come first.
 *
 * <p>Ordered are a task and those it waits for, and what the orchestration does itself and
 * everything that it has waited for before. Source: task runtime, automatic dependencies and scalar
 * access.
 */
final class RaceDetector {
  /**
   * A task, or an access of the orchestration itself.
   *
   * @param label for messages
   * @param tensors what it was given
   * @param before the actors that have ended when it begins
   */
  private record Actor(String label, ImmutableList<DeviceTensor> tensors, BitSet before) {}

  private record Access(int actor, Range range) {}

  /** The first conflicting pair that nothing orders. */
  private record Race(Access earlier, Access later) {
    boolean isBefore(Race other) {
      return Comparator.comparingInt((Race r) -> r.later.actor)
              .thenComparingInt(r -> r.earlier.actor)
              .thenComparingLong(r -> r.later.range.from())
              .compare(this, other)
          < 0;
    }
  }

  private final List<Actor> actors = new ArrayList<>();
  private final Map<Integer, Integer> actorOfTask = new HashMap<>();
  private final Map<GmBuffer, List<Access>> accesses = new IdentityHashMap<>();
  private final BitSet ended = new BitSet();

  /** A task that begins when the others have ended. */
  void task(int id, String label, ImmutableList<DeviceTensor> tensors, Set<Integer> waits) {
    BitSet before = (BitSet) ended.clone();
    waits.forEach(task -> end(task, before));
    actorOfTask.put(id, actors.size());
    actors.add(new Actor(label, tensors, before));
  }

  /** The orchestration has waited for tasks. */
  void waited(Set<Integer> tasks) {
    tasks.forEach(task -> end(task, ended));
  }

  private void end(int task, BitSet known) {
    int actor = actorOfTask.get(task);
    known.or(actors.get(actor).before());
    known.set(actor);
  }

  /** An access of the orchestration to a tensor, which ends before the orchestration goes on. */
  void access(String label, DeviceTensor tensor, Range range) {
    int actor = actors.size();
    actors.add(new Actor(label, ImmutableList.of(tensor), (BitSet) ended.clone()));
    ended.set(actor);
    add(actor, range);
  }

  /** What a task has touched. */
  void accesses(int task, ImmutableList<Range> ranges) {
    ranges.forEach(range -> add(actorOfTask.get(task), range));
  }

  private void add(int actor, Range range) {
    accesses.computeIfAbsent(range.buffer(), _ -> new ArrayList<>()).add(new Access(actor, range));
  }

  /** What is wrong and what to do; empty when everything is ordered. */
  Optional<String> message() {
    Race first = null;
    for (List<Access> ofBuffer : accesses.values()) {
      Race found = first(ofBuffer);
      if (found != null && (first == null || found.isBefore(first))) {
        first = found;
      }
    }
    return Optional.ofNullable(first).map(this::message);
  }

  /** Sweeps over the memory; at each byte only what covers it is compared. */
  private Race first(List<Access> ofBuffer) {
    List<Access> sorted = new ArrayList<>(ofBuffer);
    sorted.sort(
        Comparator.comparingLong((Access a) -> a.range.from()).thenComparingInt(Access::actor));
    List<Access> reads = new ArrayList<>();
    List<Access> writes = new ArrayList<>();
    Race first = null;
    for (Access next : sorted) {
      first = sooner(first, next, writes);
      if (next.range.kind() == Kind.READ) {
        reads.add(next);
      } else {
        first = sooner(first, next, reads);
        writes.add(next);
      }
    }
    return first;
  }

  private Race sooner(Race known, Access next, List<Access> open) {
    open.removeIf(access -> access.range.to() <= next.range.from());
    Race first = known;
    for (Access other : open) {
      if (other.range.kind().conflictsWith(next.range.kind()) && isUnordered(other, next)) {
        Race race = other.actor < next.actor ? new Race(other, next) : new Race(next, other);
        first = first == null || race.isBefore(first) ? race : first;
      }
    }
    return first;
  }

  private boolean isUnordered(Access a, Access b) {
    int earlier = Math.min(a.actor, b.actor);
    int later = Math.max(a.actor, b.actor);
    return earlier != later && !actors.get(later).before().get(earlier);
  }

  private String message(Race race) {
    Actor earlier = actors.get(race.earlier.actor);
    Actor later = actors.get(race.later.actor);
    return "race: "
        + later.label
        + verb(race.later)
        + region(race, later)
        + ", which "
        + earlier.label
        + verb(race.earlier).stripTrailing()
        + ", and no dependency orders the two\n  hint: "
        + hint(race);
  }

  private static String verb(Access access) {
    return switch (access.range.kind()) {
      case READ -> " reads ";
      case WRITE -> " writes ";
      case ATOMIC -> " adds to ";
    };
  }

  private static String hint(Race race) {
    boolean overwrites = race.earlier.range.kind() == Kind.READ;
    return (overwrites
            ? "the runtime does not make a write wait for earlier reads; "
            : "no edge is inferred in a manual scope, and none between two plain outputs; ")
        + "submit the earlier task, and name it in the deps of the later one";
  }

  /** The shared elements, counted in the tensor that the later one was given. */
  private static String region(Race race, Actor later) {
    long from = Math.max(race.earlier.range.from(), race.later.range.from());
    long to = Math.min(race.earlier.range.to(), race.later.range.to());
    return later.tensors.stream()
        .filter(tensor -> tensor.isIn(race.later.range.buffer()))
        .findFirst()
        .map(
            tensor ->
                "elements %s to %s of %s"
                    .formatted(
                        Arrays.toString(tensor.index(from)),
                        Arrays.toString(tensor.index(to - 1)),
                        tensor))
        .orElseGet(
            () -> "bytes %d to %d of %s".formatted(from, to - 1, race.later.range.buffer().name()));
  }
}
