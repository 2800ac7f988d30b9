package io.pto4j.cli;

import static java.util.stream.Collectors.joining;

import io.pto4j.op.OpDef;
import io.pto4j.op.OperatorReference;
import io.pto4j.op.Operators;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The operator table. */
@Command(
    name = "ops",
    mixinStandardHelpOptions = true,
    description = "Lists the operators of the IR, or describes one of them.")
final class OpsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "An operator, such as tile.load.")
  private String name;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (name == null) {
      Operators.table().values().forEach(op -> out.printf("%-32s %s%n", op.name(), op.doc()));
      return 0;
    }
    Optional<OpDef> op = Operators.find(name);
    if (op.isEmpty()) {
      spec.commandLine().getErr().println("unknown operator '" + name + "'" + similar(name));
      return 1;
    }
    out.print(OperatorReference.text(op.get()));
    out.flush();
    return 0;
  }

  private static String similar(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    String found =
        Operators.table().keySet().stream()
            .filter(known -> !last.isEmpty() && known.contains(last))
            .collect(joining(", "));
    return found.isEmpty() ? "; 'pto4j ops' lists all" : "; there are " + found;
  }
}
