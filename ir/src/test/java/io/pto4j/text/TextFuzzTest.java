package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import io.pto4j.gen.Programs;
import io.pto4j.ir.Program;
import io.pto4j.pass.RoundTrip;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Random texts. With {@code -Pfuzz}, 100,000 damaged texts are read, and 10,000 programs are
 * written and read back.
 */
class TextFuzzTest {
  private static final int VARIANTS = 20;

  private static final ImmutableList<String> FILES =
      ImmutableList.of(
          "constructs/comments.py",
          "constructs/defaults.py",
          "constructs/expressions.py",
          "constructs/launches.py",
          "constructs/loops.py",
          "constructs/operators.py",
          "constructs/parts.py",
          "constructs/scopes.py",
          "constructs/signatures.py",
          "forms/attributes.py",
          "forms/launches.py",
          "forms/specification.py",
          "forms/types.py",
          "module.py",
          "written/tensors.py",
          "written/tiles.py");

  /** What texts are made of, where it has a meaning and where it has none. */
  private static final ImmutableList<String> PIECES =
      ImmutableList.of(
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          ",",
          ":",
          "=",
          "->",
          ".",
          "@",
          "#",
          "\\",
          "\"",
          "'",
          "\"\"\"",
          "\n",
          "\n    ",
          "    ",
          "\t",
          " ",
          "-",
          "~",
          "not ",
          "**",
          "//",
          "<<",
          "==",
          "<",
          " and ",
          "0",
          "1",
          "-1",
          "9223372036854775808",
          "1e400",
          "0x",
          "3.5",
          "True",
          "None",
          "...",
          "x",
          "self",
          "self.k",
          "pl.",
          "pl.mul",
          "pl.load",
          "pl.range(4)",
          "pl.yield_(x)",
          "pl.submit(self.k, x)",
          "pl.const(1, pl.INT8)",
          "pl.dynamic(\"M\")",
          "pl.Tensor[[4], pl.FP32]",
          "pl.Tile[[4, 4], pl.FP16, pl.Mem.Vec]",
          "pl.MemRef(\"m\", 0, 4)",
          "f\"{x}\"",
          "[i for i in (1,)]",
          "x[0]",
          "x[1:2]",
          "x[:, 3]",
          "lambda: 1",
          "if ",
          "else:",
          "for i in ",
          "while ",
          "with ",
          "def f():",
          "class P:",
          "return",
          "break",
          "import os",
          "strict_ssa=True",
          "deps=[]",
          "é");

  @Provide
  Arbitrary<Program> programs() {
    return Programs.printable();
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  /** Whatever happens to a text, there is a program or an explained mistake. */
  @Property
  void damagedTextsAreReadOrRefused(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < VARIANTS; i++) {
      String text = text(FILES.get(random.nextInt(FILES.size())));
      int changes = 1 + random.nextInt(3);
      for (int j = 0; j < changes; j++) {
        text = random.nextInt(3) == 0 ? withOtherLines(text, random) : withOtherPart(text, random);
      }
      checkReadOrRefused(text);
    }
  }

  @Property
  void printedProgramsAreReadBack(
      @ForAll("programs") Program first, @ForAll("programs") Program second) {
    RoundTrip.check(first, "first");
    RoundTrip.check(second, "second");
  }

  private static void checkReadOrRefused(String text) {
    try {
      assertThat(IrParser.parse(text, "t.py", line -> {})).isNotNull();
    } catch (ParseException e) {
      for (ParseException one : e.all()) {
        assertThat(one.getMessage()).startsWith("t.py:").contains("[" + one.errorClass() + "]");
        assertThat(one.hint()).isNotEmpty();
      }
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError("while reading\n" + text, e);
    }
  }

  /** A piece in the place of a few characters. */
  private static String withOtherPart(String text, Random random) {
    int from = random.nextInt(text.length());
    int to = Math.min(text.length(), from + random.nextInt(12));
    String piece = random.nextInt(4) == 0 ? "" : PIECES.get(random.nextInt(PIECES.size()));
    return text.substring(0, from) + piece + text.substring(to);
  }

  /** A line that is missing, repeated, moved or indented otherwise. */
  private static String withOtherLines(String text, Random random) {
    List<String> lines = new ArrayList<>(Splitter.on('\n').splitToList(text));
    int at = random.nextInt(lines.size());
    int other = random.nextInt(lines.size());
    switch (random.nextInt(5)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(other, lines.get(at));
      case 2 -> Collections.swap(lines, at, other);
      case 3 -> lines.set(at, "    " + lines.get(at));
      default -> lines.set(at, lines.get(at).replaceFirst(" {4}", ""));
    }
    String changed = String.join("\n", lines);
    return changed.isEmpty() ? text : changed;
  }

  private static String text(String file) {
    try {
      return Resources.toString(Resources.getResource("text/" + file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
