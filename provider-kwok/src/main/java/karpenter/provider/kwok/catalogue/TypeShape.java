package karpenter.provider.kwok.catalogue;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.requirement.ValueSet.Only;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.Resources;

/// What a KWOK type is described by; its requirements follow (spec 01 §7.3).
record TypeShape(
    String name,
    String architecture,
    Collection<String> operatingSystems,
    SortedMap<String, Quantity> resources,
    List<Offering> offerings) {

  private static final Resources OVERHEAD =
      Resources.capacity(Map.of("cpu", Quantity.of("100m"), "memory", Quantity.of("10Mi")));
  private static final Quantity DEFAULT_PODS = Quantity.of("110");

  TypeShape {
    resources = new TreeMap<>(resources);
    resources.putIfAbsent(Resources.PODS, DEFAULT_PODS);
  }

  InstanceType toInstanceType() {
    return new InstanceType(
        name, requirements(), offerings, Resources.capacity(resources), OVERHEAD);
  }

  private Requirements requirements() {
    var cpu = resources.getOrDefault(Resources.CPU, Quantity.ZERO).toString();
    var memory = resources.getOrDefault(Resources.MEMORY, Quantity.ZERO).toString();
    return Requirements.none()
        .and(Labels.INSTANCE_TYPE, ValueSet.in(name))
        .and(Labels.ARCH, ValueSet.in(architecture))
        .and(Labels.OS, ValueSet.in(operatingSystems))
        .and(Labels.ZONE, offered(Labels.ZONE))
        .and(Labels.CAPACITY_TYPE, offered(Labels.CAPACITY_TYPE))
        .and(KwokLabels.CPU, ValueSet.in(cpu))
        .and(KwokLabels.MEMORY, ValueSet.in(memory))
        .and(KwokLabels.FAMILY, ValueSet.in(KwokLabels.family(name)))
        .and(KwokLabels.SIZE, ValueSet.in(KwokLabels.size(name, cpu)));
  }

  /// Every value of the key that some offering has.
  private ValueSet offered(String key) {
    var values = new TreeSet<String>();
    for (var offering : offerings) {
      if (offering.requirements().get(key) instanceof Only only) values.addAll(only.values());
    }
    return ValueSet.in(values);
  }
}
