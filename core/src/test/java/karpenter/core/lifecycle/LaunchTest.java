package karpenter.core.lifecycle;

import static karpenter.core.lifecycle.LifecycleFixture.CREATED;
import static karpenter.core.lifecycle.LifecycleFixture.claim;
import static karpenter.core.lifecycle.LifecycleFixture.machine;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import karpenter.core.facts.ClaimFacts;
import org.junit.jupiter.api.Test;

class LaunchTest {
  @Test
  void labels_of_the_user_beat_those_of_the_provider() {
    var claim = claim().withMeta(claim().meta().withLabel("team", "users"));

    var launched =
        Launch.launched(
            claim, machine(Map.of("team", "providers", "zone", "a"), Map.of()), CREATED);

    assertThat(launched.meta().label("team")).isEqualTo("users");
    assertThat(launched.meta().label("zone")).isEqualTo("a");
  }

  @Test
  void annotations_of_the_provider_beat_those_of_the_user() {
    var claim = claim().withMeta(claim().meta().withAnnotation("note", "users"));

    var launched = Launch.launched(claim, machine(Map.of(), Map.of("note", "providers")), CREATED);

    assertThat(launched.meta().annotation("note")).isEqualTo("providers");
  }

  @Test
  void a_launched_claim_has_what_the_provider_said() {
    var launched = LifecycleFixture.launched(CREATED.plusSeconds(9));

    assertThat(launched.providerId()).contains("test://1");
    assertThat(launched.imageId()).contains("image");
    assertThat(launched.capacity().get("cpu")).isEqualTo(4000);
    assertThat(launched.allocatable().get("cpu")).isEqualTo(3900);
    assertThat(launched.is(ClaimFacts.LAUNCHED)).isTrue();
    assertThat(Launch.isDue(launched)).isFalse();
  }

  @Test
  void a_long_error_is_cut_and_the_claim_stays_unlaunched() {
    var failed = Launch.failed(claim(), Launch.FAILED, "x".repeat(400), CREATED.plusSeconds(9));

    var condition = failed.conditions().find(ClaimFacts.LAUNCHED).orElseThrow();
    assertThat(condition.message()).hasSize(303).endsWith("...");
    assertThat(condition.reason()).isEqualTo("LaunchFailed");
    assertThat(condition.since()).isEqualTo(CREATED);
    assertThat(Launch.isDue(failed)).isTrue();
  }
}
