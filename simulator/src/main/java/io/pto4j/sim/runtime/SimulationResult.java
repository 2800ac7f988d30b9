package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.timing.CostTable;
import io.pto4j.sim.timing.Pipe;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a simulated run did.
 *
 * @param placements tasks on cores, in the order of submission
 * @param cubeCores cube cores that were there
 * @param vectorCores vector cores that were there
 */
public record SimulationResult(
    ImmutableList<Placement> placements, int cubeCores, int vectorCores) {

  /** Cycles from the start of the first task to the end of the last one. */
  public long cycles() {
    long start = placements.stream().mapToLong(Placement::start).min().orElse(0);
    return placements.stream().mapToLong(Placement::end).max().orElse(start) - start;
  }

  /** The tasks that ran on a core, by start, then by number. */
  public ImmutableList<Placement> timeline() {
    return placements.stream()
        .filter(p -> !p.core().isEmpty())
        .sorted(Comparator.comparingLong(Placement::start).thenComparingInt(p -> p.task().id()))
        .collect(ImmutableList.toImmutableList());
  }

  private static final class Group {
    private int count;
    private long cycles;
    private final Map<Pipe, Long> busy = new TreeMap<>();
  }

  /**
   * A table with a line per kernel: how often it ran, how long, and which pipe bounds it; then the
   * use of the cores.
   */
  public String summary() {
    Map<String, Group> groups = new TreeMap<>();
    for (Placement p : timeline()) {
      Group g = groups.computeIfAbsent(p.task().kernel(), _ -> new Group());
      g.count++;
      g.cycles += p.task().cycles();
      p.task().busy().forEach((pipe, cycles) -> g.busy.merge(pipe, cycles, Long::sum));
    }
    StringBuilder out =
        new StringBuilder(
            "%-32s %8s %12s %10s %6s%n".formatted("kernel", "tasks", "cycles", "bound by", "busy"));
    groups.forEach((name, g) -> out.append(line(name, g)));
    out.append(
        "%d cycles; cube cores %s busy, vector cores %s busy%n"
            .formatted(cycles(), use(CoreKind.AIC, cubeCores), use(CoreKind.AIV, vectorCores)));
    CostTable costs = CostTable.ascend910b();
    for (String source : new String[] {"vector", "path", "cube", "line", "fix-bytes"}) {
      costs
          .source(source)
          .ifPresent(text -> out.append("figures: ").append(text).append(System.lineSeparator()));
    }
    return out.toString();
  }

  private static String line(String name, Group g) {
    Map.Entry<Pipe, Long> bound =
        g.busy.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(Map.entry(Pipe.S, 0L));
    long share = g.cycles == 0 ? 0 : Math.round(100.0 * bound.getValue() / g.cycles);
    return "%-32s %8d %12d %10s %5d%%%n"
        .formatted(name, g.count, g.cycles, unit(bound.getKey()), share);
  }

  private static String unit(Pipe pipe) {
    return switch (pipe) {
      case M -> "cube";
      case V -> "vector";
      case S -> "scalar";
      case MTE1, MTE2, MTE3, FIX -> "memory " + pipe.name().toLowerCase(Locale.ROOT);
    };
  }

  private String use(CoreKind kind, int cores) {
    long busy =
        placements.stream()
            .filter(p -> p.task().kind() == kind)
            .mapToLong(p -> p.task().cycles())
            .sum();
    long available = cycles() * cores;
    return available == 0 ? "0%" : "%.1f%%".formatted(100.0 * busy / available);
  }
}
