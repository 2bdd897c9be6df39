package karpenter.core.explain;

import static karpenter.core.explain.Refused.sentences;
import static karpenter.core.testkit.Scenario.cpu;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.PodSpecBuilder;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Taint.Effect;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Refusal.AffinityUnmet;
import karpenter.core.scheduling.Refusal.AntiAffinity;
import karpenter.core.scheduling.Refusal.ContradictoryRequirements;
import karpenter.core.scheduling.Refusal.HostPortTaken;
import karpenter.core.scheduling.Refusal.LimitReached;
import karpenter.core.scheduling.Refusal.MinValuesUnmet;
import karpenter.core.scheduling.Refusal.NoRoom;
import karpenter.core.scheduling.Refusal.NotAsked;
import karpenter.core.scheduling.Refusal.ReservedTaken;
import karpenter.core.scheduling.Refusal.SpreadViolated;
import karpenter.core.scheduling.Refusal.SpreadWithoutDomain;
import karpenter.core.scheduling.Refusal.TopologyKeyMissing;
import karpenter.core.scheduling.Refusal.UnknownResource;
import karpenter.core.scheduling.Refusal.UntoleratedTaint;
import karpenter.core.scheduling.Refusal.VolumeLimit;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// Every way to be refused, as the value it is and the sentence it becomes.
class RefusalTest {
  private static final LabelSelector WEB = LabelSelector.ofLabels(Map.of("app", "web"));

