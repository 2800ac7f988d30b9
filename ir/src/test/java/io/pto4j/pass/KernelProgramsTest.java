package io.pto4j.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import io.pto4j.gen.KernelPrograms;
import io.pto4j.gen.Reducer;
import io.pto4j.ir.IrException;
import io.pto4j.pass.PassContext.VerificationLevel;
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
  /** With the tries of a property, 2,000 programs; at least 50,000 in a long run. */
  private static final int PROGRAMS_PER_TRY = 40;

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

  /** Programs that were once compiled wrong, or that validation once took for it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "window_merged_with_a_whole_tile",
        "window_carried_by_a_loop",
        "tile_written_under_another_name",
        "window_at_a_place_known_at_run_time"
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
    TranslationValidation validation = new TranslationValidation(runs);
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
      return Optional.of(new Fault("refused", e.span() + ": " + e.getMessage()));
    }
  }
}
