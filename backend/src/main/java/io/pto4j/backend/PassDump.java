package io.pto4j.backend;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pto4j.ir.Program;
import io.pto4j.pass.Instrument;
import io.pto4j.pass.Pass;
import io.pto4j.text.IrPrinter;
import java.util.Map;

/** Adds the program after every pass that changed it to the artifacts, as text. */
final class PassDump implements Instrument {
  private final Map<String, byte[]> files;
  private int passes;

  PassDump(Program frontend, Map<String, byte[]> files) {
    this.files = files;
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
        IrPrinter.print(program).getBytes(UTF_8));
  }
}
