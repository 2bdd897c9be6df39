package karpenter.core.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import karpenter.core.catalog.InstanceType;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

class ProspectTest {
  private static final Set<String> WELL_KNOWN = Keys.WELL_KNOWN;

  private final List<InstanceType> types =
      new Scenario()
          .pool(
              "general",
              pool ->
                  pool.type(
                          "small",
                          2,
                          type ->
                              type.is(Keys.ARCH, "amd64")
                                  .offer("zone-a", "spot", 1)
                                  .offer("zone-b", "spot", 1))
                      .type(
                          "large",
                          8,
                          type ->
                              type.is(Keys.ARCH, "amd64")
                                  .offer("zone-a", "spot", 4)
                                  .unavailable("zone-c", "spot", 4))
                      .type(
                          "other",
                          16,
                          type -> type.is(Keys.ARCH, "arm64").offer("zone-a", "spot", 9)))
          .problem()
          .pools()
          .getFirst()
          .types();

  @Test
  void pods_have_the_least_and_the_pool_holds_the_most() {
    var prospect = Prospect.of(listing("small", "large"), types, WELL_KNOWN).orElseThrow();

    assertThat(prospect.allocatable().get(Resources.CPU)).isEqualTo(2000);
    assertThat(prospect.capacity().get(Resources.CPU)).isEqualTo(8000);
  }

  @Test
  void labels_that_all_outcomes_share_are_certain_and_the_others_are_undecided() {
    var prospect = Prospect.of(listing("small", "large"), types, WELL_KNOWN).orElseThrow();

    assertThat(prospect.labels())
        .containsEntry(Keys.ARCH, "amd64")
        .containsEntry(Keys.CAPACITY_TYPE, "spot");
    assertThat(prospect.undecided().get(Keys.ZONE)).isEqualTo(ValueSet.in("zone-a", "zone-b"));
  }

  @Test
  void what_is_sold_out_is_no_outcome() {
    var onlyInC = listing("large").and(Keys.ZONE, ValueSet.in("zone-c"));

    assertThat(Prospect.of(onlyInC, types, WELL_KNOWN)).isEmpty();
  }

  @Test
  void the_claims_own_zone_decides() {
    var inB = listing("small", "large").and(Keys.ZONE, ValueSet.in("zone-b"));

    var prospect = Prospect.of(inB, types, WELL_KNOWN).orElseThrow();

    assertThat(prospect.labels()).containsEntry(Keys.ZONE, "zone-b");
    assertThat(prospect.labels()).containsEntry(Keys.INSTANCE_TYPE, "small");
    assertThat(prospect.capacity().get(Resources.CPU)).isEqualTo(2000);
  }

  private static Requirements listing(String... names) {
    return Requirements.of(Keys.INSTANCE_TYPE, ValueSet.in(names));
  }
}
