package karpenter.provider.kwok.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.requirement.ValueSet;
import org.junit.jupiter.api.Test;

class KwokCatalogueTest {
  private final Catalogue catalogue = KwokCatalogue.standard();

  @Test
  void there_are_144_types_with_1152_offerings() {
    assertThat(catalogue.types()).hasSize(144);
    assertThat(catalogue.types().stream().mapToInt(type -> type.offerings().size()).sum())
        .isEqualTo(1152);
  }

  @Test
  void names_are_unique_and_ordered_by_cores_family_system_and_architecture() {
    var names = catalogue.types().stream().map(InstanceType::name).toList();

    assertThat(new HashSet<>(names)).hasSize(144);
    assertThat(names)
        .startsWith(
            "c-1x-amd64-linux",
            "c-1x-arm64-linux",
            "c-1x-amd64-windows",
            "c-1x-arm64-windows",
            "s-1x-amd64-linux")
        .endsWith("m-256x-amd64-windows", "m-256x-arm64-windows");
  }

  @Test
  void prices_follow_cores_and_memory_and_spot_is_seven_tenths() {
    assertThat(price("c-1x-amd64-linux", Labels.ON_DEMAND))
        .isCloseTo(0.027147483648, within(1e-15));
    assertThat(price("c-1x-arm64-windows", Labels.SPOT)).isCloseTo(0.0190032385536, within(1e-15));
    assertThat(price("s-4x-amd64-linux", Labels.ON_DEMAND))
        .isCloseTo(0.117179869184, within(1e-15));
  }

  @Test
  void offerings_go_through_the_zones_spot_first() {
    var type = type("m-8x-arm64-linux");

    assertThat(
            type.offerings().stream()
                .map(
                    offering ->
                        offering.requirements().get(Labels.ZONE)
                            + " "
                            + offering.requirements().get(Labels.CAPACITY_TYPE)))
        .startsWith(
            "In [test-zone-a] In [spot]",
            "In [test-zone-a] In [on-demand]",
            "In [test-zone-b] In [spot]")
        .endsWith("In [test-zone-d] In [on-demand]");
  }

  @Test
  void resources_and_overhead_are_those_of_the_formula() {
    var type = type("m-48x-arm64-linux");

    assertThat(type.capacity().render())
        .isEqualTo("cpu 48, ephemeral-storage 20Gi, memory 384Gi, pods 768");
    assertThat(type.overhead().render()).isEqualTo("cpu 100m, memory 10Mi");
  }

  @Test
  void no_type_takes_more_than_1024_pods() {
    assertThat(type("c-64x-amd64-linux").capacity().get("pods")).isEqualTo(1024);
    assertThat(type("c-256x-amd64-linux").capacity().get("pods")).isEqualTo(1024);
  }

  @Test
  void a_type_describes_itself_by_labels() {
    var requirements = type("s-16x-arm64-windows").requirements();

    assertThat(requirements.get(Labels.INSTANCE_TYPE))
        .isEqualTo(ValueSet.in("s-16x-arm64-windows"));
    assertThat(requirements.get(Labels.ARCH)).isEqualTo(ValueSet.in("arm64"));
    assertThat(requirements.get(Labels.OS)).isEqualTo(ValueSet.in("windows"));
    assertThat(requirements.get(Labels.ZONE))
        .isEqualTo(ValueSet.in("test-zone-a", "test-zone-b", "test-zone-c", "test-zone-d"));
    assertThat(requirements.get(Labels.CAPACITY_TYPE)).isEqualTo(ValueSet.in("spot", "on-demand"));
    assertThat(requirements.get(KwokLabels.CPU)).isEqualTo(ValueSet.in("16"));
    assertThat(requirements.get(KwokLabels.MEMORY)).isEqualTo(ValueSet.in("64Gi"));
    assertThat(requirements.get(KwokLabels.FAMILY)).isEqualTo(ValueSet.in("s"));
    assertThat(requirements.get(KwokLabels.SIZE)).isEqualTo(ValueSet.in("16"));
    assertThat(requirements.keys()).hasSize(9);
  }

  @Test
  void families_and_sizes_of_other_naming_customs_are_understood() {
    assertThat(KwokLabels.family("m5.2xlarge")).isEqualTo("m5");
    assertThat(KwokLabels.size("m5.2xlarge", "8")).isEqualTo("2xlarge");
    assertThat(KwokLabels.size("m5.metal-48xl", "96")).isEqualTo("96");
    assertThat(KwokLabels.family("large")).isEqualTo("l");
  }

  @Test
  void nobody_can_ask_for_a_reservation_that_is_not_sold() {
    assertThat(catalogue.labels())
        .contains(KwokLabels.SIZE)
        .doesNotContain(KwokLabels.RESERVATION_ID);
  }

  private InstanceType type(String name) {
    return catalogue.types().stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private double price(String name, String capacityType) {
    return type(name).offerings().stream()
        .filter(
            offering -> offering.requirements().get(Labels.CAPACITY_TYPE).contains(capacityType))
        .mapToDouble(offering -> offering.price())
        .distinct()
        .sum();
  }
}
