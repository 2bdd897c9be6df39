package karpenter.simulator.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long END = 600 * SECOND;

  private final Life life = new Life("life-1");
  private final Timeline timeline = new Timeline(1, Instant.parse("2026-01-05T09:00:00Z"));
  private final List<String> log = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void a_history_is_the_same_however_it_is_driven(long seed) {
    var atOnce = history(seed, all -> all.runUntil(END));

    assertThat(atOnce).hasSizeGreaterThan(500);
    assertThat(history(seed, TimelineTest::inSteps)).isEqualTo(atOnce);
    assertThat(history(seed, TimelineTest::inStretches)).isEqualTo(atOnce);
    assertThat(history(seed, TimelineTest::inStepsAndStretches)).isEqualTo(atOnce);
  }

  private static void inSteps(Timeline timeline) {
    while (timeline.step(END)) {
      // One after the other.
    }
    timeline.runUntil(END);
  }

  private static void inStretches(Timeline timeline) {
    for (long at = 0; at < END; at += 7 * SECOND) {
      timeline.runUntil(at);
    }
    timeline.runUntil(END);
  }

  private static void inStepsAndStretches(Timeline timeline) {
    for (long at = 0; at < END; at += 7 * SECOND) {
      timeline.step(END);
      timeline.step(END);
      timeline.runUntil(Math.max(at, timeline.ticks()));
    }
    timeline.runUntil(END);
  }

  /// Actors that pause, some at the same dates, and start others.
  private List<String> history(long seed, Consumer<Timeline> drive) {
    var all = new Timeline(seed, Instant.parse("2026-01-05T09:00:00Z"));
    var random = new SplittableRandom(seed);
    var told = new ArrayList<String>();
    for (int i = 0; i < 40; i++) {
      int number = i;
      all.at(
          random.nextInt(500) * SECOND, () -> all.start(life, "a", () -> act(all, number, told)));
    }
    drive.accept(all);
    return told;
  }

  private void act(Timeline all, int number, List<String> told) {
    try {
      for (int turn = 0; turn < 8; turn++) {
        told.add(all.ticks() / SECOND + " " + number + " " + turn);
        if (number < 100 && turn == 3) {
          all.start(life, "b", () -> act(all, number + 100, told));
        }
        if (number % 3 != 0) {
          all.pause(Duration.ofSeconds(1 + (number + turn) % 5));
        }
      }
    } catch (InterruptedException killed) {
      told.add("killed");
    }
  }

  @Test
  void an_actor_that_breaks_ends_the_drive() {
    timeline.start(
        life,
        "clumsy",
        () -> {
          throw new IllegalArgumentException("oops");
        });
    timeline.at(SECOND, () -> log.add("later"));

    assertThatThrownBy(() -> timeline.runUntil(END))
        .hasMessage("clumsy broke")
        .hasRootCauseMessage("oops");
    assertThat(log).isEmpty();
    timeline.runUntil(END);
    assertThat(log).containsExactly("later");
  }

  @Test
  void one_that_breaks_after_a_pause_ends_it_as_well() {
    timeline.start(
        life,
        "clumsy",
        () -> {
          pause(10);
          throw new IllegalArgumentException("oops");
        });
    timeline.at(5 * SECOND, () -> log.add("meanwhile"));

    assertThatThrownBy(() -> timeline.runUntil(END)).hasMessage("clumsy broke");
    assertThat(log).containsExactly("meanwhile");
    assertThat(timeline.ticks()).isEqualTo(10 * SECOND);
  }

  @Test
  void what_else_breaks_is_thrown_as_it_is() {
    var broken = new IllegalArgumentException("oops");
    timeline.at(
        SECOND,
        () -> {
          throw broken;
        });

    assertThatThrownBy(() -> timeline.runUntil(END)).isSameAs(broken);
  }

  @Test
  void an_interruption_is_nobody_elses() {
    timeline.start(life, "first", () -> Thread.currentThread().interrupt());
    timeline.at(
        SECOND,
        () ->
            timeline.start(
                life, "second", () -> log.add("" + Thread.currentThread().isInterrupted())));

    timeline.runUntil(END);

    assertThat(log).containsExactly("false");
  }

  @Test
  void whoever_pauses_at_the_end_goes_on_with_the_next_stretch() {
    timeline.start(
        life,
        "slow",
        () -> {
          pause(30);
          log.add("done");
        });
    timeline.at(5 * SECOND, () -> log.add("meanwhile"));

    timeline.runUntil(10 * SECOND);
    assertThat(log).containsExactly("meanwhile");
    timeline.runUntil(40 * SECOND);
    assertThat(log).containsExactly("meanwhile", "done");
  }

  @Test
  void those_whose_life_is_over_are_unwound() {
    for (int i = 0; i < 3; i++) {
      timeline.start(
          life,
          "slow",
          () -> {
            try {
              timeline.pause(Duration.ofSeconds(30));
              log.add("done");
            } catch (InterruptedException killed) {
              log.add("killed");
            }
          });
    }
    timeline.runUntil(10 * SECOND);

    life.end();
    timeline.unwind();
    assertThat(log).containsExactly("killed", "killed", "killed");
    timeline.runUntil(END);
    assertThat(log).hasSize(3);
  }

  private void pause(int seconds) {
    try {
      timeline.pause(Duration.ofSeconds(seconds));
    } catch (InterruptedException killed) {
      throw new IllegalStateException(killed);
    }
  }
}
