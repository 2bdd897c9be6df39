package karpenter.core.scheduling;

import static karpenter.core.testkit.Scenario.cpu;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint.Effect;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// Section 4: spread, affinity and anti-affinity.
class TopologyRulesTest extends RulesTest {
  private static Scenario threeZones() {
    return new Scenario()
        .pool(
            "general",
            pool ->
                pool.type(
                    "small",
                    8,
                    type ->
                        type.offer("zone-a", "spot", 1)
                            .offer("zone-b", "spot", 1)
                            .offer("zone-c", "spot", 1)));
  }

  private List<String> zones(Scenario scenario) {
    return place(scenario).newNodes().stream()
        .map(node -> node.requirements().get(Keys.ZONE).toString())
        .toList();
  }

  @Test
  void spread_pods_take_the_emptiest_domain_and_then_the_first_name() {
    var scenario = threeZones();
    for (String name : List.of("1", "2", "3", "4")) {
      scenario.pod(name, pod -> pod.labels(WEB).spread(spread(Keys.ZONE, 1)));
    }

    assertThat(places(scenario))
        .containsEntry("1", "general/0")
        .containsEntry("2", "general/1")
        .containsEntry("3", "general/2")
        .containsEntry("4", "general/0");
    assertThat(place(scenario).newNodes())
        .extracting(node -> node.requirements().get(Keys.ZONE))
        .containsExactly(ValueSet.in("zone-a"), ValueSet.in("zone-b"), ValueSet.in("zone-c"));
  }

  @Test
  void max_skew_allows_that_much_difference() {
    var scenario = threeZones();
    scenario.node("a", _ -> {});
    for (String name : List.of("1", "2", "3")) {
      scenario.pod(name, pod -> pod.labels(WEB).spread(spread(Keys.ZONE, 2)));
    }

    assertThat(places(scenario))
        .containsEntry("1", "a")
        .containsEntry("2", "a")
        .containsEntry("3", "general/0");
  }

  @Test
  void domains_a_pod_cannot_use_do_not_hold_the_spread_back() {
    var scenario = threeZones();
    for (String name : List.of("1", "2")) {
      scenario.pod(
          name,
          pod -> pod.labels(WEB).nodeAlternatives(List.of(IN_ZONE_A)).spread(spread(Keys.ZONE, 1)));
    }

    assertThat(places(scenario)).containsEntry("1", "general/0").containsEntry("2", "general/0");
  }

  @Test
  void too_few_domains_count_as_an_empty_one() {
    var constraint =
        spread(Keys.ZONE, 1, OptionalInt.of(4), Strength.DO_NOT_SCHEDULE, Inclusion.IGNORE);
    var scenario = threeZones();
    for (String name : List.of("1", "2", "3", "4")) {
      scenario.pod(name, pod -> pod.labels(WEB).spread(constraint));
    }

    assertThat(places(scenario)).containsEntry("3", "general/2").containsEntry("4", "unplaced");
  }

  @Test
  void domain_only_behind_a_taint_counts_unless_taints_are_honoured() {
    for (Inclusion taints : Inclusion.values()) {
      var constraint = spread(Keys.ZONE, 1, OptionalInt.empty(), Strength.DO_NOT_SCHEDULE, taints);
      var scenario =
          new Scenario()
              .node("a", _ -> {})
              .node("b", node -> node.label(Keys.ZONE, "zone-b").taint("team", Effect.NO_SCHEDULE))
              .pod("1", pod -> pod.labels(WEB).spread(constraint))
              .pod("2", pod -> pod.labels(WEB).spread(constraint));

      assertThat(places(scenario))
          .containsEntry("1", "a")
          .containsEntry("2", taints == Inclusion.HONOR ? "a" : "unplaced");
    }
  }

  @Test
  void pods_on_nodes_outside_the_affinity_are_not_counted() {
    var gold = Requirements.of(Keys.TIER, ValueSet.in("gold"));
    var scenario =
        new Scenario()
            .node("a-gold", node -> node.label(Keys.TIER, "gold"))
            .node("a-plain", _ -> {})
            .node("b-gold", node -> node.label(Keys.TIER, "gold").label(Keys.ZONE, "zone-b"))
            .bound("other", "a-plain", pod -> pod.labels(WEB))
            .pod(
                "pod",
                pod ->
                    pod.labels(WEB).nodeAlternatives(List.of(gold)).spread(spread(Keys.ZONE, 1)));

    assertThat(places(scenario)).containsEntry("pod", "a-gold");
  }

  @Test
  void bound_pods_count_unless_they_are_pending_too() {
    var counted =
        new Scenario()
            .node("a", _ -> {})
            .node("b", _ -> {})
            .bound("web", "a", pod -> pod.labels(WEB))
            .pod("pod", pod -> pod.awayFrom(web(Keys.HOSTNAME)));
    var leaving =
        new Scenario()
            .node("a", _ -> {})
            .node("b", _ -> {})
            .bound("web", "a", pod -> pod.labels(WEB))
            .pod("pod", pod -> pod.awayFrom(web(Keys.HOSTNAME)))
            .pod("web", pod -> pod.labels(WEB));

    assertThat(places(counted)).containsEntry("pod", "b");
    assertThat(places(leaving)).containsEntry("pod", "a").containsEntry("web", "b");
  }

  @Test
  void hostname_spread_always_has_a_fresh_node_to_compare_with() {
    var scenario = threeZones();
    for (String name : List.of("1", "2", "3")) {
      scenario.pod(name, pod -> pod.labels(WEB).spread(spread(Keys.HOSTNAME, 1)));
    }

    assertThat(places(scenario)).containsEntry("3", "general/2");
  }

