package io.pto4j.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pto4j.cli.ProgramFile.ProblemException;
import io.pto4j.compare.IrEquality;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Program;
import io.pto4j.pass.RoundTrip;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** What is lost when programs are written and read again. */
@Command(
    name = "roundtrip",
    mixinStandardHelpOptions = true,
    description = {
      "Reads programs, writes them as text and as binary, reads these and compares.",
      "Prints one line of JSON for each file and one with the totals; exits with 1 if a file cannot"
          + " be read or a program changes."
    })
final class RoundTripCommand implements Callable<Integer> {
  /** In ASCII, so that a line is what it should be in every locale. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files, and directories whose .py and .msgpack files are taken.")
  private List<Path> paths;

  private int files;
  private int parsed;
  private int identical;
  private int unchanged;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (Path path : paths) {
      for (FoundFiles.Found found : FoundFiles.in(path)) {
        out.println(JSON.writeValueAsString(line(found)));
        if (out.checkError()) {
          return 1;
        }
      }
    }
    Map<String, Object> totals = new LinkedHashMap<>();
    totals.put("files", files);
    totals.put("parsed", parsed);
    totals.put("identical", identical);
    totals.put("unchanged", unchanged);
    out.println(JSON.writeValueAsString(totals));
    return unchanged == files ? 0 : 1;
  }

  private Map<String, Object> line(FoundFiles.Found found) {
    Path file = found.path();
    files++;
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("file", file.toString());
    try {
      if (found.problem().isPresent()) {
        throw found.problem().get();
      }
      byte[] content = ProgramFile.content(file);
      IrNode node = ProgramFile.parse(file, content, spec.commandLine().getErr());
      Program program = ProgramFile.program(file, node);
      parsed++;
      line.put("parsed", true);
      boolean same = isIdentical(file, content, node);
      line.put("identical", same);
      Optional<String> text = RoundTrip.loss(program);
      Optional<String> binary = binaryLoss(program);
      line.put("textEqual", text.isEmpty());
      line.put("binaryEqual", binary.isEmpty());
      text.ifPresent(loss -> line.put("textLoss", loss));
      binary.ifPresent(loss -> line.put("binaryLoss", loss));
      identical += same ? 1 : 0;
      unchanged += text.isEmpty() && binary.isEmpty() ? 1 : 0;
    } catch (ProblemException e) {
      line.put("parsed", false);
      line.put("error", e.getMessage());
    } catch (RuntimeException e) {
      // one file must not end the run over the others
      line.put("internalError", e.toString());
    }
    return line;
  }

  /** Whether writing gives the file's own content, of text in the dialect it is written in. */
  private static boolean isIdentical(Path file, byte[] content, IrNode node) {
    if (ProgramFile.Format.of(file).orElseThrow() == ProgramFile.Format.BINARY) {
      return Arrays.equals(content, IrWriter.write(node));
    }
    String text = new String(content, UTF_8).stripTrailing();
    return Stream.of(PrintOptions.seed(), PrintOptions.ecosystem())
        .anyMatch(options -> IrPrinter.print(node, options).stripTrailing().equals(text));
  }

  private static Optional<String> binaryLoss(Program program) {
    return IrEquality.difference(program, IrReader.read(IrWriter.write(program)), true)
        .map(difference -> difference.message());
  }
}
