package karpenter.core.repair;

import static karpenter.core.testkit.facts.NodeFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import karpenter.core.facts.Condition;
import karpenter.core.repair.Health.Tolerance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {
  static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
  static final Tolerance NOT_READY =
      new Tolerance("Ready", Condition.Status.FALSE, Duration.ofMinutes(30));
  static final Tolerance SILENT =
      new Tolerance("Ready", Condition.Status.UNKNOWN, Duration.ofMinutes(30));
  static final Tolerance NO_NETWORK =
      new Tolerance("NetworkingReady", Condition.Status.FALSE, Duration.ofMinutes(10));
  static final List<Tolerance> ALL = List.of(NOT_READY, SILENT, NO_NETWORK);

  @Test
  void ready_node_is_healthy() {
    assertThat(Health.of(node("n").build(), ALL, NOW)).isEqualTo(new Health.Healthy());
  }

  @Test
  void ill_node_is_tolerated_for_its_time_and_not_a_moment_longer() {
    var node = node("n").notReady(NOW).build();
    var ailment = new Ailment("Ready", Condition.Status.FALSE, NOW, Duration.ofMinutes(30));

    assertThat(Health.of(node, ALL, NOW.plusSeconds(1799)))
        .isEqualTo(new Health.Tolerated(ailment, Duration.ofSeconds(1)));
    assertThat(Health.of(node, ALL, NOW.plusSeconds(1800)))
        .isEqualTo(new Health.Incurable(ailment));
  }

  @Test
  void ailment_whose_toleration_ends_first_decides() {
    var node =
        node("n")
            .notReady(NOW)
            .condition("NetworkingReady", Condition.Status.FALSE, NOW.plusSeconds(60))
            .build();

    assertThat(Health.of(node, ALL, NOW.plusSeconds(120)))
        .isEqualTo(
            new Health.Tolerated(
                new Ailment(
                    "NetworkingReady",
                    Condition.Status.FALSE,
                    NOW.plusSeconds(60),
                    Duration.ofMinutes(10)),
                Duration.ofSeconds(540)));
  }

  @Test
  void unknown_is_an_ailment_of_its_own() {
    var node = node("n").condition("Ready", Condition.Status.UNKNOWN, NOW).build();

    assertThat(Health.isIll(node, List.of(NOT_READY))).isFalse();
    assertThat(Health.isIll(node, List.of(SILENT))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,false",
    "1,3,false",
    "2,3,true",
    "1,5,false",
    "2,5,true",
    "2,6,false",
    "3,10,true"
  })
  void fifth_of_the_nodes_rounded_up_may_be_ill(int ill, int total, boolean isTooLarge) {
    assertThat(new Outbreak(ill, total).isTooLarge()).isEqualTo(isTooLarge);
  }
}
