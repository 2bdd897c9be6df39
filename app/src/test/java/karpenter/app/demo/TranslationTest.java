package karpenter.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.operator.journal.Decision;
import org.junit.jupiter.api.Test;

class TranslationTest {
  private static final Machine MACHINE =
      new Machine("sim:///i-000007", "flexible-abc", "flexible", "c-2x", "zone-a", "spot", 0.038);

  private final Feed feed = new Feed();
  private final Translation translation =
      new Translation(
          feed, claim -> Optional.of(MACHINE).filter(machine -> machine.claim().equals(claim)));

  @Test
  void a_purchase_is_told_with_its_reason_and_price() {
    decided("NodeClaimPlanned", "NodeClaim/flexible-abc", "3 pods need a node", "pods", "3");
    decided("ClaimLaunched", "NodeClaim/flexible-abc", "The cloud launched a c-2x");

    assertThat(told())
        .containsExactly(
            "detail flexible-abc: 3 pods need a node",
            "buy i-000007 bought for 3 pods: c-2x, spot, zone-a, $0.038/h");
  }

  @Test
  void a_machine_nobody_planned_for_pods_replaces_another() {
    decided("ClaimLaunched", "NodeClaim/flexible-abc", "The cloud launched a c-2x");

    assertThat(told())
        .containsExactly("buy i-000007 bought to replace another: c-2x, spot, zone-a, $0.038/h");
  }

  @Test
  void a_pod_without_a_place_is_told_with_why() {
    decided("PodUnplaced", "Pod/shop/web-1", "no NodePool allows gpu");

    assertThat(told()).containsExactly("wait shop/web-1 has no place: no NodePool allows gpu");
  }

  @Test
  void what_has_no_words_of_its_own_is_a_detail() {
    decided("NodeTainted", "NodeClaim/flexible-abc", "the node is being deleted");

    assertThat(told()).containsExactly("detail NodeTainted i-000007: the node is being deleted");
  }

  private void decided(String kind, String subject, String reason, String... detail) {
    var details = new TreeMap<String, String>();
    if (detail.length == 2) {
      details.putAll(Map.of(detail[0], detail[1]));
    }
    translation.record(
        new Decision(Instant.EPOCH, "loop", kind, subject, List.of(reason), details, 1));
  }

  private List<String> told() {
    return feed.lines().stream().map(line -> line.tone().word() + " " + line.text()).toList();
  }
}
