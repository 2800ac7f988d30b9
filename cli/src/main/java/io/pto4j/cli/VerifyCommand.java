package io.pto4j.cli;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.pto4j.cli.ProgramFile.ProblemException;
import io.pto4j.ir.Occurrences;
import io.pto4j.ir.Program;
import io.pto4j.pass.Property;
import io.pto4j.verify.Diagnostic;
import io.pto4j.verify.VerificationReport;
import io.pto4j.verify.Verifiers;
import io.pto4j.verify.Warnings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The findings of the verifiers. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = "Checks a program; exits with 1 if there is an error.")
final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A .py or .msgpack file.")
  private Path file;

  @Option(
      names = "--property",
      paramLabel = "NAME",
      split = ",",
      description =
          "Check these properties, such as SSAForm, instead of those that every program must have"
              + " before the first pass; structural are those that every program has between the"
              + " passes, default those of a program in its usual form.")
  private List<String> names;

  @Mixin private TargetChoice target;

  @Override
  public Integer call() throws ProblemException {
    ImmutableSet<Property> properties =
        names == null
            ? Verifiers.INPUT
            : names.stream()
                .flatMap(name -> properties(name).stream())
                .collect(Sets.toImmutableEnumSet());
    Program program = ProgramFile.program(file, spec.commandLine().getErr());
    Occurrences.requireBounded(program);
    ImmutableList<Diagnostic> found =
        ImmutableList.<Diagnostic>builder()
            .addAll(Verifiers.verify(program, target.get(spec.commandLine()), properties))
            .addAll(names == null ? Warnings.of(program) : ImmutableList.of())
            .build();
    spec.commandLine().getOut().println(VerificationReport.text(found));
    return found.stream().anyMatch(Diagnostic::isError) ? 1 : 0;
  }

  private ImmutableSet<Property> properties(String name) {
    return switch (Ascii.toLowerCase(name)) {
      case "structural" -> Verifiers.STRUCTURAL;
      case "default" -> Verifiers.USUAL;
      default -> Sets.immutableEnumSet(property(name));
    };
  }

  private Property property(String name) {
    return Arrays.stream(Property.values())
        .filter(Verifiers::exists)
        .filter(property -> property.text().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "no verifier of '"
                        + name
                        + "'; there are "
                        + Arrays.stream(Property.values())
                            .filter(Verifiers::exists)
                            .map(Property::text)
                            .collect(joining(", "))));
  }
}
