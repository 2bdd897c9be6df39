package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.NOW;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.needs;
import static karpenter.core.disruption.Exhibits.newNode;
import static karpenter.core.disruption.Exhibits.withNodeCost;
import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.PoolFacts;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;

class ChurnTest {
  private static final double PRICE = 0.02;
  private static final PoolFacts PATIENT =
      pool("general").consolidateAfter(Duration.ofMinutes(5)).build();

  @Test
  void a_move_waits_until_its_saving_has_earned_its_evictions() {
    var plan = deleting(0.5, PATIENT, 5);
    var bought = NOW.minus(Duration.ofMinutes(11));

    assertThat(shortcoming(plan, PRICE, bought, NOW))
        .hasValueSatisfying(
            why -> {
              assertThat(why.kind()).isEqualTo("churn");
              assertThat(why.until()).isEqualTo(NOW.plus(Duration.ofMinutes(1)));
              assertThat(why.sentence())
                  .isEqualTo(
                      "Not yet: it would save $0.5 an hour, 5 evictions cost $0.1, and its NodePool"
                          + " bought a node for pods at 2026-01-05T09:49:00Z. Unless it buys"
                          + " another, again at 2026-01-05T10:01:00Z");
            });
    assertThat(shortcoming(plan, PRICE, bought, NOW.plus(Duration.ofMinutes(1)))).isEmpty();
  }

  @Test
  void what_saves_more_for_each_pod_goes_sooner() {
    var bought = NOW.minus(Duration.ofMinutes(6));

    assertThat(shortcoming(deleting(0.5, PATIENT, 5), PRICE, bought, NOW)).isPresent();
    assertThat(shortcoming(deleting(1.0, PATIENT, 5), PRICE, bought, NOW)).isEmpty();
    assertThat(shortcoming(deleting(0.5, PATIENT, 2), PRICE, bought, NOW)).isEmpty();
  }

  @Test
  void no_more_than_ten_pods_of_a_node_count() {
    var until = shortcoming(deleting(2, PATIENT, 100), PRICE, NOW, NOW).orElseThrow().until();

    assertThat(until).isEqualTo(NOW.plus(Duration.ofMinutes(6)));
  }

