package karpenter.operator.termination;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PdbFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.pod.LabelSelector;
import karpenter.core.testkit.facts.MetaFixture;
import karpenter.operator.event.EventNote;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.metrics.Metric;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.state.Kind;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

class EvictionTest {
  private final TestWorld world;
  private final EvictionLoop evictions;

  EvictionTest() {
    var plans = new ArrayList<LoopPlan<?>>();
    world =
        new TestWorld(
            context -> {
              plans.addAll(TerminationLoops.loops(context));
              return plans;
            });
    evictions = (EvictionLoop) plans.get(1).loop();
  }

  @Test
  void accepted_eviction_is_told_once() {
    drainingNode();
    world.cluster.put(pod("p").on("n").build());

    world.settle();

    assertThat(world.kube.asked).containsExactly("p");
    assertThat(world.eventReasons()).containsOnlyOnce("Evicted");
    assertThat(world.metrics.value(Metric.PODS_EVICTION_REQUESTS_TOTAL, "200")).isEqualTo(1);
    assertThat(world.metrics.value(Metric.PODS_DRAINED_TOTAL, "Forceful Termination")).isEqualTo(1);
    assertThat(evictions.size()).isZero();
  }

  @Test
  void accepted_eviction_is_not_repeated_while_the_watch_lags() {
    drainingNode();
    world.kube.tellsAtOnce = false;
    world.cluster.put(pod("p").on("n").build());

    world.run(Duration.ofSeconds(5));
    assertThat(world.kube.asked).containsExactly("p");

    world.cluster.remove(Kind.PODS, ObjectKey.of("default", "p"));
    world.settle();
    assertThat(evictions.size()).isZero();
  }

  @Test
  void pod_behind_a_budget_is_asked_ever_more_rarely() {
    drainingNode();
    world.kube.heldBack.add("p");
    world.cluster.put(pod("p").on("n").build());

    world.run(Duration.ofSeconds(12));
    // After 0, 0.1, 0.3, 0.7, 1.5, 3.1, 6.3 seconds; then every ten.
    assertThat(world.kube.asked).hasSize(7);

    world.run(Duration.ofSeconds(100));
    assertThat(world.kube.asked).hasSize(17);
    assertThat(world.eventReasons()).contains("FailedDraining");
    assertThat(world.metrics.value(Metric.PODS_EVICTION_REQUESTS_TOTAL, "429")).isEqualTo(17);
  }

  @Test
  void room_in_the_budget_is_used_at_once() {
    drainingNode();
    world.kube.heldBack.addAll(List.of("p", "q"));
    world.cluster.put(pod("p").on("n").labels(Map.of("app", "web")).build());
    world.cluster.put(pod("q").on("n").labels(Map.of("app", "web")).build());
    budget(0);
    world.run(Duration.ofSeconds(60));
    int before = world.kube.asked.size();

    world.kube.heldBack.clear();
    budget(1);
    world.settle();

    assertThat(world.kube.asked.subList(before, world.kube.asked.size())).containsExactly("p");
  }

  @Test
  void successor_of_the_same_name_is_not_evicted_by_the_old_entry() {
    drainingNode();
    world.kube.heldBack.add("p");
    world.cluster.put(pod("p").on("n").build());
    world.settle();
    int before = world.kube.asked.size();

    world.cluster.remove(Kind.PODS, ObjectKey.of("default", "p"));
    world.cluster.put(pod("p").uid("another").on("elsewhere").build());
    world.run(Duration.ofSeconds(60));

    assertThat(world.kube.asked).hasSize(before);
    assertThat(evictions.size()).isZero();
  }

  @Test
  void entry_is_dropped_when_its_pod_vanishes() {
    drainingNode();
    world.kube.heldBack.add("p");
    world.cluster.put(pod("p").on("n").build());
    world.settle();
    assertThat(evictions.size()).isEqualTo(1);

    world.cluster.remove(Kind.PODS, ObjectKey.of("default", "p"));
    world.settle();

    assertThat(evictions.size()).isZero();
  }

  @Test
  void protected_pod_goes_the_moment_its_protection_ends() {
    drainingNode();
    world.cluster.put(pod("p").on("n").startedAt(START).doNotDisrupt("90s").build());

    world.run(Duration.ofSeconds(89));
    assertThat(world.kube.asked).isEmpty();
    assertThat(world.eventReasons()).contains("DoNotDisruptUntil");

    world.run(Duration.ofSeconds(1));
    assertThat(world.kube.asked).containsExactly("p");
    assertThat(world.eventReasons()).contains("DoNotDisruptGracePeriodElapsed");
  }

