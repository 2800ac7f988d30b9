package io.pto4j.cli;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.PassDump;
import io.pto4j.cli.ProgramFile.ProblemException;
import io.pto4j.ir.Program;
import io.pto4j.pass.CompilerBugException;
import io.pto4j.pass.Instrument;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.pass.Pipelines;
import io.pto4j.pass.Target;
import io.pto4j.pass.TranslationValidation;
import io.pto4j.verify.Diagnostic;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The passes, one after the other. */
@Command(
    name = "passes",
    mixinStandardHelpOptions = true,
    description = "Runs the pass pipeline and says which passes changed the program.")
final class PassesCommand implements Callable<Integer> {
  private static final int RUNS = 5;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A .py or .msgpack file before the first pass.")
  private Path file;

  @Option(
      names = "--validate",
      description =
          "Run the program before and after each pass on random inputs and compare the results.")
  private boolean validate;

  @Option(
      names = "--dump",
      paramLabel = "DIR",
      description = "Write the program after each pass that changed it as text into a directory.")
  private Path dump;

  @Option(
      names = "--verify",
      paramLabel = "LEVEL",
      defaultValue = "basic",
      description =
          "What is checked between the passes: ${COMPLETION-CANDIDATES}; default:"
              + " ${DEFAULT-VALUE}.")
  private VerificationLevel verification;

  @Mixin private TargetChoice target;

  @Mixin private PrintStyle style;

  @Override
  public Integer call() throws ProblemException {
    Target machine = target.get(spec.commandLine());
    Program program = ProgramFile.program(file, spec.commandLine().getErr());
    PrintWriter out = spec.commandLine().getOut();
    TranslationValidation validation = new TranslationValidation(RUNS, machine);
    SortedMap<String, byte[]> texts = new TreeMap<>();
    ImmutableList.Builder<Instrument> instruments = ImmutableList.builder();
    if (validate) {
      instruments.add(validation);
    }
    instruments.add(new PassDump(program, texts, style.options(spec.commandLine())));
    instruments.add(new Listing(out, spec.commandLine().getErr()));
    try {
      Pipelines.standard()
          .run(program, new PassContext(machine, verification, instruments.build()));
    } catch (CompilerBugException e) {
      throw new ProblemException("fault of the compiler: " + e.getMessage());
    } finally {
      write(texts);
    }
    if (validate) {
      validation.requireCompared();
      out.println(validation.compared() + " runs compared, all equal");
    }
    return 0;
  }

  /** Also when a pass fails, which is when the texts are wanted most. */
  private void write(SortedMap<String, byte[]> texts) throws ProblemException {
    if (dump == null) {
      return;
    }
    try {
      Files.createDirectories(dump);
      for (Map.Entry<String, byte[]> text : texts.entrySet()) {
        Files.write(dump.resolve(Path.of(text.getKey()).getFileName()), text.getValue());
      }
    } catch (IOException e) {
      throw ProgramFile.unwritable(dump, e);
    }
  }

  /** One line for each pass. */
  private static final class Listing implements Instrument {
    private final PrintWriter out;
    private final PrintWriter notes;
    private int passes;

    Listing(PrintWriter out, PrintWriter notes) {
      this.out = out;
      this.notes = notes;
    }

    // a pass that did nothing returns the program that it was given
    @SuppressWarnings("ReferenceEquality")
    @Override
    public void afterPass(Pass pass, Program before, Program after) {
      passes++;
      out.printf("%02d %-28s %s%n", passes, pass.name(), after == before ? "" : "changed");
    }

    @Override
    public void warned(Diagnostic warning, String stage) {
      notes.println(warning.line(stage));
    }
  }
}
