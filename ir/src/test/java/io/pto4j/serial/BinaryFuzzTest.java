package io.pto4j.serial;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.compare.IrEquality;
import io.pto4j.compare.IrHash;
import io.pto4j.gen.Programs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.text.IrPrinter;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Binary programs that are random, and binary programs that are damaged. */
class BinaryFuzzTest {
  private static final int PROGRAMS_PER_TRY = 2;
  private static final int MUTANTS_PER_TRY = 20;
  private static final int SIZE = 12;

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  @Property
  void programIsReadBack(@ForAll("seeds") long seed) {
    for (int i = 0; i < PROGRAMS_PER_TRY; i++) {
      Program program = Programs.whole(seed + i, SIZE);
      byte[] bytes = IrWriter.write(program);
      Program read = IrReader.read(bytes);

      assertThat(IrEquality.difference(program, read, true)).isEmpty();
      assertThat(IrWriter.write(read)).isEqualTo(bytes);
    }
  }

  @Property
  void damagedProgramIsRefusedOrReadAsAnother(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    byte[] bytes = IrWriter.write(Programs.whole(seed, 1 + random.nextInt(SIZE)));
    Mutations mutations = new Mutations(random);
    for (int i = 0; i < MUTANTS_PER_TRY; i++) {
      check(mutations.of(bytes));
    }
  }

  /** What must hold for any bytes. */
  static void check(byte[] bytes) {
    Program program;
    try {
      program = IrReader.read(bytes);
    } catch (IrException e) {
      assertThat(e).message().isNotEmpty();
      return;
    }
    byte[] once = IrWriter.write(program);
    Program again = IrReader.read(once);
    assertThat(IrWriter.write(again)).isEqualTo(once);
    assertThat(IrHash.hash(again, true)).isEqualTo(IrHash.hash(program, true));
    assertThat(IrEquality.difference(program, again, true)).isEmpty();
    printed(program);
  }

  private static void printed(Program program) {
    try {
      assertThat(IrPrinter.print(program)).isNotEmpty();
    } catch (IrException e) {
      assertThat(e).message().isNotEmpty();
    }
  }
}
