package io.pto4j.gen;

import io.pto4j.ir.Program;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random programs for properties. */
public final class Programs {
  private static final int MAX_SIZE = 12;

  private Programs() {}

  /**
   * Programs in SSA form with every kind of statement, expression and type, whose text reads back
   * to the same. They obey the constructors' rules, but mean nothing: operators are invented.
   */
  public static Arbitrary<Program> printable() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(1, MAX_SIZE))
        .as(Programs::of);
  }

  /** The program for a seed; the same for the same arguments. */
  public static Program of(long seed, int size) {
    return new ProgramGenerator(new Random(seed), size, false).program();
  }

  /**
   * Programs of the whole IR: those that can be printed and read back, and what has no text, like
   * calls without a result, nested sequences and variables that are assigned twice.
   */
  public static Arbitrary<Program> whole() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(1, MAX_SIZE))
        .as(Programs::whole);
  }

  /** The program of the whole IR for a seed; the same for the same arguments. */
  public static Program whole(long seed, int size) {
    return new ProgramGenerator(new Random(seed), size, true).program();
  }
}
