package karpenter.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OldGenerationTest {
  private static final long MIB = 1L << 20;
  private static final Duration LONG = Duration.ofMinutes(5);

  @Test
  void it_is_collected_when_it_holds_more_than_twice_what_was_alive() {
    assertThat(OldGeneration.isDue(300 * MIB, 100 * MIB, LONG)).isTrue();
    assertThat(OldGeneration.isDue(260 * MIB, 100 * MIB, LONG)).isFalse();
  }

  @Test
  void small_heap_is_left_alone() {
    assertThat(OldGeneration.isDue(60 * MIB, 0, LONG)).isFalse();
    assertThat(OldGeneration.isDue(70 * MIB, 0, LONG)).isTrue();
  }

  @Test
  void it_rests_between_two_collections() {
    assertThat(OldGeneration.isDue(900 * MIB, 100 * MIB, Duration.ofSeconds(10))).isFalse();
  }
}
