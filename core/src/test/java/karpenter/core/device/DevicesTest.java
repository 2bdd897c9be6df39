package karpenter.core.device;

import static karpenter.core.testkit.DeviceScenario.DRIVER;
import static karpenter.core.testkit.DeviceScenario.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import karpenter.core.testkit.DeviceScenario;
import org.junit.jupiter.api.Test;

class DevicesTest {
  private static ClaimState.Allocated usedBy(String... pods) {
    var use = new ClaimState.Use(new DeviceId(DRIVER, "p", "x"), Collections.emptySortedMap());
    return new ClaimState.Allocated(
        new Reach.OnNode("n"), List.of(use), new TreeSet<>(List.of(pods)));
  }

  private static Devices with(ClaimState state) {
    return new DeviceScenario()
        .pool("p", new Reach.OnNode("n"), gpu("x"))
        .claim("c", claim -> claim.count("r", 1, _ -> true).state(state))
        .devices();
  }

  private static ClaimState stateOf(Devices devices) {
    return Objects.requireNonNull(devices.claims().get("c")).state();
  }

  @Test
  void claim_moves_when_all_its_pods_do() {
    var devices = with(usedBy("a", "b"));

    assertThat(stateOf(devices.without(Set.of(), Set.of("a", "b"))))
        .isEqualTo(new ClaimState.Moving());
    assertThat(stateOf(devices.without(Set.of(), Set.of("a")).without(Set.of(), Set.of("b"))))
        .as("one after the other")
        .isEqualTo(new ClaimState.Moving());
  }

  @Test
  void claim_stays_for_the_pod_that_stays() {
    assertThat(stateOf(with(usedBy("a", "b")).without(Set.of(), Set.of("a"))))
        .isEqualTo(usedBy("b"));
  }

  @Test
  void claim_that_nobody_or_somebody_else_uses_stays() {
    assertThat(stateOf(with(usedBy()).without(Set.of(), Set.of("a")))).isEqualTo(usedBy());
  }

  @Test
  void slices_go_with_the_node_that_owns_them() {
    var owned =
        new DeviceSlice(
            "s",
            DRIVER,
            "s",
            1,
            1,
            Reach.EVERYWHERE,
            List.of(gpu("x")),
            List.of(),
            Optional.of("n"));
    var devices = new DeviceScenario().slice(owned).pool("p", Reach.EVERYWHERE, gpu("y")).devices();

    assertThat(devices.without(Set.of("n"), Set.of()).slices())
        .extracting(DeviceSlice::name)
        .containsExactly("p");
    assertThat(devices.without(Set.of("m"), Set.of())).as("nothing changes").isSameAs(devices);
  }

  @Test
  void claim_is_promised_to_a_node_unless_it_has_its_devices() {
    assertThat(stateOf(with(new ClaimState.Open()).promising(Map.of("c", "m", "other", "m"))))
        .isEqualTo(new ClaimState.Promised("m"));
    assertThat(stateOf(with(usedBy("a")).promising(Map.of("c", "m")))).isEqualTo(usedBy("a"));
  }
}
