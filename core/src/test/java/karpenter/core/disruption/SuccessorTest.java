package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.GENERAL;
import static karpenter.core.disruption.Exhibits.NOW;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.needs;
import static karpenter.core.disruption.Exhibits.newNode;
import static karpenter.core.disruption.Exhibits.readyClaim;
import static karpenter.core.disruption.Exhibits.readyNode;
import static karpenter.core.disruption.Exhibits.type;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.facts.ClaimFixture;
import org.junit.jupiter.api.Test;

class SuccessorTest {
  private static final double PRICE = 1.0;
  private static final Demand THEN = new Demand(8_000, 16L << 30);
  private static final Supplier<Demand> SAME = () -> THEN;
  private static final Supplier<Demand> OTHER = () -> new Demand(6_000, 16L << 30);

  @Test
  void one_that_came_lately_is_not_replaced_for_cents() {
    assertThat(Successor.shortcoming(replacing(0.19, successor("a", 1)), SAME, NOW))
        .hasValueSatisfying(
            why -> {
              assertThat(why.kind()).isEqualTo("bought-lately");
              assertThat(why.sentence())
                  .isEqualTo(
                      "NodeClaim a came by consolidation: until 2026-01-06T09:00:00Z it is replaced"
                          + " again only for $0.2 an hour and once pods or its price change, not"
                          + " because they went elsewhere; this would save $0.19 an hour");
            });
  }

  @Test
  void it_is_replaced_for_a_good_part_of_its_price() {
    assertThat(Successor.shortcoming(replacing(0.2, successor("a", 1)), SAME, NOW)).isEmpty();
  }

  @Test
  void it_is_not_replaced_because_its_pods_went_elsewhere() {
    var halfEmpty = boughtFor(Resources.of(Map.of(Resources.CPU, 2_000L)));

    assertThat(Successor.shortcoming(replacing(0.5, halfEmpty), SAME, NOW)).isPresent();
    assertThat(Successor.shortcoming(replacing(0.5, halfEmpty), OTHER, NOW)).isEmpty();
  }

  @Test
  void a_demand_that_changed_by_little_explains_nothing() {
    var halfEmpty = boughtFor(Resources.of(Map.of(Resources.CPU, 2_000L)));
    Supplier<Demand> little = () -> new Demand(THEN.cpu() - 300, THEN.memory());

    assertThat(Successor.shortcoming(replacing(0.5, halfEmpty), little, NOW)).isPresent();
  }

  @Test
  void after_a_day_any_saving_will_do_once_demand_has_changed() {
    var plan = replacing(0.01, successor("a", 1));
    var end = Successor.until(plan.candidates().getFirst().claim()).orElseThrow();

    assertThat(Successor.shortcoming(plan, OTHER, end.minusSeconds(1))).isPresent();
    assertThat(Successor.shortcoming(plan, OTHER, end)).isEmpty();
  }

  @Test
  void after_a_day_of_the_same_demand_it_takes_more_than_prices_that_move() {
    var little = replacing(0.149, successor("a", 1));
    var end = Successor.until(little.candidates().getFirst().claim()).orElseThrow();

    assertThat(Successor.shortcoming(little, SAME, end))
        .hasValueSatisfying(
            why -> {
              assertThat(why.kind()).isEqualTo("demand-unchanged");
              assertThat(why.sentence())
                  .isEqualTo(
                      "NodeClaim a came by consolidation: while pods ask for what they asked for"
                          + " then, it is replaced again only for $0.15 an hour; this would save"
                          + " $0.149 an hour");
            });
    assertThat(Successor.shortcoming(replacing(0.15, successor("a", 1)), SAME, end)).isEmpty();
  }

  @Test
  void others_are_replaced_for_any_saving() {
    assertThat(Successor.shortcoming(replacing(0.01, other("a")), SAME, NOW)).isEmpty();
    assertThat(Successor.until(other("a").claim())).isEmpty();
  }

  @Test
  void it_goes_when_its_pods_fit_elsewhere() {
    var candidates = List.of(successor("a", 1));
    var plan =
        new Plan(Method.SINGLE_NODE, candidates, new Finding.Delete(fits(), 0.01), 0.01, 0.01);

    assertThat(Successor.shortcoming(plan, SAME, NOW)).isEmpty();
  }

  @Test
  void it_is_replaced_with_others_only_once_its_pods_have_changed() {
    var asItCame = successor("a", 1);
    var changed =
        candidate(
            "a",
            c -> c.withLastPodEvent(c.meta().created().plus(Successor.ARRIVAL).plusSeconds(1)),
            true,
            1);

    assertThat(Successor.shortcoming(replacing(0.9, asItCame, other("b")), OTHER, NOW)).isPresent();
    assertThat(Successor.shortcoming(replacing(0.9, changed, other("b")), OTHER, NOW)).isEmpty();
    assertThat(Successor.shortcoming(replacing(0.3, changed, other("b")), OTHER, NOW)).isPresent();
  }

  private static Plan replacing(double saving, Candidate... candidates) {
    return new Plan(
        candidates.length == 1 ? Method.SINGLE_NODE : Method.MULTI_NODE,
        List.of(candidates),
        new Finding.Replace(needs(newNode("small")), newNode("small"), saving),
        saving,
        saving);
  }

  private static Candidate successor(String name, int hours) {
    return candidate(name, c -> c, true, hours);
  }

  private static Candidate other(String name) {
    return candidate(name, c -> c, false, 1);
  }

  private static Candidate boughtFor(Resources requests) {
    return candidate(
        readyClaim("a")
            .requests(requests)
            .and(
                c ->
                    c.withStatus(
                        c.providerId(),
                        c.imageId(),
                        c.nodeName(),
                        c.capacity(),
                        Resources.of(Map.of(Resources.CPU, 4_000L, Resources.MEMORY, 16L << 30)),
                        c.lastPodEvent(),
                        c.conditions())),
        true,
        1);
  }

  private interface Change {
    ClaimFacts of(ClaimFacts claim);
  }

  private static Candidate candidate(String name, Change change, boolean came, int hours) {
    return candidate(
        readyClaim(name).createdAt(NOW.minus(Duration.ofHours(hours))).and(change::of),
        came,
        hours);
  }

  private static Candidate candidate(ClaimFixture fixture, boolean came, int hours) {
    fixture.createdAt(NOW.minus(Duration.ofHours(hours)));
    if (came) {
      Successor.annotations(Method.SINGLE_NODE, THEN).forEach(fixture::annotation);
    }
    var claim = fixture.build();
    return new Candidate(
        StateNode.of(readyNode(claim.name()).build(), claim),
        GENERAL,
        Optional.of(type("large", PRICE)),
        "zone-a",
        "on-demand",
        List.of(),
        List.of(),
        PRICE,
        0,
        Costs.OF_A_NODE);
  }
}
