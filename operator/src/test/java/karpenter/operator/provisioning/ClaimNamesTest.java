package karpenter.operator.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class ClaimNamesTest {
  private static final Instant NOW = Instant.parse("2026-01-05T10:00:00.123456789Z");

  @Test
  void name_is_the_pool_and_letters_kubernetes_allows() {
    assertThat(ClaimNames.name("general", "uid", NOW, 0)).matches("general-[a-z0-9]{10}");
    assertThat(ClaimNames.name("p".repeat(63), "uid", NOW, 7)).hasSize(63);
    assertThat(ClaimNames.name("general", "uid", NOW, 0))
        .isEqualTo(ClaimNames.name("general", "uid", NOW, 0));
  }

  @Test
  void no_name_comes_back_within_a_busy_day() {
    var names = new HashSet<String>();
    for (int second = 0; second < 24 * 60 * 60; second += 20) {
      for (int index = 0; index < 50; index++) {
        assertThat(names.add(ClaimNames.name("general", "uid", NOW.plusSeconds(second), index)))
            .as("second %d, claim %d", second, index)
            .isTrue();
      }
    }
  }
}
