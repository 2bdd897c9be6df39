package karpenter.core.disruption.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TallyTest {
  static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @Test
  void tally_never_counts_less_than_happened() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      var tally = Tally.NONE;
      var truth = new ArrayList<Instant>();
      var now = NOW;
      for (int i = 0; i < 400; i++) {
        now = now.plusMillis(random.nextInt(900_000));
        tally = Tally.parse(tally.with(now, 1, now).text()).orElseThrow();
        truth.add(now);
        var length = Duration.ofMinutes(1 + random.nextInt(600));
        var begin = now.minus(length);
        long happened = truth.stream().filter(at -> at.isAfter(begin)).count();
        assertThat(tally.within(length, now))
            .as("seed %d, step %d", seed, i)
            .isGreaterThanOrEqualTo((int) happened);
      }
      assertThat(tally.entries().size()).isLessThanOrEqualTo(Tally.MAX_ENTRIES);
    }
  }

  @Test
  void rate_is_free_again_when_enough_has_passed() {
    var rate = new Rate(3, Duration.ofHours(1));
    var starts =
        Tally.NONE.with(NOW.minusSeconds(3000), 1, NOW).with(NOW.minusSeconds(600), 2, NOW);

    assertThat(rate.left(starts, NOW)).isZero();
    assertThat(rate.freeAt(starts, NOW)).contains(NOW.plusSeconds(600));
    assertThat(rate.left(starts, NOW.plusSeconds(599))).isZero();
    assertThat(rate.left(starts, NOW.plusSeconds(600))).isEqualTo(1);
    assertThat(rate.left(starts, NOW.plusSeconds(3000))).isEqualTo(3);
  }

  @Test
  void rate_of_nothing_is_never_free() {
    var rate = new Rate(0, Duration.ofHours(1));

    assertThat(rate.left(Tally.NONE, NOW)).isZero();
    assertThat(rate.freeAt(Tally.NONE, NOW)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yesterday",
        "2026-11-15T12:00:00Z",
        "2026-11-15T12:00:00Z=x",
        "x=1",
        "2026-11-15T12:00:00Z=-1"
      })
  void what_somebody_else_wrote_is_no_tally(String text) {
    assertThat(Tally.parse(text)).isEmpty();
  }

  @Test
  void breaker_opens_at_the_threshold_and_returns_step_by_step() {
    var breaker =
        new SpotBreaker(3, Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofMinutes(40));
    var two = Tally.NONE.with(NOW, 1, NOW).with(NOW.plusSeconds(60), 1, NOW);
    var three = two.with(NOW.plusSeconds(500), 1, NOW);
    var late = two.with(NOW.plusSeconds(700), 1, NOW);

    assertThat(breaker.state(two, NOW.plusSeconds(60))).isEqualTo(new SpotBreaker.State.Closed());
    assertThat(breaker.state(late, NOW.plusSeconds(700))).isEqualTo(new SpotBreaker.State.Closed());
    var opened = NOW.plusSeconds(500);
    assertThat(breaker.state(three, opened.plusSeconds(1)))
        .isEqualTo(new SpotBreaker.State.Open(3, opened.plusSeconds(3600)));
    assertThat(breaker.state(three, opened.plusSeconds(3600 + 600)))
        .isEqualTo(new SpotBreaker.State.Returning(0.25, opened.plusSeconds(6000)));
    assertThat(breaker.state(three, opened.plusSeconds(6000)))
        .isEqualTo(new SpotBreaker.State.Closed());
  }

  @Test
  void returning_breaker_offers_spot_below_its_share_only() {
    var quarter = new SpotBreaker.State.Returning(0.25, NOW);

    assertThat(SpotBreaker.offersSpot(quarter, 0, 8)).isTrue();
    assertThat(SpotBreaker.offersSpot(quarter, 1, 8)).isTrue();
    assertThat(SpotBreaker.offersSpot(quarter, 2, 8)).isFalse();
    assertThat(SpotBreaker.offersSpot(quarter, 0, 0)).isTrue();
    assertThat(SpotBreaker.offersSpot(new SpotBreaker.State.Open(3, NOW), 0, 8)).isFalse();
  }
}
