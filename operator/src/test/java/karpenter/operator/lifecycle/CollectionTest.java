package karpenter.operator.lifecycle;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Metric;
import karpenter.operator.state.Kind;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Claims without machines, machines without claims, and claims whose time is over.
class CollectionTest {
  private final TestWorld world = new TestWorld(LifecycleLoops::loops);

  private static ClaimFixture registered(String name, String node) {
    return claim(name)
        .createdAt(START)
        .ofNode(node)
        .and(
            c ->
                c.setTrue(ClaimFacts.LAUNCHED, START)
                    .setTrue(ClaimFacts.REGISTERED, START)
                    .setTrue(ClaimFacts.INITIALIZED, START));
  }

  private boolean exists(String claim) {
    return world.cluster.snapshot().claim(claim).filter(c -> !c.meta().isDeleting()).isPresent();
  }

  @Test
  void a_registered_claim_whose_machine_is_gone_is_deleted() {
    world.cluster.put(registered("a", "n").build());
    world.cluster.put(node("n").notReady(START).build());
    world.cloud.gone.add("test://n");

    world.run(Duration.ofMinutes(1));

    assertThat(exists("a")).isFalse();
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_DISRUPTED_TOTAL,
                "garbage_collected",
                "general",
                "spot",
                "",
                "graceful"))
        .isEqualTo(1);
  }

  @Test
  void a_claim_whose_node_is_ready_is_kept_whatever_the_cloud_says() {
    world.cluster.put(registered("a", "n").build());
    world.cluster.put(node("n").build());
    world.cloud.gone.add("test://n");

    world.run(Duration.ofMinutes(10));

    assertThat(exists("a")).isTrue();
  }

  @Test
  void a_list_that_lacks_a_machine_is_not_believed_without_asking_for_it() {
    world.cluster.put(registered("a", "n").build());

    world.run(Duration.ofMinutes(10));

    assertThat(world.cloud.machines).isEmpty();
    assertThat(exists("a")).isTrue();
  }

  @Test
  void an_unregistered_claim_is_left_to_its_deadline() {
    world.cluster.put(
        claim("a")
            .createdAt(START)
            .ofNode("n")
            .and(c -> c.setTrue(ClaimFacts.LAUNCHED, START))
            .build());
    world.cloud.gone.add("test://n");

    world.run(Duration.ofMinutes(14));

    assertThat(exists("a")).isTrue();
  }

  @Test
  void a_machine_that_no_claim_has_goes_with_its_node_after_two_rounds() {
    world.cloud.machines.put(
        "test://lost", TestCloud.machine("test://lost", Optional.of("uid-gone"), START));
    world.cluster.put(node("lost").build());

    world.run(Duration.ofSeconds(29));
    assertThat(world.cloud.deleted).isEmpty();

    world.run(Duration.ofSeconds(30));
    assertThat(world.cloud.deleted).containsExactly("test://lost");
    assertThat(world.cluster.snapshot().node("lost").orElseThrow().meta().isDeleting()).isTrue();
    assertThat(world.decisions).extracting(d -> d.kind()).contains("InstanceCollected");
  }

  @Test
  void no_more_than_a_small_share_of_machines_is_collected_in_a_round() {
    for (int i = 0; i < 100; i++) {
      world.cloud.machines.put(
          "test://" + i, TestCloud.machine("test://" + i, Optional.of("uid-" + i), START));
    }

    world.run(Duration.ofSeconds(55));

    assertThat(world.cloud.deleted).hasSize(5);
    world.run(Duration.ofMinutes(10));
    assertThat(world.cloud.deleted).hasSize(100);
  }

  @Test
  void machines_are_kept_while_the_list_of_claims_lacks_claims_that_are_known() {
    world.cluster.put(registered("a", "n").build());
    world.cloud.machines.put(
        "test://lost", TestCloud.machine("test://lost", Optional.of("uid-gone"), START));
    world.kube.hiddenClaims.add("a");

    world.run(Duration.ofMinutes(10));

    assertThat(world.cloud.deleted).isEmpty();
  }

  @Test
  void a_machine_whose_node_names_a_claim_that_exists_is_kept_whatever_the_list_says() {
    world.cloud.machines.put(
        "test://n", TestCloud.machine("test://n", Optional.of("uid-a"), START));
    world.cluster.put(node("n").ownedBy("a", "uid-a").build());
    world.kube.untoldClaims.put("a", "uid-a");

    world.run(Duration.ofMinutes(10));

    assertThat(world.cloud.deleted).isEmpty();
  }

  @Test
  void pods_on_a_machine_that_no_claim_has_are_drained_before_it_ends() {
    world.cloud.machines.put(
        "test://lost", TestCloud.machine("test://lost", Optional.of("uid-gone"), START));
    world.cluster.put(node("lost").build());
    world.cluster.put(pod("p").on("lost").build());

    world.run(Duration.ofMinutes(5));
    assertThat(world.cluster.snapshot().node("lost").orElseThrow().meta().isDeleting()).isTrue();
    assertThat(world.cloud.deleted).isEmpty();

    world.cluster.remove(Kind.PODS, ObjectKey.of("default", "p"));
    world.run(Duration.ofMinutes(5));
    assertThat(world.cloud.deleted).containsExactly("test://lost");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pods", "nodes", "nodeclaims", "nodepools"})
  void nothing_is_collected_or_expires_while_the_cluster_is_not_seen(String lost) {
    var resource =
        Stream.of(Resource.PODS, Resource.NODES, Resource.NODE_CLAIMS, Resource.NODE_POOLS)
            .filter(one -> one.plural().equals(lost))
            .findFirst()
            .orElseThrow();
    world.cluster.put(registered("gone", "n").build());
    world.cloud.gone.add("test://n");
    world.cluster.put(registered("old", "o").expireAfter(Duration.ofMinutes(3)).build());
    world.cloud.machines.put(
        "test://lost", TestCloud.machine("test://lost", Optional.of("uid-gone"), START));
    world.cluster.interrupted(resource, "the server answers HTTP 404");

    world.run(Duration.ofMinutes(10));
    assertThat(world.cloud.deleted).isEmpty();
    assertThat(exists("gone")).isTrue();
    assertThat(exists("old")).isTrue();

    world.cluster.synced(resource);
    world.run(Duration.ofMinutes(10));
    assertThat(world.cloud.deleted).contains("test://lost");
    assertThat(exists("gone")).isFalse();
    assertThat(exists("old")).isFalse();
  }

  @Test
  void a_claim_is_not_given_up_for_a_node_that_nobody_could_see_register() {
    world.cluster.put(
        claim("a")
            .createdAt(START)
            .ofNode("n")
            .and(c -> c.setTrue(ClaimFacts.LAUNCHED, START))
            .build());
    world.cluster.interrupted(Resource.NODES, "the connection is silent");

    world.run(Duration.ofMinutes(30));
    assertThat(exists("a")).isTrue();

    world.cluster.synced(Resource.NODES);
    world.run(Duration.ofMinutes(1));
    assertThat(exists("a")).isFalse();
  }

  @Test
  void a_machine_whose_claim_has_not_written_it_down_yet_is_kept() {
    world.cloud.refusal =
        Optional.of(new karpenter.operator.provider.LaunchOutcome.Failed("Slow", "wait"));
    world.cluster.put(claim("a").createdAt(START).build());
    world.cloud.machines.put(
        "test://a", TestCloud.machine("test://a", Optional.of("uid-a"), START));

    world.run(Duration.ofMinutes(4));

    assertThat(world.cloud.deleted).isEmpty();
  }

  @Test
  void a_machine_that_a_claim_has_is_kept() {
    world.cluster.put(registered("a", "n").build());
    world.cloud.machines.put("test://n", TestCloud.machine("test://n", Optional.empty(), START));

    world.run(Duration.ofMinutes(30));

    assertThat(world.cloud.deleted).isEmpty();
  }

  @Test
  void all_claims_that_are_due_expire_at_once() {
    for (int i = 0; i < 50; i++) {
      world.cluster.put(registered("a" + i, "n" + i).expireAfter(Duration.ofHours(1)).build());
      world.cluster.put(node("n" + i).build());
    }
    world.cluster.put(registered("for-ever", "n").build());

    world.run(Duration.ofSeconds(3599));
    assertThat(exists("a7")).isTrue();

    world.run(Duration.ofSeconds(1));
    for (int i = 0; i < 50; i++) {
      assertThat(exists("a" + i)).isFalse();
    }
    assertThat(exists("for-ever")).isTrue();
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_DISRUPTED_TOTAL, "expired", "general", "spot", "", "graceful"))
        .isEqualTo(50);
  }

  @Test
  void a_standalone_claim_expires_too() {
    world.cluster.put(
        registered("alone", "n").standalone().expireAfter(Duration.ofHours(1)).build());

    world.run(Duration.ofHours(1));

    assertThat(exists("alone")).isFalse();
  }
}
