package io.pto4j.benchmarks;

import com.google.common.collect.ImmutableList;
import com.google.common.io.MoreFiles;
import io.pto4j.processor.PtoProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How much longer {@code javac} takes when it compiles kernels: a fresh {@code javac} over the same
 * sources with the processor, with the processor generating stubs only, and without it over the
 * sources and their generated stubs.
 *
 * <p>The class path of this program is the class path and the processor path of the compilations.
 */
public final class CompileTime {
  private static final int ROUNDS = 9;

  private final Path work;
  private final List<String> sources;

  private CompileTime(Path work, List<String> sources) {
    this.work = work;
    this.sources = sources;
  }

  /**
   * Prints the medians.
   *
   * @param arguments the directory of the sources
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 1) {
      System.err.println("Usage: CompileTime DIRECTORY_OF_SOURCES");
      System.exit(2);
    }
    Path work = Files.createTempDirectory("compile-time");
    new CompileTime(work, javaFiles(Path.of(arguments[0]))).run();
    MoreFiles.deleteRecursively(work);
  }

  private static List<String> javaFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.map(Path::toString).filter(file -> file.endsWith(".java")).sorted().toList();
    }
  }

  private void run() throws IOException, InterruptedException {
    Path stubs = Files.createDirectory(work.resolve("stubs"));
    List<String> withProcessor = List.of("-processor", PtoProcessor.class.getName());
    javac("first", sources, concat(withProcessor, List.of("-s", stubs.toString())));
    List<String> withStubs = concat(sources, javaFiles(stubs));
    List<String> stubsOnly = concat(withProcessor, List.of("-Apto4j.stubsOnly=true"));
    List<Long> full = new ArrayList<>();
    List<Long> stubbing = new ArrayList<>();
    List<Long> without = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      without.add(javac("without" + round, withStubs, List.of("-proc:none")));
      stubbing.add(javac("stubs" + round, sources, stubsOnly));
      full.add(javac("full" + round, sources, withProcessor));
    }
    System.out.printf(
        Locale.ROOT,
        "%d sources, median of %d: without processor %.0f ms, stubs only %.0f ms, with kernels"
            + " %.0f ms: %.0f ms more than stubs only, %.0f ms more than without%n",
        sources.size(),
        ROUNDS,
        median(without),
        median(stubbing),
        median(full),
        median(full) - median(stubbing),
        median(full) - median(without));
  }

  /** Compiles in a new process; the time in nanoseconds. */
  private long javac(String output, List<String> files, List<String> options)
      throws IOException, InterruptedException {
    List<String> command =
        ImmutableList.<String>builder()
            .add(Path.of(System.getProperty("java.home"), "bin", "javac").toString())
            .add("-cp", System.getProperty("java.class.path"))
            .add("-d", Files.createDirectory(work.resolve(output)).toString())
            .addAll(options)
            .addAll(files)
            .build();
    long start = System.nanoTime();
    int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
    long time = System.nanoTime() - start;
    if (exitCode != 0) {
      throw new IllegalStateException("javac failed: " + String.join(" ", command));
    }
    return time;
  }

  private static <T> List<T> concat(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static double median(List<Long> nanos) {
    List<Long> sorted = new ArrayList<>(nanos);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2) / 1e6;
  }
}
