package karpenter.bench.consolidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConsolidationComparisonTest {

  @Test
  void ratios_say_how_many_times_faster_ours_is() {
    var comparison =
        ConsolidationComparison.of(
            "c",
            100,
            side(0.1, 0.001, 5, null, null),
            side(2, 0.2, 5, null, null),
            null,
            null,
            null);

    assertThat(comparison.verdictRatio()).isEqualTo(200.0);
    assertThat(comparison.firstCommandRatio()).isEqualTo(20.0);
    assertThat(comparison.missed()).isEmpty();
  }

  @Test
  void what_was_aimed_at_and_not_reached_is_said() {
    var comparison =
        ConsolidationComparison.of(
            "c",
            5_000,
            side(0.1, 0.01, 4, 1.2, 0.1),
            side(2, 0.2, 5, null, null),
            null,
            null,
            null);

    assertThat(comparison.missed())
        .containsExactly(
            "a whole pass takes a second or more",
            "after one binding a pass costs more than a twentieth of a whole one",
            "a verdict is not a hundred times as fast",
            "the first command saves less",
            "all commands together save less");
  }

  @Test
  void one_side_alone_is_compared_with_nothing() {
    var comparison =
        ConsolidationComparison.of("c", 100, null, side(2, 0.2, 5, null, null), null, null, null);

    assertThat(comparison.verdictRatio()).isNull();
    assertThat(comparison.missed()).isEmpty();
    assertThat(comparison.isSound()).isTrue();
  }

  private static ConsolidationSide side(
      double first, double verdict, double savings, @Nullable Double pass, @Nullable Double after) {
    return new ConsolidationSide(
        first, savings, 2, "multi", verdict, 50, 90, savings, null, pass, after, 0, List.of(), null,
        0, 0);
  }
}
