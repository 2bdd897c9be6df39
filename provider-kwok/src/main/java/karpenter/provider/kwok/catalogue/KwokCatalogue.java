package karpenter.provider.kwok.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Notation;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.Resources;

/// KWOK's default catalogue, by its formula rather than from a file (spec 01 §7.5): 144 types with
/// 8 offerings each. Prices are made up; they only have to order the types sensibly.
public final class KwokCatalogue {
  private static final int[] CORES = {1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256};
  private static final List<Family> FAMILIES =
      List.of(new Family("c", 2), new Family("s", 4), new Family("m", 8));
  private static final List<String> SYSTEMS = List.of("linux", "windows");
  private static final List<String> ARCHITECTURES = List.of(Labels.AMD64, Labels.ARM64);
  private static final List<String> ZONES =
      List.of("test-zone-a", "test-zone-b", "test-zone-c", "test-zone-d");

  private static final long GIBIBYTE = 1L << 30;
  private static final int PODS_PER_CORE = 16;
  private static final int MAX_PODS = 1024;
  private static final double SPOT_RATIO = 0.7;

  private record Family(String letter, int gibibytesPerCore) {}

  private KwokCatalogue() {}

  public static Catalogue standard() {
    List<InstanceType> types = new ArrayList<>();
    for (int cores : CORES) {
      for (Family family : FAMILIES) {
        for (String system : SYSTEMS) {
          for (String architecture : ARCHITECTURES) {
            types.add(type(cores, family, system, architecture));
          }
        }
      }
    }
    return Catalogue.of(types);
  }

  private static InstanceType type(int cores, Family family, String system, String architecture) {
    long memory = (long) cores * family.gibibytesPerCore() * GIBIBYTE;
    var name = "%s-%dx-%s-%s".formatted(family.letter(), cores, architecture, system);
    var resources =
        new TreeMap<>(
            Map.of(
                Resources.CPU, Quantity.of(cores, Notation.DECIMAL),
                Resources.MEMORY, Quantity.of(memory, Notation.BINARY),
                Resources.PODS,
                    Quantity.of(Math.min(PODS_PER_CORE * cores, MAX_PODS), Notation.DECIMAL),
                Resources.EPHEMERAL_STORAGE, Quantity.of("20Gi")));
    return new TypeShape(name, architecture, List.of(system), resources, offerings(cores, memory))
        .toInstanceType();
  }

  private static List<Offering> offerings(int cores, long memory) {
    double onDemand = 0.025 * cores + 0.001 * memory / 1e9;
    List<Offering> offerings = new ArrayList<>();
    for (String zone : ZONES) {
      offerings.add(offering(zone, Labels.SPOT, SPOT_RATIO * onDemand));
      offerings.add(offering(zone, Labels.ON_DEMAND, onDemand));
    }
    return offerings;
  }

  private static Offering offering(String zone, String capacityType, double price) {
    return Offering.of(
        Requirements.ofLabels(Map.of(Labels.ZONE, zone, Labels.CAPACITY_TYPE, capacityType)),
        price);
  }
}
