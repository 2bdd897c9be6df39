package karpenter.operator.disruption;

import static karpenter.core.disruption.Exhibits.NOW;
import static karpenter.core.disruption.Exhibits.allowing;
import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.homeless;
import static karpenter.core.disruption.Exhibits.type;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.PoolTypes;
import karpenter.core.disruption.Surroundings;
import karpenter.core.disruption.WhatIfs;
import karpenter.core.disruption.Worth;
import karpenter.core.scheduling.Placement;
import karpenter.core.termination.PodBudgets;
import org.junit.jupiter.api.Test;

/// When a look goes on from the last one, and when it looks everywhere again.
class ConsolidatorTest {
  private static final int NODES = 60;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Consolidator consolidator = new Consolidator(InstantSource.fixed(NOW), false);
  private final List<Candidate> candidates = new ArrayList<>();
  private final Sets sets = new Sets();

  /// Any ten nodes can go, and no eleven. Counts the questions about sets.
  private static final class Sets implements WhatIfs {
    private static final int MOST = 10;
    int asked;

    @Override
    public Placement without(SortedSet<String> claims, boolean consolidation) {
      asked += claims.size() > 1 ? 1 : 0;
      return claims.size() <= MOST ? fits() : homeless("p");
    }
  }

  ConsolidatorTest() {
    for (int i = 0; i < NODES; i++) {
      candidates.add(candidate("n%02d".formatted(i), 1 + i / 100.0, 1));
    }
  }

  /// @return how many sets were asked about
  private int look(Instant now) {
    int before = sets.asked;
    found(consolidator, now);
    return sets.asked - before;
  }

  private Consolidator.Found found(Consolidator by, Instant now) {
    return by.look(
        new Consolidator.Scene(
            sets,
            new Surroundings(
                Map.of(),
                Map.of("general", PoolTypes.of(List.of(type("small", 0.5)))),
                PodBudgets.NONE,
                now),
            List.of(),
            List.copyOf(candidates),
            allowing(NODES),
            Worth.ofEvictions(0)));
  }

  private void changeOne() {
    candidates.set(7, candidate("n07", 1.07, 3));
  }

  @Test
  void first_look_is_everywhere_and_needs_no_other() {
    assertThat(look(NOW)).isGreaterThan(20);

    assertThat(consolidator.next()).isEmpty();
  }

  @Test
  void look_after_a_change_goes_on_from_the_last_and_wants_another_within_a_minute() {
    look(NOW);
    changeOne();

    assertThat(look(NOW.plus(SECOND))).isLessThan(5);
    assertThat(consolidator.next()).contains(NOW.plus(SECOND).plus(Consolidator.CATCH_UP));
  }

  @Test
  void minute_later_everything_is_looked_at_though_nothing_has_changed() {
    int everywhere = look(NOW);
    changeOne();
    look(NOW.plus(SECOND));

    assertThat(look(NOW.plus(Consolidator.CATCH_UP))).isLessThan(5);
    assertThat(look(NOW.plus(SECOND).plus(Consolidator.CATCH_UP))).isGreaterThan(everywhere / 2);
    assertThat(consolidator.next()).isEmpty();
  }

  @Test
  void further_changes_do_not_put_that_off() {
    look(NOW);
    changeOne();
    look(NOW.plus(SECOND));
    candidates.set(9, candidate("n09", 1.09, 2));
    look(NOW.plusSeconds(30));

    assertThat(consolidator.next()).contains(NOW.plus(SECOND).plus(Consolidator.CATCH_UP));
  }

  @Test
  void clock_that_was_set_back_does_not_put_it_off_either() {
    int everywhere = look(NOW);
    changeOne();
    look(NOW.plus(SECOND));

    assertThat(look(NOW.minus(Duration.ofHours(1)))).isGreaterThan(everywhere / 2);
  }

  /// Half a minute goes by between any two readings.
  private static final class SlowMachine implements InstantSource {
    private Instant now = NOW;

    @Override
    public Instant instant() {
      now = now.plusSeconds(30);
      return now;
    }
  }

  @Test
  void slow_machine_finds_what_a_fast_one_finds() {
    for (int i = NODES; i < 4 * NODES; i++) {
      candidates.add(candidate("n%02d".formatted(i), 1 + i / 100.0, 1));
    }
    var fast = found(new Consolidator(InstantSource.fixed(NOW), false), NOW);
    var slow = found(new Consolidator(new SlowMachine(), false), NOW);

    assertThat(slow.weighed()).hasSameSizeAs(candidates).isEqualTo(fast.weighed());
    assertThat(slow.best()).isEqualTo(fast.best());
  }
}
