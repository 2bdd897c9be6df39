package karpenter.operator.statics;

import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.metrics.Metric;
import karpenter.operator.state.Kind;
import karpenter.operator.state.Note;
import karpenter.operator.testkit.TestPools;
import karpenter.operator.testkit.TestSettings;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

class StaticLoopsTest {
  private final TestWorld world = new TestWorld(StaticLoops::loops, TestSettings::withAllGates);

  @Test
  void pool_gets_its_replicas_at_once() {
    world.cluster.put(TestPools.ofReplicas("fixed", 3));

    world.settle();

    assertThat(claims()).hasSize(3);
    assertThat(
            world.metrics.value(Metric.NODECLAIMS_CREATED_TOTAL, "provisioned", "fixed", "false"))
        .isEqualTo(3);
  }

  @Test
  void pool_that_is_scaled_follows() {
    world.cluster.put(TestPools.ofReplicas("fixed", 3));
    world.run(Duration.ofSeconds(10));

    world.cluster.put(TestPools.ofReplicas("fixed", 5));
    world.settle();
    assertThat(claims()).hasSize(5);

    world.cluster.put(TestPools.ofReplicas("fixed", 1));
    world.run(Duration.ofSeconds(1));
    assertThat(claims()).hasSize(1);
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_DISRUPTED_TOTAL, "scaled_down", "fixed", "spot", "", "graceful"))
        .isEqualTo(4);
  }

  @Test
  void pool_scaled_to_nothing_is_emptied() {
    world.cluster.put(TestPools.ofReplicas("fixed", 2));
    world.settle();

    world.cluster.put(TestPools.ofReplicas("fixed", 0));
    world.run(Duration.ofSeconds(1));

    assertThat(claims()).isEmpty();
  }

  @Test
  void limit_of_nodes_holds() {
    world.cluster.put(TestPools.ofReplicas("fixed", 5, 3));

    world.run(Duration.ofMinutes(5));

    assertThat(claims()).hasSize(3);
  }

  @Test
  void limit_of_nodes_holds_although_answers_are_lost() {
    world.cluster.loseAnswers(4);
    world.cluster.put(TestPools.ofReplicas("fixed", 5, 5));

    world.run(Duration.ofMinutes(5));

    assertThat(claims()).hasSize(5);
  }

  @Test
  void claim_that_goes_is_made_good() {
    world.cluster.put(TestPools.ofReplicas("fixed", 2));
    world.run(Duration.ofMinutes(1));

    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster(claims().getFirst().name()));
    world.settle();

    assertThat(claims()).hasSize(2);
  }

  @Test
  void name_of_a_claim_that_has_gone_is_not_given_again() {
    world.cluster.put(TestPools.ofReplicas("fixed", 3));
    world.run(Duration.ofMinutes(1));
    var used = new HashSet<String>();
    for (int round = 0; round < 20; round++) {
      var goes = claims().get(round % 3).name();
      assertThat(used.add(goes)).as("%s is new in round %d", goes, round).isTrue();
      world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster(goes));
      world.run(Duration.ofMinutes(3));

      assertThat(claims())
          .hasSize(3)
          .extracting(ClaimFacts::name)
          .doesNotContainAnyElementsOf(used);
    }
  }

  @Test
  void name_is_not_given_again_by_another_process_either() {
    world.cluster.put(TestPools.ofReplicas("fixed", 2));
    world.run(Duration.ofMinutes(1));
    var gone = claims().getLast().name();
    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster(gone));
    world.settle();

    // It sees the pool and those of its claims that are left, and knows of nothing else.
    var other = new TestWorld(StaticLoops::loops, TestSettings::withAllGates);
    other.cluster.put(claims().getFirst());
    other.cluster.put(world.cluster.snapshot().pool("fixed").orElseThrow());
    other.settle();

    assertThat(other.cluster.snapshot().claimsOfPool("fixed"))
        .hasSize(2)
        .extracting(ClaimFacts::name)
        .doesNotContain(gone);
  }

  @Test
  void claim_about_to_be_replaced_is_neither_made_good_nor_excess() {
    world.cluster.put(TestPools.ofReplicas("fixed", 2));
    world.run(Duration.ofMinutes(1));

    world.cluster.note(new Note.MarkedForDeletion(claims().getFirst().name()));
    world.run(Duration.ofMinutes(5));

    assertThat(claims()).hasSize(2);
  }

  @Test
  void claims_that_fail_at_once_are_not_made_ever_faster() {
    world.cluster.put(TestPools.ofReplicas("fixed", 1));

    int made = 0;
    for (int second = 0; second < 600; second++) {
      world.run(Duration.ofSeconds(1));
      for (var claim : claims()) {
        made++;
        world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster(claim.name()));
      }
    }

    assertThat(made).isBetween(10, 20);
  }

  @Test
  void other_pools_are_left_alone() {
    world.cluster.put(TestPools.plain("general"));
    world.cluster.put(
        TestPools.of(
            "foreign",
            spec -> {
              spec.put("replicas", 3);
              spec.withObject("/template/spec/nodeClassRef").put("group", "other.sh");
            }));

    world.run(Duration.ofMinutes(5));

    assertThat(world.cluster.snapshot().claims()).isEmpty();
  }

  @Test
  void empty_nodes_go_before_occupied_ones() {
    world.cluster.put(TestPools.ofReplicas("fixed", 3));
    world.settle();
    var kept = claims().get(1);
    for (var claim : claims()) {
      launch(claim);
    }
    PodFacts busy = pod("p").on("node-" + kept.name()).build();
    world.cluster.put(busy);

    world.cluster.put(TestPools.ofReplicas("fixed", 1));
    world.run(Duration.ofSeconds(1));

    assertThat(claims()).extracting(ClaimFacts::name).containsExactly(kept.name());
  }

  @Test
  void node_whose_pod_is_heard_of_after_the_pool_is_occupied_all_the_same() {
    world.cluster.put(TestPools.ofReplicas("fixed", 3));
    world.settle();
    var kept = claims().get(1);
    claims().forEach(this::launch);

    world.cluster.put(TestPools.ofReplicas("fixed", 1));
    world.settle();
    world.cluster.put(pod("p").on("node-" + kept.name()).build());
    world.run(Duration.ofSeconds(1));

    assertThat(claims()).extracting(ClaimFacts::name).containsExactly(kept.name());
  }

  @Test
  void switched_off_it_does_nothing() {
    assertThat(StaticLoops.loops(new TestWorld(_ -> List.of()).context())).isEmpty();
  }

  private void launch(ClaimFacts claim) {
    var node = "node-" + claim.name();
    world.cluster.put(
        karpenter.core.testkit.facts.ClaimFixture.claim(claim.name())
            .of("fixed")
            .withoutFinalizer()
            .ofNode(node)
            .build());
    world.cluster.put(karpenter.core.testkit.facts.NodeFixture.node(node).of("fixed").build());
  }

  private List<ClaimFacts> claims() {
    return world.cluster.snapshot().claimsOfPool("fixed");
  }
}
