package io.pto4j.gen;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a program in the Python syntax as short as it can be with something still true of it. */
public final class Reducer {
  private static final int INDENT = 4;

  private final Predicate<String> holds;
  private List<String> lines;

  private Reducer(String text, Predicate<String> holds) {
    this.holds = holds;
    this.lines = List.of(text.split("\n"));
  }

  /** Takes statements away, or the head of a block, until nothing more can go. */
  public static String reduce(String text, Predicate<String> holds) {
    Reducer reducer = new Reducer(text, holds);
    while (reducer.step()) {}
    return String.join("\n", reducer.lines) + "\n";
  }

  private boolean step() {
    boolean shorter = false;
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (i < lines.size() && !countsUp(lines.get(i))) {
        shorter |= accept(without(i)) || accept(unwrapped(i));
      }
    }
    return shorter;
  }

  /** Without this statement a while loop would not end. */
  private static boolean countsUp(String line) {
    return line.matches(" *(\\w+) = \\1 \\+ 1");
  }

  private boolean accept(List<String> candidate) {
    if (candidate.size() < lines.size() && holds.test(String.join("\n", candidate) + "\n")) {
      lines = candidate;
      return true;
    }
    return false;
  }

  private int end(int start) {
    int end = start + 1;
    while (end < lines.size() && depth(lines.get(end)) > depth(lines.get(start))) {
      end++;
    }
    return end;
  }

  private static int depth(String line) {
    return line.length() - line.stripLeading().length();
  }

  private List<String> without(int start) {
    List<String> rest = new ArrayList<>(lines);
    rest.subList(start, end(start)).clear();
    return rest;
  }

  private List<String> unwrapped(int start) {
    if (end(start) == start + 1) {
      return lines;
    }
    List<String> rest = new ArrayList<>(lines.subList(0, start));
    lines.subList(start + 1, end(start)).forEach(line -> rest.add(line.substring(INDENT)));
    rest.addAll(lines.subList(end(start), lines.size()));
    return rest;
  }
}
