package io.pto4j.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.machine.AccessLog.Kind;
import io.pto4j.sim.machine.AccessLog.Range;
import io.pto4j.sim.machine.GmBuffer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RaceDetectorTest {
  private static final int TASKS = 8;
  private static final ImmutableList<Kind> KINDS = ImmutableList.copyOf(Kind.values());

  private static GmBuffer buffer() {
    return GmBuffer.defined("x", MemorySegment.ofArray(new byte[64]));
  }

  private static void task(RaceDetector races, int id, Set<Integer> waits, Range... ranges) {
    races.task(id, "task " + id, ImmutableList.of(), waits);
    races.accesses(id, ImmutableList.copyOf(ranges));
  }

  /**
   * Against the definition: some pair of tasks without a path that touches a byte, not only reading
   * it.
   */
  @Property(tries = 500)
  void findsWhatTheDefinitionFinds(@ForAll Random random) {
    GmBuffer buffer = buffer();
    RaceDetector races = new RaceDetector();
    boolean[][] path = new boolean[TASKS][TASKS];
    List<Range> ranges = new ArrayList<>();
    boolean expected = false;
    for (int id = 0; id < TASKS; id++) {
      Set<Integer> waits = new TreeSet<>();
      for (int other = 0; other < id; other++) {
        if (random.nextInt(3) == 0) {
          waits.add(other);
          path[other][id] = true;
          for (int before = 0; before < other; before++) {
            path[before][id] |= path[before][other];
          }
        }
      }
      int from = random.nextInt(40);
      Kind kind = KINDS.get(random.nextInt(KINDS.size()));
      Range range = new Range(buffer, kind, from, from + 1 + random.nextInt(12));
      for (int other = 0; other < id; other++) {
        Range earlier = ranges.get(other);
        boolean conflict = kind != earlier.kind() || kind == Kind.WRITE;
        boolean shared = earlier.from() < range.to() && range.from() < earlier.to();
        expected |= conflict && shared && !path[other][id];
      }
      ranges.add(range);
      task(races, id, waits, range);
    }
    assertThat(races.message().isPresent()).isEqualTo(expected);
  }

  @Test
  void addsInMemoryMayComeInAnyOrderButNotAroundARead() {
    GmBuffer buffer = buffer();
    RaceDetector races = new RaceDetector();
    task(races, 0, Set.of(), new Range(buffer, Kind.ATOMIC, 0, 8));
    task(races, 1, Set.of(), new Range(buffer, Kind.ATOMIC, 0, 8));
    assertThat(races.message()).isEmpty();

    task(races, 2, Set.of(0), new Range(buffer, Kind.READ, 4, 8));
    assertThat(races.message())
        .hasValueSatisfying(
            message ->
                assertThat(message)
                    .startsWith(
                        "race: task 2 reads bytes 4 to 7 of x, which task 1 adds to, and no"
                            + " dependency orders the two"));
  }

  @Test
  void whatTheOrchestrationWaitedForIsBeforeAllThatFollows() {
    GmBuffer buffer = buffer();
    RaceDetector races = new RaceDetector();
    task(races, 0, Set.of(), new Range(buffer, Kind.WRITE, 0, 8));
    task(races, 1, Set.of(0), new Range(buffer, Kind.WRITE, 0, 8));
    races.waited(Set.of(1));
    task(races, 2, Set.of(), new Range(buffer, Kind.WRITE, 0, 8));

    assertThat(races.message()).isEmpty();
  }
}
