package karpenter.core.explain;

import static karpenter.core.explain.RefusalTest.spread;
import static karpenter.core.explain.RefusalTest.term;
import static karpenter.core.explain.RefusalTest.web;
import static karpenter.core.testkit.Scenario.cpu;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.explain.Help.Helps;
import karpenter.core.explain.Help.NoSingleChangeHelps;
import karpenter.core.explain.Help.NotSearched;
import karpenter.core.explain.Help.SearchEnded;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Taint.Effect;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.CaseGenerator;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// The smallest change that would help: which it is, and that it does.
class SmallestChangeTest {
  private static final Requirements TIER_SILVER = Requirements.of("tier", ValueSet.in("silver"));

  private static final int REFUSALS = 1_000;

  /// A case yields about eight refusals; so many of one kind of case would say little.
  private static final int MAX_PER_CASE = 3;

  @Test
  void request_is_lowered_to_the_most_that_fits() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("small", 2, 1).type("large", 8, 2))
                .pod("web", pod -> pod.requests(cpu(9))));

    assertThat(suggestion(refused)).isEqualTo("lower the cpu request from 9 to 8");
  }

  @Test
  void toleration_is_suggested_before_a_change_to_the_pool() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1).taint("gpu", Effect.NO_SCHEDULE))
                .pod("web"));

    assertThat(suggestion(refused)).isEqualTo("add a toleration for taint gpu:NoSchedule");
  }

  @Test
  void node_label_that_nothing_has_is_dropped() {
    var gold = Requirements.of("tier", ValueSet.in("gold"));
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1))
                .pod("web", pod -> pod.nodeAlternatives(List.of(gold))));

    assertThat(suggestion(refused))
        .isEqualTo("drop what node selector and affinity demand of tier");
  }

  @Test
  void max_skew_is_raised_only_as_far_as_needed() {
    var refused =
        Refused.in(
            new Scenario()
                .node("a", _ -> {})
                .node("b", node -> node.label(Keys.ZONE, "zone-b").allocatable(Resources.PODS, 0))
                .bound("w1", "a", pod -> web(pod))
                .bound("w2", "a", pod -> web(pod))
                .pod("w3", pod -> web(pod).spread(spread(Keys.ZONE, 1))));

    assertThat(suggestion(refused))
        .isEqualTo("raise maxSkew over topology.kubernetes.io/zone from 1 to 3");
  }

  @Test
  void spread_over_a_key_nobody_has_is_dropped() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1))
                .pod("w", pod -> web(pod).spread(spread("rack", 1))));

    assertThat(suggestion(refused)).isEqualTo("drop the spread over rack");
  }

  @Test
  void affinity_to_nobody_is_dropped() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1))
                .pod("api", pod -> pod.near(term(Keys.ZONE))));

    assertThat(suggestion(refused))
        .isEqualTo("drop the affinity to pods with app=web by topology.kubernetes.io/zone");
  }

  @Test
  void anti_affinity_is_dropped_when_no_other_host_can_be_had() {
    var refused =
        Refused.in(
            new Scenario()
                .node("a", _ -> {})
                .bound("w1", "a", pod -> web(pod))
                .pod("w2", pod -> web(pod).awayFrom(term(Keys.HOSTNAME))));

    assertThat(suggestion(refused))
        .isEqualTo("drop the anti-affinity to pods with app=web by kubernetes.io/hostname");
  }

  @Test
  void anti_affinity_of_others_is_named_as_theirs() {
    var refused =
        Refused.in(
            new Scenario()
                .node("a", _ -> {})
                .bound("lonely", "a", pod -> pod.awayFrom(term(Keys.HOSTNAME)))
                .pod("w", pod -> web(pod)));

    assertThat(suggestion(refused))
        .isEqualTo(
            "drop the anti-affinity of other pods to pods with app=web by kubernetes.io/hostname");
  }

  @Test
  void host_port_is_given_up() {
    var http = new HostPort("", 80, "TCP");
    var refused =
        Refused.in(
            new Scenario()
                .node("a", node -> node.port(http))
                .pod("web", pod -> pod.hostPort(http)));

    assertThat(suggestion(refused)).isEqualTo("give up host port 80/TCP");
  }

  @Test
  void volume_elsewhere_is_freed() {
    var there = Requirements.of(Keys.ZONE, ValueSet.in("zone-b"));
    var refused =
        Refused.in(
            new Scenario()
                .node("a", _ -> {})
                .pod("db", pod -> pod.volumeAlternatives(List.of(there))));

    assertThat(suggestion(refused)).isEqualTo("make its volumes reachable from elsewhere");
  }

  @Test
  void volume_beyond_the_attach_limit_is_given_up() {
    var refused =
        Refused.in(
            new Scenario()
                .node("a", node -> node.attaches("ebs", 0))
                .pod(
                    "db",
                    pod -> pod.volumes(new TreeSet<>(List.of(new VolumeUse("ebs", "data"))))));

    assertThat(suggestion(refused)).isEqualTo("give up volume data (ebs)");
  }

  @Test
  void limit_is_raised_to_the_least_that_helps() {
    var refused =
        Refused.in(
            new Scenario()
                .pool(
                    "a",
                    pool ->
                        pool.type("medium", 6, 1).type("large", 32, 2).limit(Resources.CPU, 10_000))
                .pod("one", pod -> pod.requests(cpu(6)))
                .pod("two", pod -> pod.requests(cpu(6))));

    assertThat(suggestion(refused)).isEqualTo("raise the cpu limit of NodePool a from 10 to 12");
  }

  @Test
  void min_values_are_lowered_to_what_is_reached() {
    var refused =
        Refused.in(
            new Scenario()
                .pool(
                    "a",
                    pool ->
                        pool.minValues(Keys.INSTANCE_TYPE, 3)
                            .type("small", 1, 1)
                            .type("medium", 8, 1)
                            .type("large", 8, 2))
                .pod("web", pod -> pod.requests(cpu(4))));

    assertThat(suggestion(refused))
        .isEqualTo("lower minValues of node.kubernetes.io/instance-type in NodePool a from 3 to 2");
  }

  @Test
  void pod_that_waits_for_a_reservation_may_buy_elsewhere() {
    var refused =
        Refused.in(
            new Scenario()
                .pool(
                    "b",
                    pool -> pool.type("large", 8, type -> type.reserved("zone-a", "r-1", 1, 0.1)))
                .pool("a", pool -> pool.type("small", 8, 1))
                .pod("one", pod -> pod.requests(cpu(6)))
                .pod("two", pod -> pod.requests(cpu(6))));

    assertThat(suggestion(refused))
        .isEqualTo("let pods take unreserved capacity while reservations are taken");
  }

  @Test
  void two_faults_at_once_have_no_single_remedy() {
    var gold = Requirements.of("tier", ValueSet.in("gold"));
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1))
                .pod("web", pod -> pod.requests(cpu(9)).nodeAlternatives(List.of(gold))));

    var help = refused.explanation().help();

    assertThat(help).isInstanceOf(NoSingleChangeHelps.class);
    assertThat(refused.text()).contains("No single change would help (");
  }

  @Test
  void change_that_costs_another_pod_its_place_is_no_help() {
    var refused =
        Refused.in(
            new Scenario()
                .node("a", node -> node.allocatable(Resources.PODS, 1))
                .pod("one", pod -> pod.requests(cpu(2)))
                .pod("two"));

    assertThat(refused.explanation().help()).isInstanceOf(NoSingleChangeHelps.class);
  }

  @Test
  void change_that_takes_a_place_is_offered_last_and_says_whose() {
    var refused =
        Refused.in(
            new Scenario()
                .node("a", node -> node.label("tier", "gold").allocatable(Resources.PODS, 1))
                .pod("big", pod -> pod.requests(cpu(3)).nodeAlternatives(List.of(TIER_SILVER)))
                .pod("small", pod -> pod.requests(cpu(2))));

    assertThat(refused.pod().name()).isEqualTo("big");
    assertThat(refused.text())
        .endsWith(
            "drop what node selector and affinity demand of tier; but default/small would lose its"
                + " place");
  }

  @Test
  void search_that_reaches_its_bound_says_so() {
    var gold = Requirements.of("tier", ValueSet.in("gold"));
    var refused =
        Refused.in(
            new Scenario()
                .pool("a", pool -> pool.type("large", 8, 1))
                .pod("web", pod -> pod.requests(cpu(9)).nodeAlternatives(List.of(gold))));

    var verifier = refused.verifier(1);
    var help = new ChangeSearch(verifier).search(refused.offers());

    assertThat(help).isEqualTo(new SearchEnded(1));
  }

  /// What the suggestion is worth: made in the input, it gives the pod a place and takes none away.
  @Test
  void a_thousand_suggestions_place_their_pods() {
    Map<String, Integer> kinds = new TreeMap<>();
    int refusals = 0;
    for (long seed = 0; refusals < REFUSALS; seed++) {
      var problem = CaseGenerator.generate(seed);
      var placement = Scheduler.solve(problem);
      if (placement.unplaced().isEmpty()) continue;
      var explanations = Explanations.of(problem, placement);
      for (var unplaced : placement.unplaced().stream().limit(MAX_PER_CASE).toList()) {
        var help = explanations.explain(unplaced.pod()).help();
        kinds.merge(kind(help), 1, Integer::sum);
        if (!(help instanceof Helps(var change, var displaced, _))) continue;
        refusals++;
        var after = Scheduler.solve(change.applyTo(problem));
        assertThat(find(after, unplaced.pod()))
            .as("seed %d, pod %s: %s", seed, unplaced.pod().uid(), ChangeSentences.of(change))
            .isEmpty();
        assertThat(after.unplaced().size())
            .as("seed %d, pods without a place", seed)
            .isLessThan(placement.unplaced().size() + displaced.size());
      }
    }
    System.out.println("suggestions by kind: " + kinds);
    assertThat(kinds).doesNotContainKey("SearchEnded").hasSizeGreaterThan(12);
  }

  private static String kind(Help help) {
    return switch (help) {
      case Helps(var change, var displaced, _) ->
          change.getClass().getSimpleName() + (displaced.isEmpty() ? "" : " at others' cost");
      case NoSingleChangeHelps _, SearchEnded _, NotSearched _ -> help.getClass().getSimpleName();
    };
  }

  private static Optional<Placement.Unplaced> find(Placement placement, Pod pod) {
    return placement.unplaced().stream()
        .filter(one -> one.pod().uid().equals(pod.uid()))
        .findFirst();
  }

  /// The suggestion's sentence, after seeing for ourselves that it helps.
  private static String suggestion(Refused refused) {
    var help = refused.explanation().help();
    assertThat(help).isInstanceOf(Helps.class);
    var change = ((Helps) help).change();
    SchedulingProblem changed = change.applyTo(refused.problem());
    assertThat(find(Scheduler.solve(changed), refused.pod())).isEmpty();
    return ChangeSentences.of(change);
  }
}
