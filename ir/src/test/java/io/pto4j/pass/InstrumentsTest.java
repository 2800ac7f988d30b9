package io.pto4j.pass;

import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.seq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Var;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.pass.VerificationInstrument.Mode;
import io.pto4j.verify.Diagnostic;
import io.pto4j.verify.VerificationException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who watches a pipeline, and what the context says besides. */
class InstrumentsTest {
  private static final Var T = index("t");

  /** A program in SSA form, and one that is not. */
  private static final Program ONCE =
      program(function(FunctionType.INCORE, "f", List.of(), List.of(), let(T, i(1)), ret(T)));

  private static final Program TWICE =
      ONCE.mapFunctions(f -> f.withBody(seq(let(T, i(2)), f.body())));

  /** A pass that has {@code property} on both sides of its contract. */
  private record Changing(io.pto4j.pass.Property property, Program result) implements Pass {
    @Override
    public String name() {
      return "Changing";
    }

    @Override
    public ImmutableSet<io.pto4j.pass.Property> required() {
      return ImmutableSet.of(property);
    }

    @Override
    public ImmutableSet<io.pto4j.pass.Property> produced() {
      return ImmutableSet.of(property);
    }

    @Override
    public Program run(Program program, PassContext context) {
      return result;
    }
  }

  private static PassContext context(Instrument... instruments) {
    return new PassContext(
        Ir.CONTEXT.target(), VerificationLevel.NONE, ImmutableList.copyOf(instruments));
  }

  private static Program run(Mode mode, Program before, Program after) {
    return Pipeline.of(new Changing(io.pto4j.pass.Property.SSA_FORM, after))
        .run(before, context(new VerificationInstrument(mode, Ir.CONTEXT.target())));
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void whatHoldsAroundAPassIsSaidToHold(Mode mode) {
    assertThat(run(mode, ONCE, ONCE)).isSameAs(ONCE);
  }

  @ParameterizedTest
  @CsvSource({"NONE, false, false", "BEFORE, true, false", "AFTER, false, true"})
  void theModeSaysWhatIsVerified(Mode mode, boolean before, boolean after) {
    if (before) {
      assertThatThrownBy(() -> run(mode, TWICE, ONCE)).isInstanceOf(VerificationException.class);
    } else {
      assertThat(run(mode, TWICE, ONCE)).isSameAs(ONCE);
    }
    if (after) {
      assertThatThrownBy(() -> run(mode, ONCE, TWICE)).isInstanceOf(VerificationException.class);
    } else {
      assertThat(run(mode, ONCE, TWICE)).isSameAs(TWICE);
    }
  }

  @Test
  void theMessageNamesPassSideAndFindings() {
    assertThatThrownBy(() -> run(Mode.BEFORE_AND_AFTER, TWICE, ONCE))
        .isInstanceOf(VerificationException.class)
        .hasMessageStartingWith(
            "Pre-verification failed before pass 'Changing' for properties {SSAForm, TypeChecked, ")
        .hasMessageContaining("[1] ERROR - SSAVerify")
        .hasMessageEndingWith("Status: FAILED (1 error(s) found)");
    assertThatThrownBy(() -> run(Mode.BEFORE_AND_AFTER, ONCE, TWICE))
        .hasMessageStartingWith(
            "Post-verification failed after pass 'Changing' for properties {SSAForm, TypeChecked, ")
        .satisfies(
            e ->
                assertThat(((VerificationException) e).diagnostics())
                    .extracting(Diagnostic::code)
                    .containsExactly(1));
  }

  @Test
  void whatEveryProgramSatisfiesIsVerifiedToo() {
    Program wrong = ONCE.mapFunctions(f -> f.withBody(seq(ret(T), let(T, i(1)))));

    assertThatThrownBy(() -> run(Mode.AFTER, ONCE, wrong))
        .hasMessageContaining("Variable 't' used before definition in function 'f'");
  }

  @Test
  void instrumentsWatchInTheirOrder() {
    List<String> seen = new ArrayList<>();
    Pass pass = new Changing(io.pto4j.pass.Property.SSA_FORM, TWICE);

    Pipeline.of(pass).run(ONCE, context(watching("a", seen), watching("b", seen)));

    assertThat(seen)
        .containsExactly("a before true", "b before true", "a after false", "b after false");
  }

  private static Instrument watching(String name, List<String> seen) {
    return new Instrument() {
      @Override
      public void beforePass(Pass pass, Program program) {
        seen.add(name + " before " + (program == ONCE));
      }

      @Override
      public void afterPass(Pass pass, Program before, Program after) {
        seen.add(name + " after " + (after == ONCE));
      }
    };
  }

  @ParameterizedTest
  @EnumSource(MemoryPlanner.class)
  void aPlannerWithoutPassesIsRefused(MemoryPlanner planner) {
    PassContext chosen = Ir.CONTEXT.withMemoryPlanner(planner);

    if (planner == MemoryPlanner.PYPTO) {
      assertThat(Pipeline.of().run(ONCE, chosen)).isSameAs(ONCE);
    } else {
      assertThatThrownBy(() -> Pipeline.of().run(ONCE, chosen))
          .isInstanceOfSatisfying(
              IrException.class, e -> assertThat(e.hint()).isEqualTo("use the planner PYPTO"))
          .hasMessageContaining("the memory planner " + planner + " is not supported yet");
    }
  }
}
