package karpenter.operator.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import karpenter.core.device.ClaimState;
import karpenter.core.device.Reach;
import karpenter.core.facts.DeviceAsk;
import karpenter.core.facts.DeviceClassFacts;
import karpenter.core.facts.ResourceClaimFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeviceTriggerTest {
  private static final ResourceClaimFacts OPEN = claim(new ClaimState.Open());
  private static final ResourceClaimFacts ALLOCATED =
      claim(new ClaimState.Allocated(Reach.EVERYWHERE, List.of()));

  private static ResourceClaimFacts claim(ClaimState state) {
    return new ResourceClaimFacts("default", "it", DeviceAsk.NOTHING, state);
  }

  private static <T> boolean isNews(Kind<T> kind, @Nullable T before, @Nullable T after) {
    return !DeviceTrigger.news(
            new Change(
                kind,
                ObjectKey.of("default", "it"),
                Optional.ofNullable(before),
                Optional.ofNullable(after),
                Change.Origin.WATCH))
        .isEmpty();
  }

  @Test
  void a_new_claim_and_one_that_gives_its_devices_back_are_news() {
    assertThat(isNews(Kind.RESOURCE_CLAIMS, null, OPEN)).isTrue();
    assertThat(isNews(Kind.RESOURCE_CLAIMS, ALLOCATED, OPEN)).isTrue();
    assertThat(isNews(Kind.RESOURCE_CLAIMS, ALLOCATED, null)).isTrue();
  }

  @Test
  void a_claim_that_gets_its_devices_helps_nobody_who_waits() {
    assertThat(isNews(Kind.RESOURCE_CLAIMS, OPEN, ALLOCATED)).isFalse();
    assertThat(isNews(Kind.RESOURCE_CLAIMS, OPEN, null)).isFalse();
  }

  @Test
  void a_class_is_news() {
    assertThat(isNews(Kind.DEVICE_CLASSES, null, new DeviceClassFacts("it", List.of()))).isTrue();
  }
}
