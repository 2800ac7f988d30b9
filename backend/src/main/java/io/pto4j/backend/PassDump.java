package io.pto4j.backend;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pto4j.ir.Program;
import io.pto4j.pass.Instrument;
import io.pto4j.pass.Pass;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
import java.util.Map;

/**
 * Keeps the program after every pass that changed it as text, by the path it has among artifacts.
 */
public final class PassDump implements Instrument {
  private final Map<String, byte[]> files;
  private final PrintOptions options;
  private int passes;

  /**
   * @param files takes the texts, {@code passes_dump/NN_after_PASS.py}
   */
  public PassDump(Program frontend, Map<String, byte[]> files, PrintOptions options) {
    this.files = files;
    this.options = options;
    add("frontend", frontend);
  }

  // a pass that did nothing returns the program that it was given
  @SuppressWarnings("ReferenceEquality")
  @Override
  public void afterPass(Pass pass, Program before, Program after) {
    passes++;
    if (after != before) {
      add("after_" + pass.name(), after);
    }
  }

  private void add(String stage, Program program) {
    files.put(
        "passes_dump/%02d_%s.py".formatted(passes, stage),
        IrPrinter.print(program, options).getBytes(UTF_8));
  }
}