  @Test
  void nothing_waits_longer_than_an_hour_or_twelve_times_consolidate_after() {
    assertThat(longest(Duration.ZERO)).isZero();
    assertThat(longest(Duration.ofSeconds(59))).isZero();
    assertThat(longest(Duration.ofMinutes(1))).isEqualTo(Duration.ofMinutes(12));
    assertThat(longest(Duration.ofMinutes(5))).isEqualTo(Duration.ofHours(1));
    assertThat(longest(Duration.ofDays(36_500))).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void a_move_for_node_costs_alone_waits_until_it_has_earned_its_evictions() {
    assertThat(untilMerged(PATIENT, 4))
        .isCloseTo(NOW.plus(Duration.ofMinutes(192)), within(1, ChronoUnit.SECONDS));
  }

  @Test
  void for_node_costs_alone_nothing_waits_longer_than_four_times_as_long_as_others() {
    var quick = pool("general").consolidateAfter(Duration.ofMinutes(1)).build();

    assertThat(untilMerged(PATIENT, 10)).isEqualTo(NOW.plus(Duration.ofHours(4)));
    assertThat(untilMerged(quick, 10)).isEqualTo(NOW.plus(Duration.ofMinutes(48)));
  }

  @Test
  void pods_that_could_end_up_on_a_gpu_node_count_four_times() {
    var plan = deleting(0.5, PATIENT, 5);
    var rooms = gpuRoom();

    assertThat(shortcoming(plan, PRICE, rooms, Map.of("general", NOW)))
        .hasValueSatisfying(
            why -> {
              assertThat(why.needed()).isEqualTo(Duration.ofMinutes(48));
              assertThat(why.sentence())
                  .isEqualTo(
                      "Not yet: it would save $0.5 an hour, 5 evictions cost $0.4 (5 pods could end"
                          + " up on nodes with devices and move again), and its NodePool or theirs"
                          + " bought a node for pods at 2026-01-05T10:00:00Z. Unless it buys"
                          + " another, again at 2026-01-05T10:48:00Z");
            });
  }

  @Test
  void purchases_of_the_pool_of_the_gpu_node_count_too() {
    var longAgo = NOW.minus(Duration.ofHours(1));
    var plan = deleting(0.5, PATIENT, 5);

    assertThat(shortcoming(plan, PRICE, gpuRoom(), Map.of("general", longAgo, "gpu", NOW)))
        .hasValueSatisfying(why -> assertThat(why.since()).isEqualTo(NOW));
    assertThat(shortcoming(plan, PRICE, gpuRoom(), Map.of("general", longAgo))).isEmpty();
  }

  @Test
  void where_evictions_cost_nothing_nothing_waits() {
    assertThat(shortcoming(deleting(0.01, PATIENT, 50), 0, NOW, NOW)).isEmpty();
  }

  @Test
  void the_score_of_balanced_is_left_to_judge_alone() {
    var balanced =
        pool("general")
            .consolidateAfter(Duration.ofMinutes(5))
            .policy(Consolidation.BALANCED)
            .build();

    assertThat(shortcoming(deleting(0.01, balanced, 50), PRICE, NOW, NOW)).isEmpty();
  }

  @Test
  void what_consolidation_bought_is_no_purchase() {
    var first = claim("a").createdAt(NOW.minusSeconds(600)).build();
    var second = claim("b").createdAt(NOW.minusSeconds(300)).build();
    var successor = claim("c").createdAt(NOW).annotation(Successor.CAME_BY, "SINGLE_NODE").build();

    assertThat(Churn.bought(List.of(second, first, successor))).contains(NOW.minusSeconds(300));
    assertThat(Churn.bought(List.of(successor))).isEmpty();
  }

  private static Duration longest(Duration after) {
    var patience = pool("general").consolidateAfter(after).build();
    return shortcoming(deleting(0.0001, patience, 50), PRICE, NOW, NOW)
        .map(MoveObstacle.NotEarned::needed)
        .orElse(Duration.ZERO);
  }

  /// Two nodes with so many pods each become one of the same price.
  private static Instant untilMerged(PoolFacts pool, int pods) {
    var nodes =
        List.of(
            withNodeCost(Exhibits.candidate("a", pool, "small", "on-demand", 1, pods), 0.05),
            withNodeCost(Exhibits.candidate("b", pool, "small", "on-demand", 1, pods), 0.05));
    var large = withNodeCost(newNode("large"), 0.05);
    var plan =
        new Plan(
            Method.MULTI_NODE, nodes, new Finding.Replace(needs(large), large, 0.05), 0.05, 0.05);
    return shortcoming(plan, PRICE, NOW, NOW).orElseThrow().until();
  }

  private static DeviceRooms gpuRoom() {
    var room =
        Resources.of(Map.of(Resources.CPU, 8000L, Resources.PODS, 110L, "nvidia.com/gpu", 1L));
    var node = Exhibits.readyNode("g").of("gpu").allocatable(room).build();
    var state = StateNode.of(node, Exhibits.readyClaim("g").build());
    return DeviceRooms.of(List.of(state), _ -> List.of());
  }

  private static Optional<MoveObstacle.NotEarned> shortcoming(
      Plan plan, double price, DeviceRooms rooms, Map<String, Instant> bought) {
    return Churn.shortcoming(
        plan, _ -> price, pool -> Optional.ofNullable(bought.get(pool)), () -> rooms, NOW);
  }

  private static Plan deleting(double saving, PoolFacts pool, int pods) {
    var candidate = Exhibits.candidate("a", pool, "large", "on-demand", saving, pods);
    return new Plan(
        Method.SINGLE_NODE, List.of(candidate), new Finding.Delete(fits(), saving), saving, saving);
  }

  private static Optional<MoveObstacle.NotEarned> shortcoming(
      Plan plan, double price, Instant bought, Instant now) {
    return Churn.shortcoming(
        plan, _ -> price, _ -> Optional.of(bought), () -> DeviceRooms.NONE, now);
  }
}
