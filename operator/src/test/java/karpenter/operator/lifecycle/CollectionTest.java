package karpenter.operator.lifecycle;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.operator.metrics.Metric;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

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

    world.run(Duration.ofMinutes(2));

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
  void a_machine_that_no_claim_has_goes_with_its_node_after_half_a_minute() {
    world.cloud.machines.put(
        "test://lost", TestCloud.machine("test://lost", Optional.of("uid-gone"), START));
    world.cluster.put(node("lost").build());

    world.run(Duration.ofSeconds(29));
    assertThat(world.cloud.deleted).isEmpty();

    world.run(Duration.ofSeconds(20));
    assertThat(world.cloud.deleted).containsExactly("test://lost");
    assertThat(world.cluster.snapshot().node("lost").orElseThrow().meta().isDeleting()).isTrue();
    assertThat(world.decisions).extracting(d -> d.kind()).contains("InstanceCollected");
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
