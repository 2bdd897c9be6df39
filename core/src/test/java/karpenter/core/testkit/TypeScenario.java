package karpenter.core.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.cases.Keys;

/// An instance type of a [Scenario]: it has as many GiB as cores, and room for ten pods.
public final class TypeScenario {
  private final String name;
  private final Resources capacity;
  private Resources overhead = Resources.none();
  private Requirements requirements;
  private final List<Offering> offerings = new ArrayList<>();
  private DeviceTemplates devices = DeviceTemplates.NONE;

  TypeScenario(String name, int cores) {
    this.name = name;
    this.requirements = Requirements.of(Keys.INSTANCE_TYPE, ValueSet.in(name));
    this.capacity =
        Resources.of(
            Map.of(
                Resources.CPU,
                cores * 1000L,
                Resources.MEMORY,
                (long) cores << 30,
                Resources.PODS,
                10L));
  }

  public TypeScenario is(String key, String value) {
    requirements = requirements.and(key, ValueSet.in(value));
    return this;
  }

  public TypeScenario brings(DeviceTemplates templates) {
    devices = templates;
    return this;
  }

  public TypeScenario overhead(Resources kept) {
    overhead = kept;
    return this;
  }

  public TypeScenario offer(String zone, String capacityType, double price) {
    offerings.add(Offering.of(at(zone, capacityType), price));
    return this;
  }

  public TypeScenario unavailable(String zone, String capacityType, double price) {
    return offer(at(zone, capacityType), price, false, OptionalInt.empty(), Resources.none());
  }

  public TypeScenario reserved(String zone, String id, int count, double price) {
    return offer(
        at(zone, "reserved").and(Keys.RESERVATION, ValueSet.in(id)),
        price,
        true,
        OptionalInt.of(count),
        Resources.none());
  }

  public TypeScenario offerWithCapacity(
      String zone, String capacityType, double price, Resources capacityOverride) {
    return offer(at(zone, capacityType), price, true, OptionalInt.empty(), capacityOverride);
  }

  private TypeScenario offer(
      Requirements where,
      double price,
      boolean available,
      OptionalInt reservation,
      Resources capacityOverride) {
    offerings.add(
        new Offering(where, price, available, reservation, capacityOverride, Resources.none()));
    return this;
  }

  private static Requirements at(String zone, String capacityType) {
    return Requirements.of(Keys.ZONE, ValueSet.in(zone))
        .and(Keys.CAPACITY_TYPE, ValueSet.in(capacityType));
  }

  InstanceType build() {
    return new InstanceType(
        name,
        requirements.and(Keys.ZONE, values(Keys.ZONE)).and(Keys.CAPACITY_TYPE, capacityTypes()),
        offerings,
        capacity,
        overhead,
        devices);
  }

  private ValueSet capacityTypes() {
    return values(Keys.CAPACITY_TYPE);
  }

  private ValueSet values(String key) {
    var all = new TreeSet<String>();
    offerings.forEach(
        offering -> offering.requirements().get(key).finiteValues().ifPresent(all::addAll));
    return ValueSet.in(all);
  }
}
