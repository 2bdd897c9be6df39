package karpenter.core.wire;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.device.Attribute;
import karpenter.core.device.Capacity;
import karpenter.core.device.CapacityPolicy;
import karpenter.core.device.Counters;
import karpenter.core.device.Device;
import karpenter.core.device.DeviceId;
import karpenter.core.device.DeviceSlice;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.device.Reach;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Quantity;

/// Reads devices: published ResourceSlices, and what an instance type will bring.
record SliceReader(LabelAliases aliases) {
  private static final String NAME_FIELD = "metadata.name";

  DeviceSlice slice(Place object) {
    var spec = object.get("spec");
    var driver = spec.get("driver").requiredText("the name of a driver");
    var pool = spec.get("pool");
    return new DeviceSlice(
        object.get("metadata", "name").text(""),
        driver,
        pool.get("name").requiredText("the name of a pool"),
        pool.get("generation").number(0, Long.MAX_VALUE).orElse(0),
        pool.get("resourceSliceCount").number(1, Long.MAX_VALUE).orElse(1),
        reach(spec),
        devices(spec.get("devices"), driver),
        counters(spec.get("sharedCounters"), "name"),
        owner(object.get("metadata", "ownerReferences")));
  }

  private static Optional<String> owner(Place references) {
    return references.items().stream()
        .filter(owner -> owner.get("kind").text("").equals("Node"))
        .findFirst()
        .map(owner -> owner.get("name").text(""));
  }

  /// Counters belong to a pool wherever it is, so their slice need not say from where it is used.
  private Reach reach(Place spec) {
    if (spec.get("perDeviceNodeSelection").flag()) {
      spec.get("perDeviceNodeSelection").expected("false: devices are selected by slice here");
    }
    var node = spec.get("nodeName").text("");
    if (!node.isEmpty()) {
      return new Reach.OnNode(node);
    }
    if (spec.get("allNodes").flag() || spec.get("sharedCounters").isPresent()) {
      return Reach.EVERYWHERE;
    }
    if (spec.get("nodeSelector").isAbsent()) {
      spec.get("nodeSelector").expected("one of nodeName, nodeSelector and allNodes");
    }
    return where(spec.get("nodeSelector"));
  }

  /// Terms are alternatives. A term that names a node by field is how an allocation says that its
  /// devices are on that node.
  Reach where(Place selector) {
    var terms = selector.get("nodeSelectorTerms");
    if (selector.isPresent() && terms.items().isEmpty()) {
      terms.expected("at least one term");
    }
    var reader = new RequirementReader(Dialect.KUBERNETES_NODE, aliases);
    var alternatives = new ArrayList<Requirements>();
    for (var term : terms.items()) {
      var fields = term.get("matchFields");
      if (!fields.items().isEmpty()) {
        return onNode(fields, terms);
      }
      alternatives.add(
          reader.join(reader.expressions(term.get("matchExpressions"))).requirements());
    }
    return alternatives.stream().anyMatch(Requirements::isEmpty)
        ? Reach.EVERYWHERE
        : Reach.where(alternatives);
  }

  private static Reach onNode(Place fields, Place terms) {
    var field = fields.items().getFirst();
    var names = field.get("values").texts();
    boolean isOneName =
        fields.items().size() == 1
            && terms.items().size() == 1
            && field.get("key").text("").equals(NAME_FIELD)
            && field.get("operator").text("").equals("In")
            && names.size() == 1;
    if (!isOneName) {
      fields.expected("one term that names one node: " + NAME_FIELD + " In [node]");
      return new Reach.OnNode("");
    }
    return new Reach.OnNode(names.getFirst());
  }

  DeviceTemplates templates(Place type) {
    var slices = new ArrayList<DeviceTemplates.Slice>();
    for (var slice : type.get("dynamicResources").items()) {
      var driver = slice.get("driver").requiredText("the name of a driver");
      slices.add(
          new DeviceTemplates.Slice(
              driver,
              slice.get("pool").requiredText("the name of a pool"),
              devices(slice.get("devices"), driver),
              counters(slice.get("sharedCounters"), "name")));
    }
    var bindings = new ArrayList<DeviceTemplates.AttributeBinding>();
    for (var binding : type.get("attributeBindings").items()) {
      bindings.add(
          new DeviceTemplates.AttributeBinding(
              binding.get("attribute").requiredText("a qualified attribute name"),
              binding.get("devices").items().stream().map(SliceReader::id).toList()));
    }
    return slices.isEmpty() ? DeviceTemplates.NONE : new DeviceTemplates(slices, bindings);
  }

