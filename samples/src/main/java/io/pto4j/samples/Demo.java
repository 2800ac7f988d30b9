package io.pto4j.samples;

import io.pto4j.runtime.Device;
import io.pto4j.runtime.ProgramPackage;
import io.pto4j.runtime.RunReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Runs every sample on the simulator, checks it against its reference, and prints and writes the
 * results.
 */
public final class Demo {
  private static final int WARM_UP_RUNS = 100;

  private Demo() {}

  /** One line of the report; {@code millis} is the time of one warm run, simulation and all. */
  record Result(
      String name,
      double maxError,
      double tolerance,
      int tasks,
      long cycles,
      double millis,
      Path artifacts) {
    boolean passed() {
      return maxError <= tolerance;
    }

    String json() {
      return String.format(
          Locale.ROOT,
          "    {\"name\": \"%s\", \"maxError\": %s, \"tolerance\": %s, \"tasks\": %d, \"cycles\": %d,"
              + " \"millis\": %.3f, \"artifacts\": \"%s\"}",
          name,
          Double.isFinite(maxError) ? Double.toString(maxError) : "null",
          tolerance,
          tasks,
          cycles,
          millis,
          artifacts.toString().replace("\\", "/"));
    }
  }

  /**
   * Runs the demo.
   *
   * @param arguments the directory that {@code report.json} is written to
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    List<Result> results = new ArrayList<>();
    try (Device device = Device.simulator()) {
      for (Sample sample : Sample.all()) {
        results.add(run(sample, device));
      }
    }
    print(results, System.out);
    Path report = directory.resolve("report.json");
    Files.createDirectories(directory);
    Files.writeString(report, json(results));
    System.out.println("Report: " + report.toAbsolutePath());
    if (!results.stream().allMatch(Result::passed)) {
      System.err.println("A sample is out of tolerance.");
      System.exit(1);
    }
  }

  static Result run(Sample sample, Device device) {
    Sample.Prepared prepared = sample.prepare().apply(device);
    RunReport report = prepared.run();
    double error = Sample.maxError(prepared.output(), prepared.expected());
    for (int i = 0; i < WARM_UP_RUNS; i++) {
      prepared.run();
    }
    long start = System.nanoTime();
    prepared.run();
    double millis = (System.nanoTime() - start) / 1e6;
    return new Result(
        sample.name(),
        error,
        sample.tolerance(),
        report.tasks(),
        report.cycles(),
        millis,
        artifacts(sample.program()));
  }

  private static Path artifacts(Class<?> program) {
    Path classes = Path.of(program.getProtectionDomain().getCodeSource().getLocation().getPath());
    return classes.resolve(ProgramPackage.ROOT + program.getName());
  }

  private static String json(List<Result> results) {
    return results.stream()
        .map(Result::json)
        .collect(Collectors.joining(",\n", "{\n  \"samples\": [\n", "\n  ]\n}\n"));
  }

  private static void print(List<Result> results, PrintStream out) {
    out.printf(
        "%-18s %11s %10s %6s %9s %9s  %s%n",
        "sample", "max error", "tolerance", "tasks", "cycles", "ms", "");
    for (Result r : results) {
      out.printf(
          Locale.ROOT,
          "%-18s %11.2e %10.0e %6d %9d %9.2f  %s%n",
          r.name(),
          r.maxError(),
          r.tolerance(),
          r.tasks(),
          r.cycles(),
          r.millis(),
          r.passed() ? "ok" : "OUT OF TOLERANCE");
      out.println("    artifacts: " + r.artifacts());
    }
  }
}
