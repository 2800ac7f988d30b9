package io.pto4j.text;

import static java.util.stream.Collectors.joining;

import io.pto4j.text.PrintOptions.Dialect;
import java.util.Arrays;

/**
 * Where the two spellings of the text form differ; everything else is the same in both. The parser
 * reads either. Source: PyPTO Python syntax specification; the printer of PyPTO.
 */
public enum DialectRule {
  WORKER_ROLE("role of kernels and host callbacks", "Worker", "SubWorker"),
  EXCLUSIVE_OR("exclusive or of BOOLs", "^", "xor"),
  MINIMUM("smaller of two scalars", "min", "pl.min"),
  MAXIMUM("larger of two scalars", "max", "pl.max"),
  UNNAMED_PROGRAM(
      "header of a program without name", "# pypto.program", "# pypto.program: Program"),
  TENSOR_PLUS_CONSTANT(
      "constant added to a tensor by `tensor.add`", "pl.tensor.add", "pl.tensor.adds"),
  SCOPE_NAME("name of a runtime or split scope", "name_hint=\"qk\"", ""),
  COMM_DOMAIN(
      "communication domain",
      "with pld.comm_domain(slots=[..]):",
      "# pld.comm_domain: devices=all, slots=[..]"),
  WINDOW_NAME(
      "name of a window that is not the name of its variable",
      "w = pld.tensor.alloc_window_buffer(n, name='own')",
      "w = pld.tensor.alloc_window_buffer(n)"),
  PADDED_LOAD(
      "load of a window that may read past its end",
      "pld.tile.remote_load(.., allow_physical_tail_padding=True)",
      "pld.tile._remote_load_with_physical_tail_padding(..)"),
  WINDOW("window that a distributed tensor is cut from", "\"window_buffer=w\"", ""),
  SCOPE_ATTRIBUTES("attributes of a scope that have no keyword", "attrs={\"own\": 1}", "");

  private final String subject;
  private final String seed;
  private final String ecosystem;

  DialectRule(String subject, String seed, String ecosystem) {
    this.subject = subject;
    this.seed = seed;
    this.ecosystem = ecosystem;
  }

  /** The spelling in {@code dialect}; empty where it has none. */
  public String in(Dialect dialect) {
    return switch (dialect) {
      case SEED -> seed;
      case ECOSYSTEM -> ecosystem;
    };
  }

  /** All rules as a table in Markdown. */
  public static String markdown() {
    return Arrays.stream(values())
        .map(r -> "| " + r.subject + " | " + code(r.seed) + " | " + code(r.ecosystem) + " |\n")
        .collect(joining("", "| what | `seed` | `ecosystem` |\n|---|---|---|\n", ""));
  }

  private static String code(String text) {
    return text.isEmpty() ? "no text" : "`" + text + "`";
  }
}
