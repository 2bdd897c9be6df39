package karpenter.core.testkit.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;

/// Draws the instance types of a case.
///
/// Prices are multiples of 1/64, so that sums and differences of them are exact and ties are
/// frequent.
final class CatalogueDraw {
  private static final long GIB = 1L << 30;
  private static final double CENT = 1.0 / 64;

  private final Dice dice;
  private final Mix mix;

  CatalogueDraw(Dice dice, Mix mix) {
    this.dice = dice;
    this.mix = mix;
  }

  List<InstanceType> types() {
    int count = dice.between(20, 24);
    List<InstanceType> types = new ArrayList<>();
    for (int i = 0; i < count; i++) types.add(type("type-%02d".formatted(i)));
    return types;
  }

  private InstanceType type(String name) {
    int cpus = dice.pick(1, 2, 2, 4, 4, 8);
    long memory = cpus * dice.pick(1, 2, 2, 4) * GIB;
    Map<String, Long> capacity = new TreeMap<>();
    capacity.put(Resources.CPU, cpus * 1000L);
    capacity.put(Resources.MEMORY, memory);
    capacity.put(Resources.PODS, (long) dice.between(3, 12));
    if (dice.chance(0.15)) capacity.put("example.com/gpu", (long) dice.between(1, 2));
    if (dice.chance(0.05)) capacity.put("hugepages-2Mi", GIB / 2);
    Map<String, Long> overhead = new TreeMap<>();
    overhead.put(Resources.CPU, dice.pick(0L, 100L, 200L));
    overhead.put(Resources.MEMORY, dice.pick(0L, GIB / 8));

    List<Offering> offerings = offerings(cpus + memory / GIB / 2);
    Requirements requirements =
        Requirements.of(Keys.INSTANCE_TYPE, ValueSet.in(name))
            .and(Keys.ARCH, dice.pick(amd(), amd(), ValueSet.in("arm64"), both()))
            .and(Keys.GENERATION, ValueSet.in("" + dice.between(1, 4)))
            .and(Keys.ZONE, values(offerings, Keys.ZONE))
            .and(Keys.CAPACITY_TYPE, values(offerings, Keys.CAPACITY_TYPE));
    if (dice.chance(0.25)) {
      requirements = requirements.and(Keys.TIER, ValueSet.in(dice.some(mix.tiers(), 1)));
    }
    return new InstanceType(
        name, requirements, offerings, Resources.of(capacity), Resources.of(overhead));
  }

  private static ValueSet amd() {
    return ValueSet.in("amd64");
  }

  private static ValueSet both() {
    return ValueSet.in("amd64", "arm64");
  }

  private static ValueSet values(List<Offering> offerings, String key) {
    return ValueSet.in(
        offerings.stream()
            .flatMap(offering -> offering.requirements().get(key).finiteValues().stream())
            .flatMap(values -> values.stream())
            .toList());
  }

  private List<Offering> offerings(long size) {
    List<Offering> offerings = new ArrayList<>();
    for (String zone : dice.some(mix.zones(), 1)) {
      double price = CENT * (size * dice.between(6, 10) + dice.between(0, 4));
      for (String capacityType : dice.some(List.of("on-demand", "spot"), 1)) {
        double factor = capacityType.equals("spot") ? dice.pick(0.25, 0.5, 0.5, 1.0) : 1.0;
        offerings.add(offering(at(zone, capacityType), price * factor, OptionalInt.empty()));
      }
      if (mix.has(ConstraintKind.RESERVATION_CAPACITY) && dice.chance(0.25)) {
        var reserved =
            at(zone, "reserved").and(Keys.RESERVATION, ValueSet.in("r-" + dice.between(1, 4)));
        offerings.add(offering(reserved, CENT / 4, OptionalInt.of(dice.between(0, 3))));
      }
    }
    return offerings;
  }

  private static Requirements at(String zone, String capacityType) {
    return Requirements.of(Keys.ZONE, ValueSet.in(zone))
        .and(Keys.CAPACITY_TYPE, ValueSet.in(capacityType));
  }

  private Offering offering(Requirements requirements, double price, OptionalInt reservation) {
    boolean available = !(mix.has(ConstraintKind.UNAVAILABLE_OFFERING) && dice.chance(0.3));
    boolean isOverridden = mix.has(ConstraintKind.OFFERING_OVERRIDE) && dice.chance(0.3);
    return new Offering(
        requirements,
        price,
        available,
        reservation,
        isOverridden && dice.chance(0.7) ? capacityOverride() : Resources.none(),
        isOverridden && dice.chance(0.4)
            ? Resources.of(Map.of(Resources.CPU, dice.pick(300L, 1500L, 9000L)))
            : Resources.none());
  }

  private Resources capacityOverride() {
    return switch (dice.between(0, 2)) {
      case 0 -> Resources.of(Map.of(Resources.PODS, (long) dice.between(1, 15)));
      case 1 -> Resources.of(Map.of("example.com/gpu", (long) dice.between(1, 4)));
      default -> Resources.of(Map.of(Resources.MEMORY, dice.between(1, 24) * GIB));
    };
  }
}