  @Test
  void untolerated_taint_is_named() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("ml", pool -> pool.type("large", 8, 1).taint("gpu", Effect.NO_SCHEDULE))
                .pod("web"));

    assertThat(refused.byPool("ml"))
        .containsExactly(new UntoleratedTaint(new Taint("gpu", "", Effect.NO_SCHEDULE)));
    assertThat(sentences(refused.byPool("ml")))
        .containsExactly("taint gpu:NoSchedule is not tolerated");
  }

  @Test
  void label_that_nothing_offers_is_told_apart_from_one_offered_otherwise() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1))
                .pool("b", pool -> pool.type("large", 8, 1).requires("tier", ValueSet.in("gold")))
                .pod("web", pod -> needs(pod, "tier", ValueSet.in("silver"))));

    assertThat(sentences(refused.byPool("a")))
        .containsExactly("no label tier, but In [silver] is required");
    assertThat(sentences(refused.byPool("b")))
        .containsExactly("tier In [silver] is required, but only In [gold] is offered");
  }

  @Test
  void contradiction_of_the_pod_itself_is_its_own() {
    var nothing = ValueSet.in("a").intersect(ValueSet.in("b"));
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1))
                .pod("web", pod -> needs(pod, "tier", nothing)));

    assertThat(refused.byPool("a")).containsExactly(new ContradictoryRequirements("tier"));
    assertThat(sentences(refused.byPool("a")))
        .containsExactly("the pod's requirements on tier exclude each other");
  }

  @Test
  void full_node_says_what_is_free() {
    var refused =
        Refused.in(
            new Scenario()
                .node("n", node -> node.requested(cpu(3), Resources.none()))
                .pod("web", pod -> pod.requests(cpu(2))));

    assertThat(refused.byNode("n")).containsExactly(new NoRoom(Resources.CPU, 2000, 1000));
    assertThat(sentences(refused.byNode("n"))).containsExactly("2 of cpu is asked, 1 is free");
  }

  @Test
  void overdrawn_node_says_by_how_much() {
    var refused =
        Refused.in(
            new Scenario()
                .node("n", node -> node.requested(cpu(5), Resources.none()))
                .pod("web", pod -> pod.requests(Resources.of(Map.of(Resources.MEMORY, 1L)))));

    assertThat(sentences(refused.byNode("n"))).containsExactly("cpu is overdrawn by 1");
  }

  @Test
  void resource_sold_nowhere_is_named() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1))
                .pod("web", pod -> pod.requests(cpu(1).with("example.com/fpga", 2))));

    assertThat(refused.byPool("a")).containsExactly(new UnknownResource("example.com/fpga", 2));
    assertThat(sentences(refused.byPool("a")))
        .containsExactly("nothing on sale has example.com/fpga, 2 is asked");
  }

  @Test
  void host_port_in_use_is_named() {
    var http = new HostPort("", 80, "TCP");
    var refused =
        Refused.in(
            new Scenario()
                .node("n", node -> node.port(http))
                .pod("web", pod -> pod.hostPort(http)));

    assertThat(refused.byNode("n")).containsExactly(new HostPortTaken(http));
    assertThat(sentences(refused.byNode("n"))).containsExactly("host port 80/TCP is taken");
  }

  @Test
  void driver_that_can_attach_no_more_is_named() {
    var refused =
        Refused.in(
            new Scenario()
                .node("n", node -> node.volume("ebs", "a").attaches("ebs", 1))
                .pod("db", pod -> pod.volumes(new TreeSet<>(List.of(new VolumeUse("ebs", "b"))))));

    assertThat(refused.byNode("n")).containsExactly(new VolumeLimit("ebs", 1, 2));
    assertThat(sentences(refused.byNode("n")))
        .containsExactly("ebs can attach 1 volumes, with this pod it would be 2");
  }

  @Test
  void volume_in_another_zone_says_where() {
    var there = Requirements.of(Keys.ZONE, ValueSet.in("zone-b"));
    var refused =
        Refused.in(
            new Scenario()
                .node("n", _ -> {})
                .pod("db", pod -> pod.volumeAlternatives(List.of(there))));

    assertThat(sentences(refused.byNode("n")))
        .containsExactly(
            "its volumes are elsewhere: topology.kubernetes.io/zone In [zone-b] is required, but"
                + " only In [zone-a] is offered");
  }

  @Test
  void spread_shows_the_counts() {
    var refused =
        Refused.in(
            new Scenario()
                .node("a", _ -> {})
                .node("b", node -> node.label(Keys.ZONE, "zone-b").allocatable(Resources.CPU, 0))
                .bound("w1", "a", RefusalTest::web)
                .pod("w2", pod -> web(pod).spread(spread(Keys.ZONE, 1))));

    assertThat(refused.byNode("a"))
        .containsExactly(
            new SpreadViolated(Keys.ZONE, WEB, 1, 0, new TreeMap<>(Map.of("zone-a", 1))));
    assertThat(sentences(refused.byNode("a")))
        .containsExactly(
            "one more pod with app=web would exceed maxSkew 1 over topology.kubernetes.io/zone:"
                + " zone-a has 1, the emptiest has 0");
  }

  @Test
  void spread_over_a_key_nobody_has_cannot_hold() {
    var refused =
        Refused.in(
            new Scenario().node("a", _ -> {}).pod("w", pod -> web(pod).spread(spread("rack", 1))));

    assertThat(refused.byNode("a"))
        .containsExactly(new TopologyKeyMissing("rack"), new SpreadWithoutDomain("rack", WEB));
    assertThat(sentences(refused.byNode("a")))
        .containsExactly(
            "it has no label rack, which a constraint on that key needs",
            "no domain of rack is open to the pod, so its pods (app=web) cannot be spread");
  }

  @Test
  void affinity_says_who_is_missing() {
    var refused =
        Refused.in(new Scenario().node("a", _ -> {}).pod("api", pod -> pod.near(term(Keys.ZONE))));

    assertThat(refused.byNode("a")).containsExactly(new AffinityUnmet(Keys.ZONE, WEB));
    assertThat(sentences(refused.byNode("a")))
        .containsExactly("no pod with app=web is there (affinity by topology.kubernetes.io/zone)");
  }

  @Test
  void anti_affinity_names_the_pods_in_the_way() {
    var refused =
        Refused.in(
            new Scenario()
                .node("a", _ -> {})
                .bound("w1", "a", RefusalTest::web)
                .pod("w2", pod -> web(pod).awayFrom(term(Keys.HOSTNAME))));

    assertThat(refused.byNode("a"))
        .containsExactly(
            new AntiAffinity(Keys.HOSTNAME, WEB, AntiAffinity.Side.OURS, List.of("default/w1")));
    assertThat(sentences(refused.byNode("a")))
        .containsExactly(
            "the pod keeps away from app=web by kubernetes.io/hostname: default/w1 may be there");
  }

  @Test
  void anti_affinity_of_others_says_whose_it_is() {
    var refused =
        Refused.in(
            new Scenario()
                .node("a", _ -> {})
                .bound("lonely", "a", pod -> pod.awayFrom(term(Keys.ZONE)))
                .pod("w", RefusalTest::web));

    assertThat(refused.byNode("a"))
        .containsExactly(
            new AntiAffinity(Keys.ZONE, WEB, AntiAffinity.Side.THEIRS, List.of("default/lonely")));
    assertThat(sentences(refused.byNode("a")))
        .containsExactly(
            "default/lonely may be there and keeps away from app=web by"
                + " topology.kubernetes.io/zone");
  }

  @Test
  void types_are_counted_by_what_they_lack() {
    var refused =
        Refused.in(
            new Scenario()
                .pool(
                    "a",
                    pool ->
                        pool.type("small", 2, 1)
                            .type("medium", 4, 1)
                            .type(
                                "gpu",
                                4,
                                type ->
                                    type.offerWithCapacity(
                                        "zone-a", "on-demand", 9, Resources.of(Map.of("gpu", 1L)))))
                .pod("train", pod -> pod.requests(cpu(6).with("gpu", 1))));

    assertThat(sentences(refused.byPool("a")))
        .containsExactly("0 of 3 instance types fit: 2 lack gpu, 1 has less than 6 of cpu");
  }

  @Test
  void types_are_counted_by_every_other_cause_too() {
    var arm = Requirements.of(Keys.ARCH, ValueSet.in("arm64"));
    var refused =
        Refused.in(
            new Scenario()
                .pool(
                    "a",
                    pool ->
                        pool.requires("tier", ValueSet.in("gold"))
                            .type(
                                "silver",
                                4,
                                type -> type.is("tier", "silver").offer("zone-a", "spot", 1))
                            .type("gone", 4, type -> type.unavailable("zone-a", "spot", 1))
                            .type(
                                "intel",
                                4,
                                type -> type.is(Keys.ARCH, "amd64").offer("zone-a", "spot", 1))
                            .type(
                                "full",
                                4,
                                type -> type.overhead(cpu(5)).offer("zone-a", "spot", 1)))
                .pod("web", pod -> pod.nodeAlternatives(List.of(arm))));

    assertThat(sentences(refused.byPool("a")))
        .containsExactly(
            "0 of 4 instance types fit: 1 is not kubernetes.io/arch In [arm64], 1 has nothing left"
                + " beside overhead and daemons, 1 is excluded by the NodePool's requirement on"
                + " tier, 1 is sold out");
  }

  @Test
  void offering_elsewhere_is_counted() {
    var spotInB =
        Requirements.of(Keys.ZONE, ValueSet.in("zone-b"))
            .and(Keys.CAPACITY_TYPE, ValueSet.in("spot"));
    var refused =
        Refused.in(
            new Scenario()
                .pool(
                    "a",
                    pool ->
                        pool.type(
                            "large",
                            8,
                            type ->
                                type.offer("zone-a", "spot", 1).offer("zone-b", "on-demand", 2)))
                .pod("web", pod -> pod.nodeAlternatives(List.of(spotInB))));

    assertThat(sentences(refused.byPool("a")))
        .containsExactly(
            "0 of 1 instance types fit: 1 is not offered with topology.kubernetes.io/zone In"
                + " [zone-b]");
  }

  @Test
  void daemon_on_the_port_is_counted() {
    var http = new HostPort("", 80, "TCP");
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1))
                .daemon("proxy", pod -> pod.hostPort(http))
                .pod("web", pod -> pod.hostPort(http)));

    assertThat(sentences(refused.byPool("a")))
        .containsExactly("0 of 1 instance types fit: 1 has a daemon on host port 80/TCP");
  }

  @Test
  void limit_is_named_when_it_alone_stands_in_the_way() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1).limit(Resources.CPU, 10_000))
                .pod("one", pod -> pod.requests(cpu(6)))
                .pod("two", pod -> pod.requests(cpu(6))));

    assertThat(refused.byPool("a"))
        .containsExactly(new LimitReached("a", Resources.CPU, 10_000, 8_000, 1));
    assertThat(sentences(refused.byPool("a")))
        .containsExactly(
            "NodePool a is limited to 10 of cpu and uses 8: 1 instance type that would fit is too"
                + " large for the rest");
  }

  @Test
  void limit_on_nodes_closes_the_pool() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1).limit(Resources.NODES, 1))
                .pod("one", pod -> pod.requests(cpu(6)))
                .pod("two", pod -> pod.requests(cpu(6))));

    assertThat(sentences(refused.byPool("a")))
        .containsExactly("NodePool a is limited to 1 of nodes and uses 1");
  }

  @Test
  void min_values_say_what_was_reached() {
    var refused =
        Refused.in(
            new Scenario()
                .pool(
                    "a",
                    pool ->
                        pool.minValues(Keys.INSTANCE_TYPE, 2)
                            .type("small", 2, 1)
                            .type("large", 8, 2))
                .pod("web", pod -> pod.requests(cpu(4))));

    assertThat(refused.byPool("a")).containsExactly(new MinValuesUnmet(Keys.INSTANCE_TYPE, 2, 1));
    assertThat(sentences(refused.byPool("a")))
        .containsExactly(
            "minValues asks for 2 values of node.kubernetes.io/instance-type, the types that fit"
                + " have 1");
  }

  @Test
  void pool_that_can_never_meet_its_own_min_values_says_so() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.minValues(Keys.INSTANCE_TYPE, 2).type("large", 8, 2))
                .pod("web"));

    assertThat(refused.byPool("a")).containsExactly(new MinValuesUnmet(Keys.INSTANCE_TYPE, 2, 1));
  }

  @Test
  void taken_reservation_defers_and_later_pools_are_not_asked() {
    var refused =
        Refused.in(
            new Scenario()
                .pool(
                    "b",
                    pool -> pool.type("large", 8, type -> type.reserved("zone-a", "r-1", 1, 0.1)))
                .pool("a", pool -> pool.type("small", 8, 1))
                .pod("one", pod -> pod.requests(cpu(6)))
                .pod("two", pod -> pod.requests(cpu(6))));

    assertThat(refused.byPool("b"))
        .containsExactly(new ReservedTaken(new TreeSet<>(List.of("r-1"))));
    assertThat(refused.byPool("a")).containsExactly(new NotAsked("b"));
    assertThat(sentences(refused.byPool("b"))).containsExactly("reserved capacity is taken: r-1");
    assertThat(sentences(refused.byPool("a")))
        .containsExactly("not asked: the pod waits for reserved capacity of NodePool b");
  }

  @Test
  void planned_node_counts_the_types_it_may_still_become() {
    var refused =
        Refused.in(
            new Scenario()
                .pool(
                    "a",
                    pool -> pool.type("small", 4, 1).type("large", 8, 2).limit(Resources.NODES, 1))
                .pod("one", pod -> pod.requests(cpu(6)))
                .pod("two", pod -> pod.requests(cpu(6))));

    assertThat(sentences(refused.byPlanned(0, "a")))
        .containsExactly("0 of 1 instance types fit: 1 has less than 12 of cpu");
  }

  static PodSpecBuilder web(PodSpecBuilder pod) {
    return pod.labels(Map.of("app", "web"));
  }

  static SpreadConstraint spread(String key, int maxSkew) {
    return new SpreadConstraint(
        key,
        maxSkew,
        OptionalInt.empty(),
        Strength.DO_NOT_SCHEDULE,
        WEB,
        Inclusion.HONOR,
        Inclusion.IGNORE);
  }

  static AffinityTerm term(String key) {
    return new AffinityTerm(key, WEB, new TreeSet<>(), Optional.empty());
  }

  private static void needs(PodSpecBuilder pod, String key, ValueSet set) {
    pod.nodeAlternatives(List.of(Requirements.of(key, set)));
  }
}