  @Test
  void unclear_annotation_protects_nothing_and_its_owner_hears_of_it() {
    drainingNode();
    world.cluster.put(pod("p").on("n").doNotDisrupt("soon").build());

    world.settle();

    assertThat(world.kube.asked).containsExactly("p");
    assertThat(world.eventReasons()).contains("InvalidDoNotDisruptAnnotation");
  }

  @Test
  void deadline_deletes_what_budgets_and_owners_hold() {
    drainingNode(START.plusSeconds(3600).toString());
    world.kube.heldBack.add("held");
    world.cluster.put(pod("held").on("n").grace(300).build());
    world.cluster.put(
        pod("critical").on("n").priorityClass("system-node-critical").grace(300).build());
    world.cluster.put(pod("protected").on("n").grace(60).doNotDisrupt("true").build());

    world.run(Duration.ofSeconds(3299));
    assertThat(deleted()).isEmpty();

    world.run(Duration.ofSeconds(2));
    assertThat(deleted()).containsExactly("critical", "held");

    world.run(Duration.ofMinutes(4));
    assertThat(deleted()).containsExactly("critical", "held", "protected");
    assertThat(world.events)
        .filteredOn(note -> note.reason().equals("Disrupted"))
        .extracting(EventNote::about)
        .extracting(EventNote.About::name)
        .containsExactlyInAnyOrder("held", "critical", "protected");
  }

  @Test
  void pod_with_more_grace_than_there_is_time_is_deleted_at_once_with_what_is_left() {
    drainingNode(START.plusSeconds(100).toString());
    world.cluster.put(pod("p").on("n").grace(300).build());

    world.settle();

    assertThat(world.cluster.snapshot().pod(ObjectKey.of("default", "p")).orElseThrow().deleted())
        .contains(START.plusSeconds(100));
    assertThat(world.kube.asked).isEmpty();
  }

  @Test
  void deadline_in_the_past_grants_one_second_and_deletes_once() {
    drainingNode(START.minusSeconds(10).toString());
    world.cluster.put(pod("p").on("n").grace(30).build());

    world.run(Duration.ofSeconds(30));

    assertThat(world.events).filteredOn(note -> note.reason().equals("Disrupted")).hasSize(1);
    assertThat(world.cluster.snapshot().pod(ObjectKey.of("default", "p")).orElseThrow().deleted())
        .contains(START.plusSeconds(1));
  }

  @Test
  void earlier_deadline_takes_effect_although_the_pod_waits_already() {
    drainingNode();
    world.cluster.put(pod("p").on("n").doNotDisrupt("true").grace(10).build());
    world.run(Duration.ofSeconds(60));
    assertThat(deleted()).isEmpty();

    drainingNode(world.clock.instant().toString());
    world.settle();

    assertThat(deleted()).containsExactly("p");
  }

  @Test
  void reason_of_the_disruption_is_told() {
    world.cluster.put(
        claim("c")
            .ofNode("n")
            .deletedAt(START)
            .and(
                c ->
                    c.withConditions(
                        c.conditions()
                            .set(
                                ClaimFacts.DISRUPTION_REASON,
                                karpenter.core.facts.Condition.Status.TRUE,
                                "Drifted",
                                "",
                                c.subject(),
                                START)))
            .build());
    world.cluster.put(node("n").deletedAt(START).build());
    world.cluster.put(pod("p").on("n").build());

    world.settle();

    assertThat(world.metrics.value(Metric.PODS_DRAINED_TOTAL, "Drifted")).isEqualTo(1);
  }

  private List<String> deleted() {
    return world.cluster.snapshot().all(Kind.PODS).stream()
        .filter(pod -> pod.isTerminating())
        .map(pod -> pod.name())
        .toList();
  }

  private void budget(int allowed) {
    var pdb =
        new PdbFacts(
            MetaFixture.meta("default", "budget"),
            LabelSelector.ofLabels(Map.of("app", "web")),
            allowed,
            Optional.empty(),
            Optional.empty(),
            false);
    world.cluster.put(Kind.PDBS, pdb.meta(), pdb);
  }

  private void drainingNode() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(node("n").deletedAt(START).build());
  }

  private void drainingNode(String deadline) {
    world.cluster.put(
        claim("c")
            .ofNode("n")
            .annotation(Marks.TERMINATION_TIMESTAMP, deadline)
            .deletedAt(START)
            .build());
    if (world.cluster.snapshot().node("n").isEmpty()) {
      world.cluster.put(node("n").deletedAt(START).build());
    }
  }
}
