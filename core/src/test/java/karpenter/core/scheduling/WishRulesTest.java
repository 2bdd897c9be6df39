package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint.Effect;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// Section 2: what a pod would like, and what it gives up.
class WishRulesTest extends RulesTest {
  private static Scenario twoZones() {
    return new Scenario()
        .pool(
            "general",
            pool ->
                pool.type(
                    "small",
                    1,
                    type -> type.offer("zone-a", "spot", 1).offer("zone-b", "spot", 1.5)));
  }

  private static Preference in(Requirements zone, int weight) {
    return new Preference.OfNode(weight, zone);
  }

  @Test
  void preference_is_kept_at_any_price_under_respect() {
    var scenario = twoZones().pod("pod", pod -> pod.prefer(in(IN_ZONE_B, 1)));

    assertThat(place(scenario).price()).isEqualTo(1.5);
  }

  @Test
  void preference_plays_no_part_under_ignore() {
    var scenario =
        twoZones()
            .preferences(new PreferencePolicy.Ignore())
            .pod("pod", pod -> pod.prefer(in(IN_ZONE_B, 100)));

    assertThat(place(scenario).price()).isEqualTo(1);
  }

  @Test
  void preference_is_kept_under_weigh_while_it_costs_little() {
    var third =
        twoZones()
            .preferences(new PreferencePolicy.Weigh(0.375))
            .pod("pod", pod -> pod.prefer(in(IN_ZONE_B, 1)));
    var quarter =
        twoZones()
            .preferences(new PreferencePolicy.Weigh(0.25))
            .pod("pod", pod -> pod.prefer(in(IN_ZONE_B, 1)));

    assertThat(place(third).price()).isEqualTo(1.5);
    assertThat(place(quarter).price()).isEqualTo(1);
  }

  @Test
  void lightest_of_two_contradicting_wishes_is_given_up() {
    var scenario =
        twoZones().pod("pod", pod -> pod.prefer(in(IN_ZONE_A, 10)).prefer(in(IN_ZONE_B, 20)));

    assertThat(place(scenario).price()).isEqualTo(1.5);
  }

  @Test
  void later_of_two_equal_wishes_is_given_up() {
    var scenario =
        twoZones().pod("pod", pod -> pod.prefer(in(IN_ZONE_B, 10)).prefer(in(IN_ZONE_A, 10)));

    assertThat(place(scenario).price()).isEqualTo(1.5);
  }

  @Test
  void one_heavy_wish_outweighs_fewer_but_lighter_ones_together() {
    var scenario =
        twoZones()
            .pod(
                "pod",
                pod ->
                    pod.prefer(in(IN_ZONE_A, 10))
                        .prefer(in(IN_ZONE_A, 10))
                        .prefer(in(IN_ZONE_B, 25)));

    assertThat(place(scenario).price()).isEqualTo(1.5);
  }

  @Test
  void seven_wishes_that_cannot_be_kept_are_given_up_all_at_once_in_the_end() {
    var scenario =
        twoZones()
            .pod(
                "pod",
                pod -> {
                  for (int i = 0; i < 7; i++) {
                    pod.prefer(in(Requirements.of(Keys.ZONE, ValueSet.in("nowhere")), 1 << i));
                  }
                });

    assertThat(places(scenario)).containsEntry("pod", "general/0");
  }

  @Test
  void preferred_company_and_distance_are_kept_while_possible() {
    var scenario =
        new Scenario()
            .node("a", _ -> {})
            .node("b", _ -> {})
            .bound("web", "b", pod -> pod.labels(WEB))
            .pod("near", pod -> pod.prefer(new Preference.NearPods(1, web(Keys.HOSTNAME))))
            .pod("away", pod -> pod.prefer(new Preference.AwayFromPods(1, web(Keys.HOSTNAME))));

    assertThat(places(scenario)).containsEntry("near", "b").containsEntry("away", "a");
  }

  @Test
  void schedule_anyway_is_kept_while_possible_and_then_given_up() {
    var constraint =
        spread(Keys.HOSTNAME, 1, OptionalInt.empty(), Strength.SCHEDULE_ANYWAY, Inclusion.IGNORE);
    var scenario =
        new Scenario()
            .node("a", _ -> {})
            .node("b", _ -> {})
            .pod("first", pod -> pod.labels(WEB).spread(constraint))
            .pod("second", pod -> pod.labels(WEB).spread(constraint))
            .pod("third", pod -> pod.labels(WEB).spread(constraint));

    assertThat(places(scenario))
        .containsEntry("first", "a")
        .containsEntry("second", "b")
        .containsEntry("third", "a");
  }

  @Test
  void soft_taint_is_avoided_until_everything_else_is_given_up() {
    var scenario =
        twoZones()
            .pool(
                "soft",
                pool ->
                    pool.weight(9)
                        .taint("soft", Effect.PREFER_NO_SCHEDULE)
                        .requires(Keys.TIER, ValueSet.in("gold"))
                        .type("small", 1, 0.25))
            .preferences(new PreferencePolicy.Respect())
            .pod(
                "avoids",
                pod ->
                    pod.prefer(
                        new Preference.OfNode(
                            100, Requirements.of(Keys.TIER, ValueSet.in("gold")))))
            .pod(
                "must",
                pod ->
                    pod.nodeAlternatives(List.of(Requirements.of(Keys.TIER, ValueSet.in("gold")))));

    assertThat(places(scenario))
        .containsEntry("avoids", "general/0")
        .containsEntry("must", "soft/1");
  }
}
