package io.pto4j.runtime;

import static io.pto4j.dsl.Pl.FP16;
import static io.pto4j.dsl.Pl.FP32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ArgumentCheckTest {

  private final HostTensor<?> x = HostTensor.allocate(FP32, 64, 256);

  @Test
  void aTensorThatFitsIsReturned() {
    assertThat(ArgumentCheck.tensor("x", x, FP32, 64, 256).segment()).isSameAs(x.segment());
    assertThat(ArgumentCheck.tensor("x", x, FP32, ArgumentCheck.ANY, 256)).isNotNull();
  }

  @Test
  void theMessageNamesTheArgumentWhatIsExpectedAndWhatIsGiven() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArgumentCheck.tensor("x", x, FP32, 64, 128))
        .withMessage("argument x: expected FP32[64, 128], given FP32[64, 256]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArgumentCheck.tensor("x", x, FP16, ArgumentCheck.ANY, 256))
        .withMessage("argument x: expected FP16[any, 256], given FP32[64, 256]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArgumentCheck.tensor("x", x, FP32, 64))
        .withMessageContaining("expected FP32[64], given");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArgumentCheck.tensor("x", null, FP32, 64))
        .withMessageContaining("given null");
  }

  @Test
  void argumentsThatShareASymbolHaveTheSameExtent() {
    assertThat(ArgumentCheck.sameExtent("M", "x", 64, "y", 64)).isEqualTo(64);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArgumentCheck.sameExtent("M", "x", 64, "y", 32))
        .withMessage("argument y: dimension M is 32, but 64 in argument x");
  }
}
