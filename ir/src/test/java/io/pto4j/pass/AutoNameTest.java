package io.pto4j.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AutoNameTest {
  @Test
  void partsOfAName() {
    assertThat(AutoName.parse("u__rm_a0_tmp_v12"))
        .isEqualTo(new AutoName("u", "rm_a0", "tmp", OptionalInt.of(12)));
    assertThat(AutoName.parse("row_sum"))
        .isEqualTo(new AutoName("row_sum", "", "", OptionalInt.empty()));
    assertThat(AutoName.parse("x__tile").text()).isEqualTo("x__tile");
  }

  @Test
  void versionReplacesTheSuffix() {
    assertThat(AutoName.versioned("x", "ssa", 0)).isEqualTo("x__ssa_v0");
    assertThat(AutoName.versioned("x__ssa_v3", "iter", 1)).isEqualTo("x__iter_v1");
    assertThat(AutoName.versioned("t_inline0", "ssa", 2)).isEqualTo("t_inline0__ssa_v2");
  }

  @Test
  void freshNameSkipsTakenOnes() {
    Set<String> taken = Set.of("c__ssa_v1", "c__ssa_v2");

    assertThat(AutoName.fresh("c__ssa_v0", taken::contains)).isEqualTo("c__ssa_v3");
    assertThat(AutoName.fresh("out__store", taken::contains)).isEqualTo("out__store_v0");
    assertThat(AutoName.next("c", "ssa", taken::contains)).isEqualTo("c__ssa_v0");
  }
}
