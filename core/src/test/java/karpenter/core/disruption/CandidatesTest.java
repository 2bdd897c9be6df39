package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.AT_REST;
import static karpenter.core.disruption.Exhibits.GENERAL;
import static karpenter.core.disruption.Exhibits.NOW;
import static karpenter.core.disruption.Exhibits.around;
import static karpenter.core.disruption.Exhibits.ready;
import static karpenter.core.disruption.Exhibits.readyClaim;
import static karpenter.core.disruption.Exhibits.readyNode;
import static karpenter.core.disruption.Exhibits.set;
import static karpenter.core.disruption.Exhibits.type;
import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.testkit.facts.MetaFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CandidatesTest {
  private static final Surroundings USUAL = around(GENERAL, type("large", 1.0));

  private static List<String> kinds(StateNode state, Method method, PodFacts... pods) {
    return kinds(state, method, AT_REST, USUAL, pods);
  }

  private static List<String> kinds(
      StateNode state, Method method, Standing standing, Surroundings around, PodFacts... pods) {
    var assessed = Candidates.assess(state, List.of(pods), around);
    return Candidates.obstacles(assessed, method, standing).stream().map(Obstacle::kind).toList();
  }

  private static Standing busy(String name) {
    return new Standing(
        set(name),
        Collections.emptySortedMap(),
        Collections.emptySortedSet(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        NOW);
  }

  @Test
  void empty_node_at_rest_is_free_to_go() {
    assertThat(kinds(ready("a"), Method.EMPTINESS)).isEmpty();
  }

  @Test
  void node_with_pods_is_free_to_be_consolidated() {
    assertThat(kinds(ready("a"), Method.SINGLE_NODE, pod("p").on("a").build())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void node_of_a_command_under_way_stays(Method method) {
    assertThat(kinds(ready("a"), method, busy("a"), USUAL)).contains("in-command");
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void node_of_a_command_that_waits_stays(Method method) {
    var parked =
        new Standing(
            Collections.emptySortedSet(),
            new TreeMap<>(Map.of("a", NOW.plusSeconds(5))),
            Collections.emptySortedSet(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            NOW);

    assertThat(kinds(ready("a"), method, parked, USUAL)).contains("parked");
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void node_without_a_claim_stays(Method method) {
    assertThat(kinds(StateNode.of(readyNode("a").build()), method)).contains("unmanaged");
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void claim_without_a_node_stays(Method method) {
    assertThat(kinds(StateNode.of(claim("a").build()), method)).contains("no-node");
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void node_that_is_not_initialized_stays(Method method) {
    var fresh =
        StateNode.of(
            readyNode("a").unlabelled("karpenter.sh/initialized").build(), readyClaim("a").build());

    assertThat(kinds(fresh, method)).contains("not-initialized");
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void node_that_goes_anyway_is_left_alone(Method method) {
    var going = StateNode.of(readyNode("a").build(), readyClaim("a").deletedAt(NOW).build());
    var marked =
        new Standing(
            Collections.emptySortedSet(),
            Collections.emptySortedMap(),
            set("a"),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            NOW);

    assertThat(kinds(going, method)).contains("leaving");
    assertThat(kinds(ready("a"), method, marked, USUAL)).contains("leaving");
  }

  @ParameterizedTest
  @CsvSource({"1, true", "0, false", "-1, false"})
  void node_that_pods_were_promised_stays_until_they_should_have_come(
      int secondsLeft, boolean isHeld) {
    var nominated =
        new Standing(
            Collections.emptySortedSet(),
            Collections.emptySortedMap(),
            Collections.emptySortedSet(),
            new TreeMap<>(Map.of("a", NOW.plusSeconds(secondsLeft))),
            Collections.emptySortedMap(),
            NOW);

    assertThat(kinds(ready("a"), Method.EMPTINESS, nominated, USUAL).contains("nominated"))
        .isEqualTo(isHeld);
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false", "5m, false", "'', false", "True, false"})
  void node_is_protected_by_exactly_true(String value, boolean isHeld) {
    var annotated =
        StateNode.of(
            readyNode("a").annotation("karpenter.sh/do-not-disrupt", value).build(),
            readyClaim("a").grace(Duration.ofHours(1)).build());

    for (var method : Method.values()) {
      assertThat(kinds(annotated, method).contains("node-do-not-disrupt")).isEqualTo(isHeld);
    }
  }

  @Test
  void node_without_a_known_pool_or_types_stays() {
    var ofNone =
        StateNode.of(
            readyNode("a").unlabelled("karpenter.sh/nodepool").build(), readyClaim("a").build());
    var ofAnother = StateNode.of(readyNode("a").of("gone").build(), readyClaim("a").build());

    assertThat(kinds(ofNone, Method.EMPTINESS)).contains("no-pool");
    assertThat(kinds(ofAnother, Method.EMPTINESS)).contains("pool-unknown");
    assertThat(kinds(ready("a"), Method.EMPTINESS, AT_REST, around(GENERAL)))
        .contains("types-unknown");
  }

  @ParameterizedTest
  @CsvSource({
    // value, started seconds ago (-1: not yet), protects
    "true,  10, true",
    "5m,   299, true",
    "5m,   300, false",
    "5m,    -1, true",
    "1h30m, 60, true",
    "false, 10, false",
    "-1m,   10, false",
    "0,     10, false",
    "abc,   10, false",
  })
  void pod_protects_its_node_as_long_as_its_annotation_says(
      String value, int startedAgo, boolean isHeld) {
    var pod = pod("p").on("a").doNotDisrupt(value);
    var started = startedAgo < 0 ? pod.notStarted() : pod.startedAt(NOW.minusSeconds(startedAgo));

    assertThat(
            kinds(ready("a"), Method.SINGLE_NODE, started.build()).contains("pod-do-not-disrupt"))
        .isEqualTo(isHeld);
  }

  @Test
  void daemons_and_mirrors_protect_their_node_too_but_pods_that_ended_do_not() {
    var daemon = pod("d").on("a").ofDaemonSet().doNotDisrupt("true").build();
    var mirror = pod("m").on("a").mirror().doNotDisrupt("true").build();
    var ended = pod("e").on("a").phase(PodFacts.Phase.SUCCEEDED).doNotDisrupt("true").build();
    var terminating = pod("t").on("a").deletedAt(NOW).doNotDisrupt("true").build();

    assertThat(kinds(ready("a"), Method.EMPTINESS, daemon)).contains("pod-do-not-disrupt");
    assertThat(kinds(ready("a"), Method.EMPTINESS, mirror)).contains("pod-do-not-disrupt");
    assertThat(kinds(ready("a"), Method.EMPTINESS, ended, terminating)).isEmpty();
  }

  @Test
  void assessment_holds_until_the_first_protection_ends() {
    var one = pod("p").on("a").doNotDisrupt("10m").startedAt(NOW.minusSeconds(60)).build();
    var other = pod("q").on("a").doNotDisrupt("5m").startedAt(NOW.minusSeconds(60)).build();

    var assessed = Candidates.assess(ready("a"), List.of(one, other), USUAL);

    assertThat(assessed.until()).contains(NOW.plusSeconds(240));
    assertThat(assessed.holds(NOW.plusSeconds(239))).isTrue();
    assertThat(assessed.holds(NOW.plusSeconds(240))).isFalse();
  }

  private static PdbFacts pdb(String name, int allowed, boolean evictsUnhealthy) {
    return new PdbFacts(
        MetaFixture.meta("default", name),
        LabelSelector.ofLabels(Map.of("app", "web")),
        allowed,
        Optional.empty(),
        Optional.of("1"),
        evictsUnhealthy);
  }

  @ParameterizedTest
  @CsvSource({
    // budgets over the pod, disruptions allowed, always evicts unhealthy, ready, obstacle
    "1, 1, false, true,  ''",
    "1, 0, false, true,  pdb",
    "1, 0, true,  true,  pdb",
    "1, 0, true,  false, ''",
    "1, 0, false, false, pdb",
    "2, 5, false, true,  several-pdbs",
  })
  void pod_disruption_budgets_hold_a_node(
      int budgets, int allowed, boolean evictsUnhealthy, boolean isReady, String expected) {
    var pdbs =
        IntStream.range(0, budgets)
            .mapToObj(i -> pdb("pdb-" + i, allowed, evictsUnhealthy))
            .toList();
    var pod = pod("p").on("a").labels(Map.of("app", "web"));
    var built = isReady ? pod.build() : pod.unready().build();

    var kinds = kinds(ready("a"), Method.SINGLE_NODE, AT_REST, around(pdbs), built);

    assertThat(kinds).isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
  }

  @Test
  void daemon_behind_a_spent_budget_holds_its_node() {
    var daemon = pod("d").on("a").ofDaemonSet().labels(Map.of("app", "web")).build();

    assertThat(
            kinds(
                ready("a"),
                Method.EMPTINESS,
                AT_REST,
                around(List.of(pdb("pdb", 0, false))),
                daemon))
        .containsExactly("pdb");
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void pods_hold_a_drifted_node_unless_a_grace_period_bounds_the_wait(Method method) {
    var protectedPod = pod("p").on("a").doNotDisrupt("true").build();
    var drifted = readyClaim("a").and(c -> c.setTrue(ClaimFacts.DRIFTED, NOW));
    var without = StateNode.of(readyNode("a").build(), drifted.build());
    var with = StateNode.of(readyNode("a").build(), drifted.grace(Duration.ofHours(1)).build());

    assertThat(kinds(without, method, protectedPod)).contains("pod-do-not-disrupt");
    assertThat(kinds(with, method, protectedPod).contains("pod-do-not-disrupt"))
        .isEqualTo(!method.isEventual());
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void so_do_their_budgets(Method method) {
    var pod = pod("p").on("a").labels(Map.of("app", "web")).build();
    var drifted = readyClaim("a").and(c -> c.setTrue(ClaimFacts.DRIFTED, NOW));
    var without = StateNode.of(readyNode("a").build(), drifted.build());
    var with = StateNode.of(readyNode("a").build(), drifted.grace(Duration.ofHours(1)).build());
    var spent = around(List.of(pdb("one", 0, false)));
    var several = around(List.of(pdb("one", 1, false), pdb("two", 1, false)));

    assertThat(kinds(without, method, AT_REST, spent, pod)).contains("pdb");
    assertThat(kinds(without, method, AT_REST, several, pod)).contains("several-pdbs");
    assertThat(kinds(with, method, AT_REST, spent, pod).contains("pdb"))
        .isEqualTo(!method.isEventual());
    assertThat(kinds(with, method, AT_REST, several, pod).contains("several-pdbs"))
        .isEqualTo(!method.isEventual());
  }

  @Test
  void drift_takes_drifted_nodes_of_its_kind_of_pool_only() {
    var drifted =
        StateNode.of(
            readyNode("a").build(),
            readyClaim("a").and(c -> c.setTrue(ClaimFacts.DRIFTED, NOW)).build());
    var ofReplicas = around(pool("general").replicas(3).build(), type("large", 1.0));

    assertThat(kinds(drifted, Method.DRIFT)).isEmpty();
    assertThat(kinds(drifted, Method.STATIC_DRIFT)).containsExactly("not-drifted");
    assertThat(kinds(drifted, Method.STATIC_DRIFT, AT_REST, ofReplicas)).isEmpty();
    assertThat(kinds(drifted, Method.DRIFT, AT_REST, ofReplicas)).containsExactly("not-drifted");
    assertThat(kinds(ready("a"), Method.DRIFT)).containsExactly("not-drifted");
  }

  @Test
  void every_reason_is_told_not_only_the_first() {
    var pods =
        new PodFacts[] {
          pod("p").on("a").doNotDisrupt("true").build(),
          pod("q").on("a").doNotDisrupt("true").build()
        };
    var annotated =
        StateNode.of(
            readyNode("a").annotation("karpenter.sh/do-not-disrupt", "true").build(),
            readyClaim("a").build());

    assertThat(kinds(annotated, Method.SINGLE_NODE, pods))
        .containsExactly("node-do-not-disrupt", "pod-do-not-disrupt", "pod-do-not-disrupt");
  }

  @Test
  void node_whose_type_is_no_longer_sold_may_still_go_when_empty_or_drifted() {
    var old = around(GENERAL, type("small", 0.5));
    var drifted =
        StateNode.of(
            readyNode("a").build(),
            readyClaim("a").and(c -> c.setTrue(ClaimFacts.DRIFTED, NOW)).build());

    assertThat(kinds(ready("a"), Method.EMPTINESS, AT_REST, old)).isEmpty();
    assertThat(kinds(drifted, Method.DRIFT, AT_REST, old)).isEmpty();
    assertThat(kinds(ready("a"), Method.SINGLE_NODE, AT_REST, old, pod("p").on("a").build()))
        .containsExactly("type-unknown");
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void what_stands_in_the_way_is_the_same_whether_or_not_somebody_had_a_word_to_say(Method method) {
    var over =
        new Standing(
            Collections.emptySortedSet(),
            Collections.emptySortedMap(),
            Collections.emptySortedSet(),
            new TreeMap<>(Map.of("a", NOW.minusSeconds(1))),
            Collections.emptySortedMap(),
            NOW);
    var protectedPod = pod("p").on("a").doNotDisrupt("true").build();
    var graceful =
        StateNode.of(readyNode("a").build(), readyClaim("a").grace(Duration.ofHours(1)).build());

    for (var state : List.of(ready("a"), graceful, StateNode.of(claim("a").build()))) {
      for (var pods : List.of(new PodFacts[0], new PodFacts[] {protectedPod})) {
        assertThat(kinds(state, method, AT_REST, USUAL, pods))
            .isEqualTo(kinds(state, method, over, USUAL, pods));
      }
    }
  }
}
