package karpenter.core.statics;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.termination.DisruptionCost;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.core.testkit.facts.MetaFixture;
import org.junit.jupiter.api.Test;

class VictimsTest {
  static final Instant NOW = MetaFixture.CREATED.plus(Duration.ofHours(1));

  private final List<ClaimFacts> claims = new ArrayList<>();
  private final Map<String, List<PodFacts>> pods = new HashMap<>();

  @Test
  void those_nobody_would_miss_go_first() {
    node("protected", pod("p").doNotDisrupt("true").build());
    node("busy", pod("p").build(), pod("q").build());
    node("occupied", pod("p").build());
    node("daemons", pod("p").ofDaemonSet().build());
    claims.add(claim("unlaunched").build());

    assertThat(order()).containsExactly("unlaunched", "daemons", "occupied", "busy", "protected");
  }

  @Test
  void protected_daemon_pod_protects_its_node() {
    node("protected", pod("p").ofDaemonSet().doNotDisrupt("true").build());
    node("occupied", pod("p").build());

    assertThat(order()).containsExactly("occupied", "protected");
  }

  @Test
  void finished_pods_occupy_nothing() {
    node("occupied", pod("p").build());
    node("empty", pod("p").phase(PodFacts.Phase.SUCCEEDED).build());

    assertThat(order()).containsExactly("empty", "occupied");
  }

  @Test
  void node_that_would_expire_soon_goes_before_one_that_would_not() {
    launched(claim("fresh"), pod("p").build());
    launched(claim("old").expireAfter(Duration.ofMinutes(61)), pod("p").build());

    assertThat(order()).containsExactly("old", "fresh");
  }

  @Test
  void among_equals_the_youngest_goes_first() {
    launched(claim("a"));
    launched(claim("b").createdAt(NOW));

    assertThat(order()).containsExactly("b", "a");
  }

  @Test
  void no_more_than_asked_for_are_chosen() {
    node("a");
    node("b");
    node("c");

    assertThat(Victims.choose(claims, 2, this::podsOf, NOW)).hasSize(2);
  }

  @Test
  void eviction_cost_follows_priority_and_deletion_cost_within_bounds() {
    assertThat(DisruptionCost.ofEviction(pod("p").build())).isEqualTo(1.0);
    assertThat(DisruptionCost.ofEviction(pod("p").priority(1 << 25).build())).isEqualTo(2.0);
    assertThat(DisruptionCost.ofEviction(pod("p").deletionCost(-(1 << 27)).build())).isEqualTo(0.0);
    assertThat(DisruptionCost.ofEviction(pod("p").priority(2_000_000_000).build())).isEqualTo(10.0);
    assertThat(DisruptionCost.ofEviction(pod("p").priority(-2_000_000_000).build()))
        .isEqualTo(-10.0);
  }

  private void node(String name, PodFacts... on) {
    launched(claim(name), on);
  }

  private void launched(ClaimFixture fixture, PodFacts... on) {
    var claim = fixture.ofNode("somewhere").build();
    claims.add(claim);
    pods.put(claim.name(), List.of(on));
  }

  private List<String> order() {
    return Victims.choose(claims, claims.size(), this::podsOf, NOW).stream()
        .map(ClaimFacts::name)
        .toList();
  }

  private List<PodFacts> podsOf(ClaimFacts claim) {
    return pods.getOrDefault(claim.name(), List.of());
  }
}
