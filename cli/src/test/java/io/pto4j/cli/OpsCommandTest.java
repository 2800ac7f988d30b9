package io.pto4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.op.Operators;
import org.junit.jupiter.api.Test;

class OpsCommandTest {
  @Test
  void listsEveryOperatorWithWhatItDoes() {
    CommandRun run = CommandRun.of("ops");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines()).hasSameSizeAs(Operators.table().keySet());
    assertThat(run.out()).containsPattern("tile\\.matmul +\\S");
  }

  @Test
  void describesEachOperator() {
    for (String name : Operators.table().keySet()) {
      CommandRun run = CommandRun.of("ops", name);

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).startsWith(name + ": " + Operators.get(name).doc());
      assertThat(Operators.get(name).operands())
          .allSatisfy(operand -> assertThat(run.out()).contains(operand.name()));
    }
  }

  @Test
  void anUnknownOperatorIsNamedWithSimilarOnes() {
    CommandRun run = CommandRun.of("ops", "matmul");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("unknown operator 'matmul'")
        .contains("tile.matmul", "tensor.matmul");
  }

  @Test
  void withoutSimilarOperatorsTheListIsNamed() {
    assertThat(CommandRun.of("ops", "tile.zzz").err()).contains("'pto4j ops' lists all");
  }
}
