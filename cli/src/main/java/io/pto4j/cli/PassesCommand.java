package io.pto4j.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.target.Targets;
import io.pto4j.cli.ProgramFile.ProblemException;
import io.pto4j.ir.Program;
import io.pto4j.pass.CompilerBugException;
import io.pto4j.pass.Instrument;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.pass.Pipelines;
import io.pto4j.pass.TranslationValidation;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
      names = "--target",
      paramLabel = "NAME",
      description = "The machine to compile for; default: Ascend910B.")
  private String target;

  @Mixin private PrintStyle style;

  @Override
  public Integer call() throws ProblemException {
    Program program = ProgramFile.program(file);
    TranslationValidation validation = new TranslationValidation(RUNS);
    Listing listing = new Listing(spec.commandLine().getOut(), style.options(spec.commandLine()));
    ImmutableList<Instrument> instruments =
        validate ? ImmutableList.of(validation, listing) : ImmutableList.of(listing);
    try {
      listing.write("frontend", program);
      Pipelines.standard()
          .run(
              program,
              new PassContext(
                  target == null ? Targets.standard() : Targets.get(target),
                  VerificationLevel.BASIC,
                  instruments));
    } catch (CompilerBugException e) {
      throw new ProblemException("fault of the compiler: " + e.getMessage());
    }
    if (listing.failure != null) {
      throw new ProblemException(dump + ": cannot be written: " + listing.failure.getMessage());
    }
    if (validate) {
      validation.requireCompared();
      spec.commandLine().getOut().println(validation.compared() + " runs compared, all equal");
    }
    return 0;
  }

  private final class Listing implements Instrument {
    private final PrintWriter out;
    private final PrintOptions options;
    private int passes;
    private IOException failure;

    Listing(PrintWriter out, PrintOptions options) {
      this.out = out;
      this.options = options;
    }

    // a pass that did nothing returns the program that it was given
    @SuppressWarnings("ReferenceEquality")
    @Override
    public void afterPass(Pass pass, Program before, Program after) {
      passes++;
      boolean changed = after != before;
      out.printf("%02d %-28s %s%n", passes, pass.name(), changed ? "changed" : "");
      if (changed) {
        write("after_" + pass.name(), after);
      }
    }

    void write(String stage, Program program) {
      if (dump == null) {
        return;
      }
      try {
        Files.createDirectories(dump);
        Files.write(
            dump.resolve("%02d_%s.py".formatted(passes, stage)),
            IrPrinter.print(program, options).getBytes(UTF_8));
      } catch (IOException e) {
        failure = e;
      }
    }
  }
}
