package io.pto4j.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
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
          + " be read or a program changes.",
      "\"identical\" compares the content of the file itself with what is written: text that was"
          + " written by hand seldom has the printer's form, and \"firstDifference\" shows where"
          + " it first differs. \"textEqual\" and \"binaryEqual\" compare programs."
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
      Optional<Map<String, Object>> difference = firstDifference(file, content, node);
      line.put("identical", difference.isEmpty());
      difference.ifPresent(first -> line.put("firstDifference", first));
      Optional<String> text = RoundTrip.loss(program);
      Optional<String> binary = binaryLoss(program);
      line.put("textEqual", text.isEmpty());
      line.put("binaryEqual", binary.isEmpty());
      text.ifPresent(loss -> line.put("textLoss", loss));
      binary.ifPresent(loss -> line.put("binaryLoss", loss));
      identical += difference.isEmpty() ? 1 : 0;
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

  /**
   * Where writing gives other content than the file's own, of text in the dialect that agrees the
   * longest: a line as it is in the file and as it is written, or the offset of a byte.
   */
  private static Optional<Map<String, Object>> firstDifference(
      Path file, byte[] content, IrNode node) {
    if (ProgramFile.Format.of(file).orElseThrow() == ProgramFile.Format.BINARY) {
      int at = Arrays.mismatch(content, IrWriter.write(node));
      return at < 0 ? Optional.empty() : Optional.of(ImmutableMap.of("byte", at));
    }
    List<String> given = lines(new String(content, UTF_8));
    Optional<Map<String, Object>> first = Optional.empty();
    int longest = -1;
    for (PrintOptions options : List.of(PrintOptions.seed(), PrintOptions.ecosystem())) {
      List<String> written = lines(IrPrinter.print(node, options));
      int same = 0;
      while (same < Math.min(given.size(), written.size())
          && given.get(same).equals(written.get(same))) {
        same++;
      }
      if (same == given.size() && same == written.size()) {
        return Optional.empty();
      }
      if (same > longest) {
        longest = same;
        first =
            Optional.of(
                ImmutableMap.of(
                    "line", same + 1, "given", at(given, same), "written", at(written, same)));
      }
    }
    return first;
  }

  private static List<String> lines(String text) {
    return Splitter.on('\n').splitToList(text.stripTrailing());
  }

  /** A line; empty behind the last one. */
  private static String at(List<String> lines, int index) {
    return index < lines.size() ? lines.get(index) : "";
  }

  private static Optional<String> binaryLoss(Program program) {
    return IrEquality.difference(program, IrReader.read(IrWriter.write(program)), true)
        .map(difference -> difference.message());
  }
}
