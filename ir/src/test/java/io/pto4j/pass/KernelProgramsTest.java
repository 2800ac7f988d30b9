package io.pto4j.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import io.pto4j.gen.KernelPrograms;
import io.pto4j.gen.Reducer;
import io.pto4j.interp.Differences;
import io.pto4j.interp.Interpreter;
import io.pto4j.interp.RandomInputs;
import io.pto4j.interp.Value;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.pass.front.ConvertToSSA;
import io.pto4j.pass.front.CtrlFlowTransform;
import io.pto4j.pass.front.FlattenCallExpr;
import io.pto4j.pass.front.NormalizeStmtStructure;
import io.pto4j.pass.front.OutlineIncoreScopes;
import io.pto4j.pass.front.Simplify;
import io.pto4j.pass.front.UnrollLoops;
import io.pto4j.text.IrParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The standard pipeline keeps what random programs compute. */
class KernelProgramsTest {
  /** 2,000 programs altogether, 50,000 in a long run, which has more tries. */
  private static final int PROGRAMS_PER_TRY = Integer.getInteger("pto4j.programsPerTry", 40);

  @Property
  void theStandardPipelineKeepsResults(@ForAll long seed) {
    for (int i = 0; i < PROGRAMS_PER_TRY; i++) {
      String program = KernelPrograms.text(seed + i);
      fault(program, 1)
          .ifPresent(
              fault ->
                  fail(
                      Reducer.reduce(
                              program, text -> fault(text, 1).map(fault::isLike).orElse(false))
                          + fault.text()));
    }
  }

  /** Blocks are no tasks of the pipeline yet, but of the passes that come first. */
  @Property
  void blocksKeepTheirResultsInEveryOrder(@ForAll long seed) {
    Program program = IrParser.program(KernelPrograms.blocks(seed), "generated.py");
    TranslationValidation validation = new TranslationValidation(1, Ir.CONTEXT.target());
    PassContext context =
        new PassContext(Ir.CONTEXT.target(), VerificationLevel.BASIC, ImmutableList.of(validation));
    RandomInputs inputs = RandomInputs.of(program.function("main").orElseThrow(), seed);

    Pipeline.of(
            new UnrollLoops(),
            new CtrlFlowTransform(),
            new ConvertToSSA(),
            new Simplify(),
            new NormalizeStmtStructure(),
            new FlattenCallExpr(),
            new OutlineIncoreScopes())
        .run(program, context);

    assertThat(validation.compared()).isPositive();
    ImmutableList<Value> expected = inputs.values();
    ImmutableList<Value> actual = inputs.values();
    new Interpreter(program).call("main", expected);
    Interpreter.inRandomOrder(program, seed).call("main", actual);
    assertThat(Differences.first("y", expected.get(1), actual.get(1))).isEmpty();
  }

  /** Programs that were once compiled wrong, or that validation once took for it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "window_merged_with_a_whole_tile",
        "window_carried_by_a_loop",
        "tile_written_under_another_name",
        "window_at_a_place_known_at_run_time",
        "window_reshaped_at_a_place_known_at_run_time",
        "window_of_columns_reshaped",
        "overlapping_windows_written_by_tasks",
        "carried_tile_that_starts_as_a_copy"
      })
  void faultsOfThePastAreGone(String name) throws IOException {
    String text =
        Resources.toString(
            Resources.getResource("validation/" + name + ".py"), StandardCharsets.UTF_8);

    assertThat(fault(text, 8)).isEmpty();
  }

  /** What is wrong with a program: refused, changed by a pass, or not to be run at all. */
  private record Fault(String kind, String text) {
    boolean isLike(Fault other) {
      return kind.equals(other.kind);
    }
  }

  private static Optional<Fault> fault(String text, int runs) {
    TranslationValidation validation = new TranslationValidation(runs, Ir.CONTEXT.target());
    PassContext context =
        new PassContext(Ir.CONTEXT.target(), VerificationLevel.BASIC, ImmutableList.of(validation));
    try {
      Pipelines.standard().run(IrParser.program(text, "generated.py"), context);
      validation.requireCompared();
      return Optional.empty();
    } catch (CompilerBugException e) {
      String[] words = e.getMessage().split(" ", 3);
      return Optional.of(new Fault(words[0] + " " + words[1], e.getMessage()));
    } catch (IrException e) {
      String rule = e.getMessage().replaceAll("'[^']*'|\\d+", "");
      return Optional.of(new Fault("refused: " + rule, e.span() + ": " + e.getMessage()));
    }
  }
}
