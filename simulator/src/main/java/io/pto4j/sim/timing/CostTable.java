package io.pto4j.sim.timing;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The figures of the cost model. They are data, in a resource of tab-separated lines, each with the
 * source it comes from.
 *
 * <p>Source: PTO cost model for a2a3. Traced figures of intrinsics come first, the table of fitted
 * lines second.
 */
public final class CostTable {
  private static final double GIB = 1L << 30;

  /**
   * Cost of one vector intrinsic: {@code head + slope * repeats}, visible after {@code tail} more.
   *
   * @param source where the figures come from
   */
  public record Intrinsic(String name, int head, int slope, int tail, String source) {}

  private record Line(double slope, double bias) {}

  private final double clockHz;
  private final ImmutableMap<String, Intrinsic> intrinsics;
  private final ImmutableMap<String, Double> bandwidths;
  private final ImmutableMap<String, Line> lines;
  private final ImmutableMap<String, String> sources;

  private CostTable(
      double clockHz,
      ImmutableMap<String, Intrinsic> intrinsics,
      ImmutableMap<String, Double> bandwidths,
      ImmutableMap<String, Line> lines,
      ImmutableMap<String, String> sources) {
    this.clockHz = clockHz;
    this.intrinsics = intrinsics;
    this.bandwidths = bandwidths;
    this.lines = lines;
    this.sources = sources;
  }

  /** The table of Ascend910B. */
  public static CostTable ascend910b() {
    return Holder.ASCEND910B;
  }

  private static final class Holder {
    static final CostTable ASCEND910B = load("ascend910b.tsv");
  }

  private static CostTable load(String resource) {
    URL url = Resources.getResource(CostTable.class, resource);
    ImmutableMap.Builder<String, Intrinsic> intrinsics = ImmutableMap.builder();
    ImmutableMap.Builder<String, Double> bandwidths = ImmutableMap.builder();
    ImmutableMap.Builder<String, Line> lines = ImmutableMap.builder();
    ImmutableMap.Builder<String, String> sources = ImmutableMap.builder();
    double clock = 0;
    try {
      for (String text : Resources.readLines(url, StandardCharsets.UTF_8)) {
        if (text.isBlank() || text.startsWith("#")) {
          continue;
        }
        List<String> f = Splitter.on('\t').splitToList(text);
        switch (f.get(0)) {
          case "clock" -> clock = Double.parseDouble(f.get(1));
          case "vector" ->
              intrinsics.put(
                  f.get(1),
                  new Intrinsic(f.get(1), integer(f, 2), integer(f, 3), integer(f, 4), f.get(5)));
          case "path" -> bandwidths.put(f.get(1), Double.parseDouble(f.get(2)));
          case "line" ->
              lines.put(
                  f.get(1) + " " + f.get(2) + " " + f.get(3),
                  new Line(Double.parseDouble(f.get(4)), Double.parseDouble(f.get(5))));
          case "source" -> sources.put(f.get(1), f.get(2));
          default ->
              throw new IllegalStateException("unknown kind of line in " + resource + ": " + text);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
    return new CostTable(
        clock,
        intrinsics.buildOrThrow(),
        bandwidths.buildOrThrow(),
        lines.buildOrThrow(),
        sources.buildOrThrow());
  }

  private static int integer(List<String> fields, int index) {
    return Integer.parseInt(fields.get(index));
  }

  /** Clock of a core in Hz. */
  public double clockHz() {
    return clockHz;
  }

  /** The figures of an intrinsic. */
  public Intrinsic intrinsic(String name) {
    Intrinsic found = intrinsics.get(name);
    return found == null ? intrinsics.get("other") : found;
  }

  /**
   * Where the figures of a group come from, for reports: {@code vector}, {@code path}, {@code
   * line}, {@code cube}.
   */
  public Optional<String> source(String group) {
    return Optional.ofNullable(sources.get(group));
  }

  /** Cost of one vector intrinsic over this many repeats of 256 bytes. */
  public Cost vector(String name, long repeats) {
    Intrinsic i = intrinsic(name);
    return new Cost(i.head(), i.slope() * repeats, i.tail());
  }

  /**
   * Cycles to move bytes along a path such as {@code GM-VEC}, at the flat bandwidth, rounded down.
   */
  public long transfer(String path, long bytes) {
    Double bandwidth = bandwidths.get(path);
    if (bandwidth == null) {
      throw new IllegalArgumentException("no bandwidth for the path " + path);
    }
    return (long) (bytes / GIB / bandwidth * clockHz);
  }

  /** The fitted line for an instruction, element type and exact number of columns. */
  public OptionalLong fitted(String op, String element, int rows, int cols) {
    Line line = lines.get(op + " " + element + " " + cols);
    return line == null
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round(line.slope() * rows * cols + line.bias()));
  }

  /** Cost of a product: one step per box of 16 x 32 bytes x 16, two for FP32. */
  public Cost cube(int m, int k, int n, int elementBytes) {
    long perStep = elementBytes == 4 ? 2 : 1;
    long steps = (long) ceil(m, 16) * ceil(k, 32 / elementBytes) * ceil(n, 16);
    return new Cost(6, perStep * steps, 0);
  }

  private static int ceil(int value, int unit) {
    return (value + unit - 1) / unit;
  }
}
