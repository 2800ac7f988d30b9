package io.pto4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Var;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrintCommandTest {
  private static final Program PROGRAM = successor(Attrs.empty());

  @TempDir private Path directory;

  private static Program successor(Attrs attrs) {
    ScalarType index = ScalarType.of(DataType.INDEX);
    Span here = Span.unknown();
    Var n = new Var("n", index, here);
    Var next = new Var("next", index, here);
    Function function =
        new Function(
            here,
            ImmutableList.of(n),
            ImmutableList.of(ParamDirection.IN),
            FunctionType.ORCHESTRATION,
            Optional.empty(),
            Optional.empty(),
            attrs,
            false,
            ImmutableList.of(index),
            SeqStmts.flatten(
                ImmutableList.of(
                    AssignStmt.of(next, Exprs.binary(BinaryOp.ADD, n, ConstInt.index(1), here)),
                    ReturnStmt.of(ImmutableList.of(next), here)),
                here),
            "successor");
    return Program.of("Counting", ImmutableList.of(function), here);
  }

  private String file(byte[] content) throws IOException {
    return Files.write(directory.resolve("program.msgpack"), content).toString();
  }

  @Test
  void printsTheProgram() throws IOException {
    CommandRun run = CommandRun.of("print", file(IrWriter.write(PROGRAM)));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().stripTrailing()).isEqualTo(IrPrinter.print(PROGRAM));
    assertThat(run.out()).contains("Counting", "def successor", "next");
  }

  @Test
  void optionsChooseTheForm() throws IOException {
    CommandRun run =
        CommandRun.of(
            "print",
            file(IrWriter.write(PROGRAM)),
            "--dialect",
            "ecosystem",
            "--concise",
            "--prefix",
            "py");

    assertThat(run.out().stripTrailing())
        .isEqualTo(
            IrPrinter.print(PROGRAM, new PrintOptions(PrintOptions.Dialect.ECOSYSTEM, true, "py")))
        .isNotEqualTo(IrPrinter.print(PROGRAM));
  }

  @Test
  void aFunctionIsPrintedOnItsOwn() throws IOException {
    Function function = PROGRAM.functions().values().iterator().next();

    CommandRun run = CommandRun.of("print", file(IrWriter.write(function)));

    assertThat(run.out()).startsWith("@pl.function(").contains("def successor(n: ");
  }

  @Test
  void whatTheTextCannotSayIsAWarning() throws IOException {
    Program program = successor(Attrs.of("auto_scope", AttrValue.of(true)));

    CommandRun run = CommandRun.of("print", file(IrWriter.write(program)));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("def successor");
    assertThat(run.err())
        .contains("program.msgpack: warning: the text reads back differently:")
        .contains("['successor'].attrs")
        .contains("Kwargs size mismatch (1 != 0)");
    assertThat(CommandRun.of("print", file(IrWriter.write(PROGRAM))).err()).isEmpty();
  }

  @Test
  void aPrefixThatIsNoNameIsAMistakeOfTheCommandLine() throws IOException {
    CommandRun run = CommandRun.of("print", file(IrWriter.write(PROGRAM)), "--prefix", "1x");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'1x' cannot be the name of the language module");
  }

  @Test
  void aMissingFileIsNamed() {
    String missing = directory.resolve("nothing.msgpack").toString();

    CommandRun run = CommandRun.of("print", missing);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().strip()).isEqualTo(missing + ": no such file");
  }

  @Test
  void aFileThatIsNoProgramIsNamedWithTheReason() throws IOException {
    byte[] whole = IrWriter.write(PROGRAM);
    byte[] half = Arrays.copyOf(whole, whole.length / 2);

    CommandRun run = CommandRun.of("print", file(half));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("program.msgpack: not a serialised program: ");
  }

  @Test
  void aDirectoryCannotBePrinted() {
    CommandRun run = CommandRun.of("print", directory.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("cannot be read");
  }

  @Test
  void anUnknownDialectIsAMistakeOfTheCommandLine() throws IOException {
    CommandRun run = CommandRun.of("print", file(IrWriter.write(PROGRAM)), "--dialect", "klingon");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("klingon");
  }
}
