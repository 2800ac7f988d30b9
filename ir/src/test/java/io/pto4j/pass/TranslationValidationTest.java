package io.pto4j.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.text.IrParser;
import org.junit.jupiter.api.Test;

/** Passes that do what no pass may do are caught, and those of the pipeline are not. */
class TranslationValidationTest {
  private static final String KERNEL =
      """
      @pl.program
      class Running:
          @pl.function(type=pl.FunctionType.InCore)
          def main(x: pl.Tensor[[64, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
              a: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
              b: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [32, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
              for i in pl.range(3):
                  c: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a, b)
                  if n > i:
                      a: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.mul(c, b)
                  else:
                      a: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.sub(c, b)
                  b: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = c
              y: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(pl.tile.add(a, b), [0, 0], y)
              return y
      """;

  /** The same in memory: the sum needs both tiles. */
  private static final String PLANNED =
      """
      @pl.program
      class Planned:
          @pl.function(type=pl.FunctionType.AIV)
          def main(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
              mem_vec_0: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 4096)
              mem_vec_1: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 4096)
              a: pl.Tile[[32, 32], pl.FP32, pl.MemRef(mem_vec_0, pl.const(0, pl.INT64), 4096), pl.Mem.Vec] = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
              b: pl.Tile[[32, 32], pl.FP32, pl.MemRef(mem_vec_1, pl.const(4096, pl.INT64), 4096), pl.Mem.Vec] = pl.tile.exp(a)
              c: pl.Tile[[32, 32], pl.FP32, pl.MemRef(mem_vec_0, pl.const(0, pl.INT64), 4096), pl.Mem.Vec] = pl.tile.add(a, b)
              y_1: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(c, [0, 0], y)
              return y_1
      """;

  private static Program parse(String text) {
    return IrParser.program(text, "test.py");
  }

  /** A pass that gives the program another text. */
  private static Pass replacing(ImmutableSet<Property> produced, String from, String to) {
    return new Pass() {
      @Override
      public String name() {
        return "Broken";
      }

      @Override
      public ImmutableSet<Property> produced() {
        return produced;
      }

      @Override
      public Program run(Program program, PassContext context) {
        String text = program.name().equals("Running") ? KERNEL : PLANNED;
        assertThat(text).contains(from);
        return parse(text.replace(from, to));
      }
    };
  }

  private static TranslationValidation validate(Program program, Pass... passes) {
    TranslationValidation validation = new TranslationValidation(4, Ir.CONTEXT.target());
    PassContext context =
        new PassContext(Ir.CONTEXT.target(), VerificationLevel.NONE, ImmutableList.of(validation));
    Pipeline.of(passes).run(program, context);
    return validation;
  }

  private static void assertCaught(
      String text, ImmutableSet<Property> produced, String from, String to) {
    assertThatExceptionOfType(CompilerBugException.class)
        .isThrownBy(() -> validate(parse(text), replacing(produced, from, to)))
        .withMessageStartingWith("Broken changes what 'main' computes (inputs of seed ")
        .withMessageMatching(
            "(?s).*'y'\\[\\d+, \\d+\\] is .* before and .* after"
                + "(\n  first where 'c' in 'main' at test.py:.*)?\n  with x = all [01];.*");
  }

  @Test
  void theStandardPipelineKeepsResults() {
    TranslationValidation validation = new TranslationValidation(4, Ir.CONTEXT.target());
    PassContext context =
        new PassContext(Ir.CONTEXT.target(), VerificationLevel.BASIC, ImmutableList.of(validation));

    Pipelines.standard().run(parse(KERNEL), context);

    assertThat(validation.compared()).isGreaterThan(20);
  }

  @Test
  void aDroppedStoreIsCaught() {
    assertCaught(
        KERNEL,
        ImmutableSet.of(),
        "y: pl.Tensor[[32, 32], pl.FP32] = pl.tile.store(pl.tile.add(a, b), [0, 0], y)",
        "d: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(a, b)");
  }

  @Test
  void aSwappedBranchIsCaught() {
    assertCaught(KERNEL, ImmutableSet.of(), "if n > i:", "if n <= i:");
  }

  @Test
  void aLostCarriedValueIsCaught() {
    assertCaught(
        KERNEL,
        ImmutableSet.of(),
        "b: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = c\n",
        "d: pl.Tile[[32, 32], pl.FP32, pl.Mem.Vec] = c\n");
  }

  @Test
  void aWrongReuseIsCaught() {
    assertThat(
            validate(
                    parse(PLANNED),
                    replacing(ImmutableSet.of(Property.ALLOCATED_MEMORY_ADDR), "class", "class"))
                .compared())
        .isEqualTo(4);
    assertCaught(
        PLANNED,
        ImmutableSet.of(Property.ALLOCATED_MEMORY_ADDR),
        "pl.MemRef(mem_vec_1, pl.const(4096, pl.INT64), 4096)",
        "pl.MemRef(mem_vec_1, pl.const(2048, pl.INT64), 4096)");
  }

  @Test
  void aProgramThatStopsWorkingIsCaught() {
    assertThatExceptionOfType(CompilerBugException.class)
        .isThrownBy(
            () ->
                validate(
                    parse(KERNEL),
                    replacing(ImmutableSet.of(), "load(x, [32, 0]", "load(x, [64, 0]")))
        .withMessageStartingWith("Broken breaks 'main', which can no longer be run");
  }

  @Test
  void whatCannotBeRunIsSaid() {
    Program program = parse(KERNEL.replace("load(x, [32, 0]", "load(x, [n * 1000 + 64, 0]"));

    TranslationValidation validation =
        validate(program, replacing(ImmutableSet.of(), "range(3)", "range(2)"));

    assertThat(validation.compared()).isZero();
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(validation::requireCompared)
        .withMessageStartingWith("the passes cannot be validated: ");
  }
}
