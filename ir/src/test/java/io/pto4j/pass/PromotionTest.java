package io.pto4j.pass;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.text.IrParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operands of other elements than the result's are converted, and mean the same after it. */
class PromotionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pl.add(i, 2.5)",
        "pl.mul(h, f)",
        "pl.maximum(i, 0.5)",
        "pl.cmp(h, f, cmp_type=4)",
        "pl.cast(pl.sub(h, f), pl.FP32)",
        "pl.cast(pl.expands(h, f), pl.FP32)",
        "pl.exp(pl.minimum(i, 3))",
        "pl.recip(pl.maximum(i, 1))",
        "pl.part_add(x, h)",
        "pl.row_expand(h, col)",
        "pl.row_expand_sub(h, col)",
        "pl.col_expand_mul(x, row)"
      })
  void keepsItsMeaning(String expression) {
    TranslationValidation validation = new TranslationValidation(4, Ir.CONTEXT.target());
    PassContext context =
        new PassContext(Ir.CONTEXT.target(), VerificationLevel.BASIC, ImmutableList.of(validation));

    Pipelines.standard()
        .run(
            IrParser.program(
                """
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.Tensor[[32, 32], pl.FP32], i: pl.Tensor[[32, 32], pl.INT32],
                        h: pl.Tensor[[32, 32], pl.FP16], col: pl.Tensor[[32, 1], pl.FP32],
                        row: pl.Tensor[[1, 32], pl.FP16], f: pl.Scalar[pl.FP32],
                        y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
                        r = %s
                        y = pl.assemble(y, r, [0, 0])
                        return y
                """
                    .formatted(expression),
                "test.py"),
            context);

    assertThat(validation.compared()).isPositive();
  }
}
