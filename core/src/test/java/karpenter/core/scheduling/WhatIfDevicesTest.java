package karpenter.core.scheduling;

import static karpenter.core.testkit.DeviceScenario.DRIVER;
import static karpenter.core.testkit.DeviceScenario.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import karpenter.core.device.ClaimState;
import karpenter.core.device.DeviceId;
import karpenter.core.device.Reach;
import karpenter.core.pod.DeviceClaimRef;
import karpenter.core.pod.DeviceClaimRef.Sharing;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.testkit.DeviceScenario;
import karpenter.core.testkit.Scenario;
import org.junit.jupiter.api.Test;

/// Nodes `n` and `m` have a device each; a pod on `n` uses that of `n`.
class WhatIfDevicesTest {
  private static final Pod POD =
      new Pod(
          "a",
          "a",
          Instant.EPOCH,
          PodSpec.builder().claim(new DeviceClaimRef("mine", Sharing.SHARED)).build());

  private static ClaimState usedOn(String node, String... pods) {
    return new ClaimState.Allocated(
        new Reach.OnNode(node),
        List.of(new ClaimState.Use(new DeviceId(DRIVER, node, "x"), Collections.emptySortedMap())),
        new TreeSet<>(List.of(pods)));
  }

  private static DeviceScenario devices(ClaimState mine) {
    return new DeviceScenario()
        .pool("n", new Reach.OnNode("n"), gpu("x"))
        .pool("m", new Reach.OnNode("m"), gpu("x"))
        .claim("mine", claim -> claim.count("r", 1, _ -> true).state(mine));
  }

  private static WhatIf whatIf(DeviceScenario devices) {
    var problem = new Scenario().node("n", _ -> {}).node("m", _ -> {}).devices(devices).problem();
    return WhatIf.of(
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options()),
        problem,
        Map.of("n", List.of(POD)),
        Set.of());
  }

  private static boolean findsAPlace(DeviceScenario devices) {
    return whatIf(devices).without(new TreeSet<>(Set.of("n"))).unplaced().isEmpty();
  }

  @Test
  void pod_moves_to_a_node_with_a_free_device() {
    assertThat(findsAPlace(devices(usedOn("n", "a")))).isTrue();
  }

  @Test
  void device_of_a_pod_that_stays_is_not_free() {
    var taken = devices(usedOn("n", "a")).claim("theirs", claim -> claim.state(usedOn("m", "b")));

    assertThat(findsAPlace(taken)).isFalse();
  }

  @Test
  void pod_that_shares_its_claim_with_one_that_stays_cannot_move() {
    assertThat(findsAPlace(devices(usedOn("n", "a", "b")))).isFalse();
  }

  @Test
  void claim_that_something_else_than_pods_uses_cannot_move() {
    assertThat(findsAPlace(devices(usedOn("n")))).isFalse();
  }
}
