package karpenter.core.scheduling;

import static karpenter.core.testkit.Scenario.cpu;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.pod.Taint.Effect;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// Sections 1, 3, 5, 6 and 7: where a pod may go, and which place it gets.
class CandidateRulesTest extends RulesTest {

  @Test
  void existing_nodes_come_before_new_ones_and_initialized_before_others() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("small", 2, 0.25))
            .node("a", node -> node.notInitialized().allocatable(Resources.CPU, 1000))
            .node("b", node -> node.allocatable(Resources.CPU, 1000))
            .pod("first")
            .pod("second")
            .pod("third");

    assertThat(places(scenario))
        .containsEntry("first", "b")
        .containsEntry("second", "a")
        .containsEntry("third", "general/0");
  }

  @Test
  void heavier_pool_is_tried_first_and_then_the_later_name() {
    var scenario =
        new Scenario()
            .pool("a", pool -> pool.type("small", 1, 0.25))
            .pool("b", pool -> pool.type("small", 1, 0.25).limit(Resources.NODES, 1))
            .pool("heavy", pool -> pool.weight(1).type("small", 1, 8).limit(Resources.NODES, 1))
            .pod("first")
            .pod("second")
            .pod("third");

    assertThat(places(scenario))
        .containsEntry("first", "heavy/0")
        .containsEntry("second", "b/1")
        .containsEntry("third", "a/2");
  }

  @Test
  void unavailable_offering_cannot_be_bought() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool ->
                    pool.type(
                        "small",
                        2,
                        type ->
                            type.unavailable("zone-a", "spot", 0.25)
                                .offer("zone-b", "on-demand", 1)))
            .pod("anywhere")
            .pod("in zone a", pod -> pod.nodeAlternatives(List.of(IN_ZONE_A)));

    assertThat(place(scenario).newNodes().getFirst().price()).isEqualTo(1);
    assertThat(places(scenario)).containsEntry("in zone a", "unplaced");
  }

  @Test
  void offering_with_its_own_capacity_is_judged_by_it() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool ->
                    pool.type(
                        "small",
                        1,
                        type ->
                            type.offer("zone-a", "spot", 0.25)
                                .offerWithCapacity("zone-b", "spot", 0.5, cpu(8))))
            .pod("big", pod -> pod.requests(cpu(6)));

    assertThat(place(scenario).newNodes().getFirst().price()).isEqualTo(0.5);
  }

  @Test
  void overhead_of_the_type_is_not_for_pods() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool ->
                    pool.type("small", 2, type -> type.offer("zone-a", "spot", 1).overhead(cpu(1))))
            .pod("two cores", pod -> pod.requests(cpu(2)));

    assertThat(places(scenario)).containsEntry("two cores", "unplaced");
  }

  @Test
  void daemons_take_their_part_of_a_new_node_and_of_a_node_they_have_not_reached() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("small", 2, 0.25).type("large", 4, 1))
            .node("full", node -> node.allocatable(Resources.CPU, 2000))
            .node(
                "reached", node -> node.allocatable(Resources.CPU, 3000).requested(cpu(1), cpu(1)))
            .daemon("agent", _ -> {})
            .pod("first", pod -> pod.requests(cpu(2)))
            .pod("second", pod -> pod.requests(cpu(2)));

    assertThat(places(scenario)).containsEntry("first", "reached");
    var bought = place(scenario).newNodes().getFirst();
    assertThat(bought.types()).extracting(Placement.TypeChoice::type).containsExactly("large");
    assertThat(bought.requests().get(Resources.CPU)).isEqualTo(3000);
  }

  @Test
  void daemon_that_waits_for_registration_counts_on_a_new_node() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("small", 1, 0.25))
            .daemon(
                "agent",
                pod ->
                    pod.nodeAlternatives(
                        List.of(Requirements.of(Keys.REGISTERED, ValueSet.in("true")))))
            .pod("pod");

    assertThat(places(scenario)).containsEntry("pod", "unplaced");
  }

  @Test
  void overdrawn_node_takes_nothing() {
    var scenario =
        new Scenario()
            .node("overdrawn", node -> node.allocatable("example.com/gpu", -1))
            .pod("pod");

    assertThat(places(scenario)).containsEntry("pod", "unplaced");
  }

  @Test
  void taint_keeps_pods_away_unless_tolerated_and_startup_taints_do_not() {
    var scenario =
        new Scenario()
            .pool("open", pool -> pool.startupTaint("starting").type("small", 1, 1))
            .pool("tainted", pool -> pool.taint("team", Effect.NO_EXECUTE).type("small", 1, 0.25))
            .pod("other")
            .pod("team", pod -> pod.tolerate(TOLERATE_ALL));

    assertThat(places(scenario))
        .containsEntry("other", "open/0")
        .containsEntry("team", "tainted/1");
  }

  @Test
  void node_label_must_be_there_but_a_well_known_label_of_a_new_node_may_come() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("small", 1, 0.25))
            .node("a", _ -> {})
            .pod(
                "arch",
                pod ->
                    pod.nodeAlternatives(List.of(Requirements.of(Keys.ARCH, ValueSet.in("arm64")))))
            .pod(
                "tier",
                pod ->
                    pod.nodeAlternatives(List.of(Requirements.of(Keys.TIER, ValueSet.in("gold")))));

    assertThat(places(scenario))
        .containsEntry("arch", "general/0")
        .containsEntry("tier", "unplaced");
  }

  @Test
  void second_node_alternative_is_tried_when_the_first_has_no_place() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool -> pool.type("small", 1, type -> type.offer("zone-b", "spot", 0.25)))
            .pod("pod", pod -> pod.nodeAlternatives(List.of(IN_ZONE_A, IN_ZONE_B)));

    assertThat(place(scenario).newNodes().getFirst().requirements().get(Keys.ZONE))
        .isEqualTo(ValueSet.in("zone-b"));
  }

  @Test
  void host_port_is_taken_once_per_node_and_daemons_take_it_too() {
    var scenario =
        new Scenario()
            .pool("a", pool -> pool.type("small", 2, 0.25))
            .pool(
                "b",
                pool ->
                    pool.weight(9).requires(Keys.TIER, ValueSet.in("gold")).type("small", 2, 0.25))
            .node("n", node -> node.port(HTTP))
            .daemon(
                "proxy",
                pod ->
                    pod.requests(cpu(0))
                        .hostPort(HTTP)
                        .nodeAlternatives(List.of(Requirements.of(Keys.TIER, ValueSet.in("gold")))))
            .pod("first", pod -> pod.hostPort(HTTP))
            .pod("second", pod -> pod.hostPort(HTTP));

    assertThat(places(scenario)).containsEntry("first", "a/0").containsEntry("second", "a/1");
  }

  @Test
  void volume_is_reached_by_the_first_alternative_that_works() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool ->
                    pool.type(
                        "small",
                        2,
                        type -> type.offer("zone-b", "spot", 1).offer("zone-c", "spot", 0.25)))
            .pod("pod", pod -> pod.volumeAlternatives(List.of(IN_ZONE_A, IN_ZONE_B)));

    assertThat(place(scenario).newNodes().getFirst().price()).isEqualTo(1);
  }

  @Test
  void node_attaches_no_more_distinct_volumes_than_its_limit() {
    var scenario =
        new Scenario()
            .node("n", node -> node.attaches("block", 1).volume("block", "one"))
            .pod("same", pod -> pod.volumes(volumes("block", "one")))
            .pod("another", pod -> pod.volumes(volumes("block", "two")))
            .pod("unlimited", pod -> pod.volumes(volumes("file", "two")));

    assertThat(places(scenario))
        .containsEntry("same", "n")
        .containsEntry("another", "unplaced")
        .containsEntry("unlimited", "n");
  }

  private static SortedSet<VolumeUse> volumes(String driver, String claim) {
    return new TreeSet<>(List.of(new VolumeUse(driver, claim)));
  }

  @Test
  void pod_joins_a_draft_that_does_not_get_dearer() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("large", 4, 1).type("larger", 8, 4))
            .pod("first", pod -> pod.requests(cpu(3)))
            .pod("second")
            .pod("third", pod -> pod.requests(cpu(3)));

    assertThat(places(scenario))
        .containsEntry("second", "general/0")
        .containsEntry("third", "general/1");
  }

  @Test
  void draft_grows_when_that_is_cheaper_than_another_node() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("small", 1, 1).type("large", 2, 1.5))
            .pod("first")
            .pod("second");

    var placement = place(scenario);

    assertThat(places(placement)).containsEntry("second", "general/0");
    assertThat(placement.price()).isEqualTo(1.5);
  }

  @Test
  void equally_dear_new_node_does_not_beat_a_draft() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("small", 1, 1).type("large", 2, 2))
            .pod("first")
            .pod("second");

    assertThat(places(scenario)).containsEntry("second", "general/0");
  }

  @Test
  void smallest_rise_wins_among_drafts() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool ->
                    pool.requires(Keys.TIER, ValueSet.in("gold", "silver"))
                        .type("a-1", 1, type -> type.is(Keys.TIER, "gold").offer("z", "spot", 1))
                        .type("a-2", 2, type -> type.is(Keys.TIER, "gold").offer("z", "spot", 1.75))
                        .type("b-1", 1, type -> type.is(Keys.TIER, "silver").offer("z", "spot", 1))
                        .type(
                            "b-2", 2, type -> type.is(Keys.TIER, "silver").offer("z", "spot", 1.5)))
            .pod("gold", pod -> pod.nodeAlternatives(List.of(tier("gold"))))
            .pod("silver", pod -> pod.nodeAlternatives(List.of(tier("silver"))))
            .pod("any");

    assertThat(places(scenario)).containsEntry("any", "general/1");
  }

  private static Requirements tier(String value) {
    return Requirements.of(Keys.TIER, ValueSet.in(value));
  }

  @Test
  void lighter_pool_may_not_undercut_the_draft_of_a_heavier_one() {
    var scenario =
        new Scenario()
            .pool(
                "heavy",
                pool ->
                    pool.weight(9)
                        .type("small", 1, 1)
                        .type("large", 2, 8)
                        .limit(Resources.NODES, 1))
            .pool("light", pool -> pool.type("small", 1, 0.25))
            .pod("first")
            .pod("second");

    assertThat(places(scenario)).containsEntry("second", "heavy/0");
  }

  @Test
  void limit_counts_existing_nodes_and_drafts() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("small", 1, 0.25).limit(Resources.CPU, 6000))
            .node("n", node -> node.of("general").taint("full", Effect.NO_SCHEDULE))
            .pod("first")
            .pod("second")
            .pod("third");

    assertThat(places(scenario))
        .containsEntry("first", "general/0")
        .containsEntry("second", "general/1")
        .containsEntry("third", "unplaced");
  }

  @Test
  void limit_drops_types_that_are_too_large_for_what_remains() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool -> pool.type("small", 1, 1).type("large", 4, 0.25).limit(Resources.CPU, 3000))
            .pod("pod");

    assertThat(place(scenario).newNodes().getFirst().types())
        .extracting(Placement.TypeChoice::type)
        .containsExactly("small");
  }

  @Test
  void narrowing_a_draft_gives_back_what_it_was_charged() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool ->
                    pool.type("small", 2, type -> type.offer("zone-a", "spot", 1))
                        .type("large", 4, type -> type.offer("zone-b", "spot", 2))
                        .limit(Resources.CPU, 5000))
            .pod("first")
            .pod("narrows", pod -> pod.nodeAlternatives(List.of(IN_ZONE_A)))
            .pod("next", pod -> pod.requests(cpu(2)));

    assertThat(places(scenario))
        .containsEntry("narrows", "general/0")
        .containsEntry("next", "general/1");
  }

  @Test
  void drafts_give_up_larger_types_when_a_limit_would_refuse_a_pod() {
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool -> pool.type("small", 2, 1).type("large", 4, 2).limit(Resources.CPU, 4000))
            .pod("first", pod -> pod.requests(cpu(2)).hostPort(HTTP))
            .pod("second", pod -> pod.requests(cpu(2)).hostPort(HTTP));

    var placement = place(scenario);

    assertThat(places(placement)).containsEntry("second", "general/1");
    assertThat(placement.newNodes().getFirst().types())
        .extracting(Placement.TypeChoice::type)
        .containsExactly("small");
  }

  @Test
  void strict_min_values_refuse_a_pod_that_leaves_too_few_types() {
    var scenario = minValues(MinValuesPolicy.STRICT);

    assertThat(places(scenario)).containsEntry("pod", "unplaced");
  }

  @Test
  void best_effort_lowers_min_values_to_what_a_new_node_reaches() {
    var scenario = minValues(MinValuesPolicy.BEST_EFFORT);

    var bought = place(scenario).newNodes().getFirst();

    assertThat(bought.minValuesRelaxed()).isTrue();
    assertThat(bought.requirements().minValues(Keys.INSTANCE_TYPE)).hasValue(1);
  }

  private static Scenario minValues(MinValuesPolicy policy) {
    return new Scenario()
        .minValues(policy)
        .pool(
            "general",
            pool ->
                pool.minValues(Keys.INSTANCE_TYPE, 2).type("small", 1, 0.25).type("large", 2, 1))
        .pod("pod", pod -> pod.requests(cpu(2)));
  }

  @Test
  void draft_is_not_narrowed_below_min_values() {
    var scenario =
        new Scenario()
            .minValues(MinValuesPolicy.BEST_EFFORT)
            .pool(
                "general",
                pool ->
                    pool.minValues(Keys.INSTANCE_TYPE, 2)
                        .type("small", 1, 1)
                        .type("medium", 2, 1.25)
                        .type("large", 3, 1.5))
            .pod("first")
            .pod("second")
            .pod("third");

    var placement = place(scenario);

    assertThat(places(placement))
        .containsEntry("first", "general/0")
        .containsEntry("second", "general/0")
        .containsEntry("third", "general/1");
  }

  @Test
  void types_are_listed_cheapest_first_and_then_by_name() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("c", 1, 0.5).type("b", 1, 0.5).type("a", 1, 2))
            .pod("pod");

    assertThat(place(scenario).newNodes().getFirst().types())
        .extracting(Placement.TypeChoice::type)
        .containsExactly("b", "c", "a");
  }

  @Test
  void pod_without_a_place_is_tried_again_after_others_made_one() {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("small", 2, 0.25))
            .pod("follower", pod -> pod.near(web(Keys.HOSTNAME)))
            .pod("leader", pod -> pod.labels(WEB));

    var placement = place(scenario);

    assertThat(places(placement)).containsEntry("follower", "general/0");
    assertThat(placement.order())
        .extracting(pod -> pod.name())
        .containsExactly("leader", "follower");
  }
}