  static DeviceId id(Place device) {
    return new DeviceId(
        device.get("driver").requiredText("the name of a driver"),
        device.get("pool").requiredText("the name of a pool"),
        device.get("device").requiredText("the name of a device"));
  }

  private static List<Device> devices(Place list, String driver) {
    return list.items().stream()
        .filter(device -> !isTainted(device))
        .map(device -> device(device, driver))
        .toList();
  }

  /// Nobody's toleration of a device's taint is looked at, so such a device is for nobody.
  private static boolean isTainted(Place device) {
    return device.get("taints").items().stream()
        .anyMatch(taint -> !taint.get("effect").text("").equals("None"));
  }

  private static Device device(Place device, String driver) {
    var attributes = new TreeMap<String, Attribute>();
    device
        .get("attributes")
        .entries()
        .forEach(
            (name, place) ->
                attribute(place).ifPresent(a -> attributes.put(qualified(name, driver), a)));
    var capacity = new TreeMap<String, Capacity>();
    device
        .get("capacity")
        .entries()
        .forEach((name, place) -> capacity.put(qualified(name, driver), capacity(place)));
    return new Device(
        device.get("name").requiredText("the name of a device"),
        attributes,
        capacity,
        counters(device.get("consumesCounters"), "counterSet"),
        device.get("allowMultipleAllocations").flag());
  }

  static String qualified(String name, String driver) {
    return name.indexOf('/') < 0 ? driver + "/" + name : name;
  }

  private static Optional<Attribute> attribute(Place place) {
    if (place.get("string").isPresent()) {
      return place.get("string").text().map(Attribute.Text::new);
    }
    if (place.get("version").isPresent()) {
      return place.get("version").text().map(Attribute.Version::new);
    }
    if (place.get("bool").isPresent()) {
      return Optional.of(new Attribute.Flag(place.get("bool").flag()));
    }
    var number = place.get("int").number(Long.MIN_VALUE, Long.MAX_VALUE);
    if (number.isEmpty()) {
      place.expected("one of string, version, bool and int");
      return Optional.empty();
    }
    return Optional.of(new Attribute.Number(number.getAsLong()));
  }

  private static Capacity capacity(Place place) {
    var policy = place.get("requestPolicy");
    var range = policy.get("validRange");
    return new Capacity(
        amount(place.get("value")),
        new CapacityPolicy(
            optional(policy.get("default")),
            policy.get("validValues").items().stream().map(SliceReader::amount).toList(),
            range.isAbsent()
                ? Optional.empty()
                : Optional.of(
                    new CapacityPolicy.Range(
                        amount(range.get("min")),
                        optional(range.get("max")),
                        optional(range.get("step"))))));
  }

  private static List<Counters> counters(Place list, String nameField) {
    var counters = new ArrayList<Counters>();
    for (var set : list.items()) {
      var amounts = new TreeMap<String, BigDecimal>();
      set.get("counters")
          .entries()
          .forEach((name, place) -> amounts.put(name, amount(place.get("value"))));
      counters.add(
          new Counters(set.get(nameField).requiredText("the name of a counter set"), amounts));
    }
    return counters;
  }

  /// Amounts by name, such as those a request names or an allocation has consumed.
  static SortedMap<String, BigDecimal> amounts(Map<String, Place> entries) {
    var amounts = new TreeMap<String, BigDecimal>();
    entries.forEach((name, place) -> amounts.put(name, amount(place)));
    return amounts;
  }

  private static BigDecimal amount(Place place) {
    return Amounts.quantity(place).map(Quantity::value).orElse(BigDecimal.ZERO);
  }

  private static Optional<BigDecimal> optional(Place place) {
    return place.isAbsent() ? Optional.empty() : Amounts.quantity(place).map(Quantity::value);
  }
}