  @Test
  void spread_over_a_key_no_one_has_cannot_hold_but_distance_can() {
    var scenario =
        threeZones()
            .node("a", _ -> {})
            .pod("spread", pod -> pod.labels(WEB).spread(spread(Keys.RACK, 1)))
            .pod("near", pod -> pod.labels(WEB).near(web(Keys.RACK)))
            .pod("away", pod -> pod.labels(WEB).awayFrom(web(Keys.RACK)));

    assertThat(places(scenario))
        .containsEntry("spread", "unplaced")
        .containsEntry("near", "unplaced")
        .containsEntry("away", "a");
  }

  @Test
  void first_pod_of_a_group_that_wants_its_own_company_may_go_anywhere() {
    var scenario =
        threeZones()
            .pod("1", pod -> pod.labels(WEB).near(web(Keys.ZONE)))
            .pod("2", pod -> pod.labels(WEB).near(web(Keys.ZONE)).hostPort(HTTP))
            .pod("3", pod -> pod.labels(WEB).near(web(Keys.ZONE)).hostPort(HTTP));

    assertThat(zones(scenario)).hasSize(2).containsOnly(ValueSet.in("zone-a").toString());
  }

  @Test
  void follower_that_is_not_its_own_company_waits_for_it() {
    var scenario = threeZones().pod("follower", pod -> pod.near(web(Keys.ZONE)));

    assertThat(places(scenario)).containsEntry("follower", "unplaced");
  }

  @Test
  void anti_affinity_works_both_ways() {
    var scenario =
        new Scenario()
            .node("a", _ -> {})
            .node("b", _ -> {})
            .bound("loner", "a", pod -> pod.awayFrom(web(Keys.HOSTNAME)))
            .pod("web", pod -> pod.labels(WEB))
            .pod("shy", pod -> pod.awayFrom(web(Keys.HOSTNAME)));

    assertThat(places(scenario)).containsEntry("web", "b").containsEntry("shy", "a");
  }

  @Test
  void zones_a_pod_may_still_come_to_are_blocked_for_those_it_keeps_away() {
    var scenario =
        threeZones()
            .pod("loner", pod -> pod.awayFrom(web(Keys.ZONE)))
            .pod("web", pod -> pod.labels(WEB));

    assertThat(places(scenario))
        .containsEntry("loner", "general/0")
        .containsEntry("web", "unplaced");
  }

  @Test
  void anti_affinity_leaves_a_draft_every_zone_that_is_free() {
    var scenario =
        threeZones()
            .node("n", node -> node.requested(cpu(4), cpu(0)))
            .bound("web", "n", pod -> pod.labels(WEB))
            .pod("pod", pod -> pod.awayFrom(web(Keys.ZONE)));

    assertThat(zones(scenario)).containsExactly(ValueSet.in("zone-b", "zone-c").toString());
  }

  @Test
  void pod_counts_where_its_draft_goes_once_that_is_decided() {
    var scenario =
        threeZones()
            .pod("web", pod -> pod.labels(WEB))
            .pod("narrows", pod -> pod.nodeAlternatives(List.of(IN_ZONE_B)))
            .pod("spread", pod -> pod.labels(WEB).hostPort(HTTP).spread(spread(Keys.ZONE, 1)))
            .pod("near", pod -> pod.near(web(Keys.ZONE)).nodeAlternatives(List.of(IN_ZONE_B)));

    assertThat(places(scenario))
        .containsEntry("narrows", "general/0")
        .containsEntry("spread", "general/1")
        .containsEntry("near", "general/0");
  }

  @Test
  void follower_joins_a_draft_whose_zone_is_still_open() {
    var scenario =
        threeZones()
            .pod("web", pod -> pod.labels(WEB))
            .pod("near", pod -> pod.near(web(Keys.ZONE)));

    assertThat(places(scenario)).containsEntry("near", "general/0");
  }

  @Test
  void two_keys_are_decided_together() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool ->
                    pool.type(
                        "small",
                        2,
                        type -> type.offer("zone-a", "spot", 1).offer("zone-b", "on-demand", 1)))
            .pod("1", pod -> pod.labels(WEB).spread(spread(Keys.ZONE, 1)))
            .pod(
                "2",
                pod ->
                    pod.labels(WEB)
                        .spread(spread(Keys.ZONE, 1))
                        .spread(spread(Keys.CAPACITY_TYPE, 1)));

    assertThat(place(scenario).newNodes())
        .extracting(node -> node.requirements().get(Keys.CAPACITY_TYPE))
        .contains(ValueSet.in("on-demand"));
  }

  @Test
  void terms_see_the_namespaces_they_name_and_their_own_when_they_name_none() {
    var named =
        new AffinityTerm(
            Keys.HOSTNAME,
            LabelSelector.ofLabels(WEB),
            new TreeSet<>(Set.of("blue")),
            Optional.empty());
    var selected =
        new AffinityTerm(
            Keys.HOSTNAME,
            LabelSelector.ofLabels(WEB),
            new TreeSet<>(),
            Optional.of(LabelSelector.ofLabels(Map.of("env", "prod"))));
    var scenario =
        new Scenario()
            .namespace("blue", Map.of("env", "prod"))
            .namespace("default", Map.of())
            .node("a", _ -> {})
            .node("b", _ -> {})
            .bound("web", "a", pod -> pod.namespace("blue").labels(WEB))
            .pod("own", pod -> pod.awayFrom(web(Keys.HOSTNAME)))
            .pod("named", pod -> pod.awayFrom(named))
            .pod("selected", pod -> pod.awayFrom(selected));

    assertThat(places(scenario))
        .containsEntry("own", "a")
        .containsEntry("named", "b")
        .containsEntry("selected", "b");
  }
}
