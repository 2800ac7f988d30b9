package io.pto4j.op;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.ParseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** The types that calls give, and what is refused, as {@code op/calls.txt} lists them. */
class WrittenCallsTest {
  private static final String RESULT = "=> ";
  private static final String REFUSED = "!";
  private static final String PARAMETERS = "| ";

  @Test
  void everyCallGivesItsTypeOrIsRefused() throws IOException {
    List<String> lines =
        Resources.readLines(Resources.getResource("op/calls.txt"), StandardCharsets.UTF_8);
    SoftAssertions all = new SoftAssertions();
    int checked = 0;
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).startsWith(RESULT)) {
        String written = lines.get(i - 1);
        String expected = lines.get(i).substring(RESULT.length());
        String actual = result(written);
        all.assertThat(expected.equals(REFUSED) ? actual.substring(0, 1) : actual)
            .as(written)
            .isEqualTo(expected);
        checked++;
      }
    }
    all.assertAll();
    assertThat(checked).isGreaterThan(900);
  }

  /** What authors write and what is stored: what holds anyway is not, and some defaults are. */
  private static final ImmutableMap<String, String> STORED =
      ImmutableMap.<String, String>builder()
          .put(
              "pl.tile.load(x, [0, 0], [32, 64], clamp=False)",
              "pl.tile.load(x, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)")
          .put("pl.tile.store(t, [0, 0], x, atomic=0)", "pl.tile.store(t, [0, 0], x)")
          .put("pl.tile.log(t, high_precision=False)", "pl.tile.log(t)")
          .put(
              "pl.tile.create([16, 16], pl.FP32, transpose=False, compact=False)",
              "pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Vec)")
          .put(
              "pl.tile.create([16, 16], pl.FP32, target_memory=pl.Mem.Acc, compact=True)",
              "pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)")
          .put("pl.tile.lrelu(h, 0.5)", "pl.tile.lrelu(h, 0.5)")
          .put("pl.tile.lrelu(h, 2)", "pl.tile.lrelu(h, 2.0)")
          .put(
              "pl.tile.mrgsort(t, block_len=64)",
              "pl.tile.mrgsort_format1(t, pl.const(64, pl.INT32))")
          .put("pl.system.syncall()", "pl.system.syncall(core_type='mix')")
          .put("pl.system.syncall(mode='hard')", "pl.system.syncall(core_type='mix')")
          .buildOrThrow();

  @Test
  void whatHoldsAnywayIsNotStored() {
    String parameters =
        "x: pl.Tensor[[64, 64], pl.FP32], t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], h:"
            + " pl.Tile[[32, 64], pl.FP16, pl.Mem.Vec]";
    STORED.forEach(
        (written, stored) -> {
          Stmt stmt = statement(parameters, isEffect(written) ? written : "out = " + written);
          Expr call =
              switch (stmt) {
                case AssignStmt s -> s.value();
                case EvalStmt s -> s.expr();
                default -> throw new AssertionError(stmt);
              };
          assertThat(IrPrinter.print(call)).isEqualTo(stored);
        });
  }

  private static String result(String written) {
    int cut = written.indexOf(PARAMETERS);
    String parameters = written.substring(0, cut).strip();
    String call = written.substring(cut + PARAMETERS.length());
    try {
      // a call without a result is no value
      Stmt stmt = statement(parameters, isEffect(call) ? call : "out = " + call);
      return stmt instanceof AssignStmt s ? IrPrinter.print(s.var().type()) : "done";
    } catch (ParseException e) {
      return REFUSED + " " + message(e);
    }
  }

  private static boolean isEffect(String call) {
    return call.startsWith("pl.system.") || call.startsWith("pl.tile.tpush");
  }

  private static Stmt statement(String parameters, String statement) {
    String text =
        """
        N = pl.dynamic("N")
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, %s):
                %s
        """
            .formatted(parameters, statement);
    return SeqStmts.listOf(
            IrParser.program(text, "k.py").functions().values().asList().getFirst().body())
        .getFirst();
  }

  private static String message(ParseException e) {
    ImmutableList<String> lines = e.getMessage().lines().collect(ImmutableList.toImmutableList());
    return lines
        .getFirst()
        .replaceFirst("^k.py:\\d+:\\d+: ", "")
        .replaceFirst(" \\[E\\d+ \\w+\\]$", "");
  }
}
