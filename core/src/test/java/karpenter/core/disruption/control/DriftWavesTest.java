package karpenter.core.disruption.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.disruption.control.DriftPolicy.WaveSize;
import org.junit.jupiter.api.Test;

class DriftWavesTest {
  static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  static final WaveHealth WELL = new WaveHealth(List.of(), List.of());
  static final WaveHealth COMING = new WaveHealth(List.of("node a is not ready"), List.of());
  static final WaveHealth BROKEN = new WaveHealth(List.of(), List.of("nodes do not register"));

  private static DriftPolicy.Approved approved(String text) {
    return new DriftPolicy.Approved(
        "v1",
        List.of(new WaveSize.Count(1), new WaveSize.Percent(50)),
        Duration.ofMinutes(5),
        Duration.ofMinutes(30),
        text);
  }

  private static final DriftPolicy.Approved POLICY = approved("approve=v1");

  private static DriftProgress next(
      DriftProgress progress, int drifted, WaveHealth health, Instant now) {
    return DriftWaves.next(POLICY, Optional.of(progress), 10, drifted, health, now);
  }

  private static DriftProgress begun() {
    return DriftWaves.next(POLICY, Optional.empty(), 10, 10, WELL, NOW);
  }

  @Test
  void first_wave_takes_one_and_waits() {
    var begun = begun();
    var taken = begun.with(1, NOW);

    assertThat(begun.left(POLICY)).hasValue(1);
    assertThat(taken.left(POLICY)).hasValue(0);
    assertThat(next(taken, 9, COMING, NOW.plusSeconds(60))).isEqualTo(taken);
  }

  @Test
  void next_wave_begins_when_the_last_was_healthy_for_long_enough() {
    var taken = begun().with(1, NOW);

    var healthy = next(taken, 9, WELL, NOW.plusSeconds(60));
    var tooSoon = next(healthy, 9, WELL, NOW.plusSeconds(60 + 299));
    var second = next(healthy, 9, WELL, NOW.plusSeconds(60 + 300));

    assertThat(tooSoon.wave()).isZero();
    assertThat(second.wave()).isEqualTo(1);
    assertThat(second.left(POLICY)).hasValue(4);
  }

  @Test
  void a_relapse_starts_the_waiting_anew() {
    var taken = begun().with(1, NOW);

    var healthy = next(taken, 9, WELL, NOW.plusSeconds(60));
    var relapsed = next(healthy, 9, COMING, NOW.plusSeconds(120));

    assertThat(relapsed.healthySince()).isEmpty();
  }

  @Test
  void wave_that_does_not_become_healthy_halts_everything() {
    var taken = begun().with(1, NOW);

    var halted = next(taken, 9, COMING, NOW.plusSeconds(1801));

    assertThat(halted.halted())
        .hasValueSatisfying(why -> assertThat(why).contains("node a is not ready"));
    assertThat(halted.left(POLICY)).hasValue(0);
    assertThat(next(halted, 9, WELL, NOW.plusSeconds(9000))).isEqualTo(halted);
  }

  @Test
  void failed_registration_halts_at_once_but_not_before_anything_was_taken() {
    assertThat(next(begun(), 10, BROKEN, NOW).halted()).isEmpty();
    assertThat(next(begun().with(1, NOW), 9, BROKEN, NOW).halted()).isPresent();
  }

  @Test
  void new_approval_starts_over() {
    var halted = next(begun().with(1, NOW), 9, BROKEN, NOW);

    var again =
        DriftWaves.next(approved("approve=v1; attempt=2"), Optional.of(halted), 10, 9, WELL, NOW);

    assertThat(again.halted()).isEmpty();
    assertThat(again.started()).isZero();
  }

  @Test
  void all_the_rest_may_go_when_every_wave_was_healthy() {
    var last =
        new DriftProgress(
            DriftProgress.mark(POLICY), 10, 5, 1, NOW, NOW, Optional.of(NOW), Optional.empty());

    var rest = next(last, 5, WELL, NOW.plusSeconds(300));

    assertThat(rest.left(POLICY)).isEmpty();
  }

  @Test
  void progress_survives_its_annotation() {
    var taken = begun().with(1, NOW);
    var halted = next(taken, 9, COMING, NOW.plusSeconds(1801));

    for (var progress : List.of(taken, halted, next(taken, 9, WELL, NOW))) {
      assertThat(DriftProgress.parse(progress.text())).contains(progress);
    }
    assertThat(DriftProgress.parse("started=many")).isEmpty();
  }
}
