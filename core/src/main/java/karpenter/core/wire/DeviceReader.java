package karpenter.core.wire;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.device.DeviceSlice;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.device.Devices;
import karpenter.core.facts.DeviceClassFacts;
import karpenter.core.requirement.LabelAliases;

/// Reads the devices of manifests and the claims for them (`resource.k8s.io`). A claim with a
/// problem is left out, which refuses the pods that use it.
final class DeviceReader {
  private final Inventory inventory;
  private final SliceReader slices;
  private final DeviceExpressions expressions = new DeviceExpressions();

  DeviceReader(Inventory inventory, LabelAliases aliases) {
    this.inventory = inventory;
    this.slices = new SliceReader(aliases);
  }

  /// @param leaving the uids of pods that will be gone: claims only they use are free
  Devices read(Collection<DeviceTemplates> brought, List<ExistingNode> nodes, Set<String> leaving) {
    var classes = new TreeMap<String, DeviceClassFacts>();
    var requests = new DeviceRequestReader(slices, expressions, classes::containsKey);
    var published = published(nodes);
    for (var found : faultless(Kind.DEVICE_CLASS, requests::deviceClass)) {
      classes.put(found.name(), found);
    }
    var known =
        new DeviceInputs.Known(
            published,
            brought,
            classes.values(),
            faultless(Kind.RESOURCE_CLAIM, requests::claim),
            faultless(Kind.RESOURCE_CLAIM_TEMPLATE, requests::template));
    return new DeviceInputs(expressions).of(known).without(Set.of(), leaving);
  }

  private <T> List<T> faultless(Kind kind, Function<Place, T> reader) {
    var values = new ArrayList<T>();
    for (var item : inventory.byName(kind)) {
      var value = reader.apply(item.place());
      if (item.isFaultless()) {
        values.add(value);
      }
    }
    return values;
  }

  /// What a node publishes of itself counts once it is initialized; until then its type speaks.
  private List<DeviceSlice> published(List<ExistingNode> nodes) {
    var ready = new TreeSet<String>();
    nodes.stream().filter(ExistingNode::initialized).map(ExistingNode::name).forEach(ready::add);
    return faultless(Kind.RESOURCE_SLICE, slices::slice).stream()
        .filter(slice -> slice.owner().map(ready::contains).orElse(true))
        .toList();
  }
}
