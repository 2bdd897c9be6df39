package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Reads instance types as workloads and catalogue files write them: `{name, capacity, overhead,
/// requirements, offerings: [{requirements, price, available, reservationCapacity,
/// capacityOverride, overheadOverride}], dynamicResources: [{driver, pool, devices,
/// sharedCounters}], attributeBindings: [{attribute, devices}]}`; devices are as in a
/// ResourceSlice.
public final class InstanceTypeReader {
  private static final List<String> OVERHEADS =
      List.of("kubeReserved", "systemReserved", "evictionThreshold");

  private final RequirementReader requirements =
      new RequirementReader(Dialect.CATALOGUE, LabelAliases.STANDARD);

  public InstanceTypeReader() {}

  public Read<InstanceType> read(JsonNode tree) {
    var problems = new Problems();
    var type = read(Place.root(tree, problems));
    return problems.isEmpty() ? new Read.Understood<>(type) : new Read.Refused<>(problems.list());
  }

  /// What nodes of a type bring, for files that write the rest of it in another form.
  public static Read<DeviceTemplates> devices(JsonNode tree) {
    var problems = new Problems();
    var devices = new SliceReader(LabelAliases.STANDARD).templates(Place.root(tree, problems));
    return problems.isEmpty()
        ? new Read.Understood<>(devices)
        : new Read.Refused<>(problems.list());
  }

  InstanceType read(Place place) {
    return new InstanceType(
        place.get("name").requiredText("the name of the instance type"),
        requirements(place.get("requirements")),
        offerings(place.get("offerings")),
        Amounts.capacity(place.get("capacity")),
        overhead(place.get("overhead")),
        new SliceReader(LabelAliases.STANDARD).templates(place));
  }

  private Requirements requirements(Place list) {
    return requirements.possible(Requirements.none(), requirements.expressions(list));
  }

  private static Resources overhead(Place place) {
    var sum = Resources.none();
    for (var part : OVERHEADS) {
      sum = sum.plus(Amounts.requests(place.get(part)));
    }
    return sum;
  }

  private List<Offering> offerings(Place list) {
    var offerings = new ArrayList<Offering>();
    for (var place : list.items()) {
      var requirements = requirements(place.get("requirements"));
      offerings.add(
          new Offering(
              requirements,
              price(place.get("price")),
              place.get("available").isAbsent() || place.get("available").flag(),
              reservation(place.get("reservationCapacity"), requirements),
              Amounts.capacity(place.get("capacityOverride")),
              overhead(place.get("overheadOverride"))));
    }
    return offerings;
  }

  /// Only reserved offerings have a capacity; elsewhere a zero stands for nothing.
  private static OptionalInt reservation(Place place, Requirements requirements) {
    var capacity = place.integer(0, Integer.MAX_VALUE);
    return requirements.get(Labels.CAPACITY_TYPE).contains(Labels.RESERVED)
            && requirements.has(Labels.CAPACITY_TYPE)
        ? capacity
        : OptionalInt.empty();
  }

  private static double price(Place place) {
    var node = place.node();
    double price = node.isNumber() ? node.doubleValue() : Double.NaN;
    if (!Double.isFinite(price) || price < 0) {
      place.expected("a price: a number that is not negative");
      return 0;
    }
    return price;
  }
}
