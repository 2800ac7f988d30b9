package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.timing.CostTable;
import io.pto4j.sim.timing.Pipe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** The timeline as Chrome trace events, which Perfetto and {@code chrome://tracing} show. */
public final class ChromeTrace {
  private ChromeTrace() {}

  /** JSON text; times are microseconds of the core clock. */
  public static String write(SimulationResult result) {
    double cyclesPerMicrosecond = CostTable.ascend910b().clockHz() / 1e6;
    Map<String, Integer> threads = threads(result);
    List<Map<String, Object>> events = new ArrayList<>();
    threads.forEach(
        (core, thread) ->
            events.add(
                ImmutableMap.of(
                    "name",
                    "thread_name",
                    "ph",
                    "M",
                    "pid",
                    0,
                    "tid",
                    thread,
                    "args",
                    ImmutableMap.of("name", core))));
    for (Placement p : result.timeline()) {
      Map<String, Object> event = new LinkedHashMap<>();
      event.put("name", p.task().kernel());
      event.put("cat", "task");
      event.put("ph", "X");
      event.put("pid", 0);
      event.put("tid", threads.getOrDefault(p.core(), 0));
      event.put("ts", p.start() / cyclesPerMicrosecond);
      event.put("dur", (p.end() - p.start()) / cyclesPerMicrosecond);
      event.put("args", arguments(p));
      events.add(event);
    }
    return JsonMapper.builder().build().writeValueAsString(ImmutableMap.of("traceEvents", events));
  }

  /** Cores by kind and number, each with a row of its own. */
  private static Map<String, Integer> threads(SimulationResult result) {
    Map<String, Integer> byName =
        new TreeMap<>(
            (a, b) -> a.length() != b.length() ? a.length() - b.length() : a.compareTo(b));
    result.timeline().forEach(p -> byName.put(p.core(), 0));
    int next = 1;
    for (Map.Entry<String, Integer> entry : byName.entrySet()) {
      entry.setValue(next++);
    }
    return byName;
  }

  private static Map<String, Object> arguments(Placement p) {
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("task", p.task().id());
    args.put("cycles", p.task().cycles());
    args.put("startCycle", p.start());
    args.put("after", ImmutableList.copyOf(p.task().dependencies()));
    args.put("arguments", p.task().arguments());
    Map<String, Long> busy = new TreeMap<>();
    for (Map.Entry<Pipe, Long> entry : p.task().busy().entrySet()) {
      if (entry.getValue() > 0) {
        busy.put(entry.getKey().name(), entry.getValue());
      }
    }
    args.put("busy", busy);
    return args;
  }
}
