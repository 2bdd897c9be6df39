package karpenter.core.termination;

import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.AttachmentFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.testkit.facts.MetaFixture;
import org.junit.jupiter.api.Test;

class VolumeWaitTest {
  static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");

  @Test
  void attached_volume_is_waited_for() {
    assertThat(wait(List.of(attachment("a", "node", "pv-1")), Optional.empty()))
        .isEqualTo(new VolumeWait.Awaiting(List.of("a")));
  }

  @Test
  void volumes_of_other_nodes_and_inline_volumes_do_not_count() {
    var inline = new AttachmentFacts(MetaFixture.meta("", "b"), "node", Optional.empty());

    assertThat(wait(List.of(attachment("a", "other", "pv-1"), inline), Optional.empty()))
        .isEqualTo(new VolumeWait.Detached());
  }

  @Test
  void volume_of_a_pod_that_stays_is_not_waited_for() {
    var attachments = List.of(attachment("a", "node", "pv-1"), attachment("b", "node", "pv-2"));

    var wait =
        wait(attachments, Optional.empty(), pod("stays").toleratesEverything().mounts("1").build());

    assertThat(wait).isEqualTo(new VolumeWait.Awaiting(List.of("b")));
  }

  @Test
  void volume_of_a_stuck_pod_is_not_waited_for() {
    var stuck = pod("stuck").deletedAt(NOW.minusSeconds(61)).mounts("1").build();

    assertThat(wait(List.of(attachment("a", "node", "pv-1")), Optional.empty(), stuck))
        .isEqualTo(new VolumeWait.Detached());
  }

  @Test
  void deadline_ends_the_wait() {
    var attachments = List.of(attachment("a", "node", "pv-1"));

    assertThat(wait(attachments, Optional.of(NOW.plusSeconds(1))))
        .isEqualTo(new VolumeWait.Awaiting(List.of("a")));
    assertThat(wait(attachments, Optional.of(NOW))).isEqualTo(new VolumeWait.GivenUp(List.of("a")));
  }

  /// A claim named `1` is bound to `pv-1`.
  private static VolumeWait wait(
      List<AttachmentFacts> attachments, Optional<Instant> deadline, PodFacts... pods) {
    return VolumeWait.of(
        "node",
        attachments,
        List.of(pods),
        (_, claim) -> Optional.of("pv-" + claim),
        deadline,
        NOW);
  }

  private static AttachmentFacts attachment(String name, String node, String volume) {
    return new AttachmentFacts(MetaFixture.meta("", name), node, Optional.of(volume));
  }
}
