package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import karpenter.core.disruption.Balanced.Totals;
import karpenter.core.facts.PoolFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BalancedTest {
  private static final PoolFacts BALANCED = pool("general").policy("Balanced").build();

  /// A node whose disruption costs as much as given: one for itself and one for each pod.
  private static Candidate node(String name, PoolFacts pool, double price, int disruption) {
    return candidate(name, pool, "large", "on-demand", price, disruption - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "58.08, 9.68, 7.26, 3, 3.33, true",
    "58.08, 4.84, 4.84, 4, 1.67, true",
    "58.08, 4.84, 2.42, 8, 0.42, false",
    "48.40, 4.84, 2.42, 8, 0.50, true",
  })
  void share_of_savings_is_weighed_against_share_of_disruption(
      double cost, double price, double saving, int disruption, double score, boolean isEnough) {
    var balanced = new Balanced(Map.of("general", new Totals(cost, 80)));

    var scores = balanced.scores(List.of(node("a", BALANCED, price, disruption)), saving);

    assertThat(score(scores, "general").value()).isCloseTo(score, within(0.005));
    assertThat(score(scores, "general").isEnough()).isEqualTo(isEnough);
  }

  @Test
  void pools_share_a_saving_as_they_paid_for_it() {
    var other = pool("other").policy("Balanced").build();
    var balanced = new Balanced(Map.of("general", new Totals(10, 10), "other", new Totals(10, 10)));

    var scores = balanced.scores(List.of(node("a", BALANCED, 3, 2), node("b", other, 1, 2)), 2);

    assertThat(score(scores, "general").savings()).isCloseTo(0.15, within(1e-9));
    assertThat(score(scores, "other").savings()).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void other_policies_are_not_scored() {
    var balanced = new Balanced(Map.of("general", new Totals(1000, 1)));

    assertThat(balanced.scores(List.of(candidate("a", 1, 5)), 0.001)).isEmpty();
    assertThat(balanced.isHopeless(candidate("a", 1, 5))).isFalse();
  }

  @Test
  void nothing_saved_scores_nothing() {
    var balanced = new Balanced(Map.of("general", new Totals(10, 10)));

    var unsaved = balanced.scores(List.of(node("a", BALANCED, 0, 2)), 0);
    assertThat(score(unsaved, "general").value()).isZero();
    var unknown = new Balanced(Map.of()).scores(List.of(node("a", BALANCED, 1, 2)), 1);
    assertThat(score(unknown, "general").value()).isZero();
  }

  private static Balanced.Score score(Map<String, Balanced.Score> scores, String pool) {
    return Objects.requireNonNull(scores.get(pool), pool);
  }

  @Test
  void node_whose_deletion_would_not_do_is_not_simulated() {
    var balanced = new Balanced(Map.of("general", new Totals(100, 100)));
    var whatIfs = new Exhibits.Script(_ -> Exhibits.fits());
    var weigher = new Weigher(whatIfs, new Consolidation(Exhibits.market(), true), balanced, 0);
    var search =
        new SingleNodeSearch(weigher, Exhibits.allowing(5), List.of(node("a", BALANCED, 1, 50)), 0);

    search.step();

    assertThat(whatIfs.asked).isEmpty();
    assertThat(search.best()).isEmpty();
    assertThat(search.found().get("a")).isInstanceOf(Weigher.Weighed.Bad.class);
  }

  @Test
  void nodes_that_cannot_go_count_towards_the_totals() {
    var around = Exhibits.around(BALANCED, Exhibits.type("large", 2.0));
    var free = Candidates.assess(Exhibits.ready("a"), List.of(), around);
    var held =
        Candidates.assess(
            Exhibits.ready("b"), List.of(pod("p").doNotDisrupt("true").build()), around);

    assertThat(Balanced.of(List.of(free, held)).totals())
        .isEqualTo(Map.of("general", new Totals(4.0, 3.0)));
  }
}
