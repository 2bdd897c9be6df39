package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// Section 8: capacity that is paid for already.
class ReservationRulesTest extends RulesTest {
  private static Scenario oneReserved(ReservedMode mode) {
    return new Scenario()
        .reserved(mode)
        .pool(
            "general",
            pool ->
                pool.type(
                    "small",
                    1,
                    type ->
                        type.reserved("zone-a", "r-1", 1, 0.25).offer("zone-a", "on-demand", 1)));
  }

  @Test
  void draft_that_holds_a_reservation_becomes_one() {
    var scenario = oneReserved(ReservedMode.STRICT).pod("pod");

    var requirements = place(scenario).newNodes().getFirst().requirements();

    assertThat(requirements.get(Keys.CAPACITY_TYPE)).isEqualTo(ValueSet.in("reserved"));
    assertThat(requirements.get(Keys.RESERVATION)).isEqualTo(ValueSet.in("r-1"));
  }

  @Test
  void pod_waits_for_reserved_capacity_under_strict() {
    var scenario = oneReserved(ReservedMode.STRICT).pod("first").pod("second");

    assertThat(places(scenario))
        .containsEntry("first", "general/0")
        .containsEntry("second", "deferred");
  }

  @Test
  void pod_takes_what_is_for_sale_under_fallback() {
    var scenario = oneReserved(ReservedMode.FALLBACK).pod("first").pod("second");

    var placement = place(scenario);

    assertThat(places(placement)).containsEntry("second", "general/1");
    assertThat(placement.newNodes().get(1).requirements().has(Keys.RESERVATION)).isFalse();
  }

  @Test
  void pod_that_cannot_use_reserved_capacity_does_not_wait_for_it() {
    var scenario =
        oneReserved(ReservedMode.STRICT)
            .pod("first")
            .pod(
                "second",
                pod ->
                    pod.nodeAlternatives(
                        List.of(Requirements.of(Keys.CAPACITY_TYPE, ValueSet.in("on-demand")))));

    assertThat(places(scenario)).containsEntry("second", "general/1");
  }

  @Test
  void waiting_pod_does_not_fall_back_to_a_lighter_pool() {
    var scenario =
        oneReserved(ReservedMode.STRICT)
            .pool("general-2", pool -> pool.weight(-1).type("small", 1, 0.25))
            .pod("first")
            .pod("second");

    assertThat(places(scenario)).containsEntry("second", "deferred");
  }

  @Test
  void least_capacity_anyone_names_counts() {
    var scenario =
        oneReserved(ReservedMode.STRICT)
            .pool(
                "other",
                pool ->
                    pool.weight(-1)
                        .type("small", 1, type -> type.reserved("zone-a", "r-1", 0, 0.25)))
            .pod("pod");

    assertThat(places(scenario)).containsEntry("pod", "deferred");
  }
}
