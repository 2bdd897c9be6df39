package karpenter.core.wire;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.device.ClaimState;
import karpenter.core.device.DeviceClaim;
import karpenter.core.device.DeviceKinds;
import karpenter.core.device.DeviceRequest;
import karpenter.core.device.DeviceRequest.Alternative;
import karpenter.core.device.DeviceRequest.Amount;
import karpenter.core.device.DeviceSlice;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.device.Devices;
import karpenter.core.device.MatchAttribute;
import karpenter.core.device.Reach;
import karpenter.core.requirement.LabelAliases;

/// Reads the devices of a cluster and the claims for them (`resource.k8s.io`). A claim with a
/// problem is left out, which refuses the pods that use it.
final class DeviceReader {
  private static final List<String> MODES = List.of("ExactCount", "All");

  private final Inventory inventory;
  private final SliceReader slices;
  private final Map<String, BitSet> classes = new HashMap<>();

  DeviceReader(Inventory inventory, LabelAliases aliases) {
    this.inventory = inventory;
    this.slices = new SliceReader(aliases);
  }

  /// How a pod's spec names a claim made from a template for that pod alone.
  static String templateId(String key) {
    return "template " + key;
  }

  /// @param leaving the uids of pods that will be gone: claims only they use are free
  Devices read(
      Collection<DeviceTemplates> templates, List<ExistingNode> nodes, Set<String> leaving) {
    var published = published(nodes);
    var kinds = new DeviceKinds();
    published.forEach(kinds::add);
    templates.forEach(kinds::add);
    var selectors = new DeviceSelectors(kinds);
    for (var item : inventory.byName(Kind.DEVICE_CLASS)) {
      var wanted = selectors.all();
      selectors.restrict(item.place().get("spec", "selectors"), wanted);
      if (item.isFaultless()) {
        classes.put(item.name(), wanted);
      }
    }
    var claims = new TreeMap<String, DeviceClaim>();
    for (var item : inventory.byName(Kind.RESOURCE_CLAIM)) {
      add(
          claims,
          key(item),
          item,
          item.place().get("spec"),
          state(item.place(), leaving),
          selectors);
    }
    for (var item : inventory.byName(Kind.RESOURCE_CLAIM_TEMPLATE)) {
      add(
          claims,
          templateId(key(item)),
          item,
          item.place().get("spec", "spec"),
          new ClaimState.Open(),
          selectors);
    }
    return new Devices(kinds, published, claims);
  }

  private static String key(Item item) {
    return item.namespace() + "/" + item.name();
  }

  /// What a node publishes of itself counts once it is initialized; until then its type speaks.
  private List<DeviceSlice> published(List<ExistingNode> nodes) {
    var ready = new TreeSet<String>();
    nodes.stream().filter(ExistingNode::initialized).map(ExistingNode::name).forEach(ready::add);
    var published = new ArrayList<DeviceSlice>();
    for (var item : inventory.byName(Kind.RESOURCE_SLICE)) {
      var slice = slices.slice(item);
      boolean isOfAbsentNode =
          item.metadata().get("ownerReferences").items().stream()
              .anyMatch(
                  owner ->
                      owner.get("kind").text("").equals("Node")
                          && !ready.contains(owner.get("name").text("")));
      if (item.isFaultless() && !isOfAbsentNode) {
        published.add(slice);
      }
    }
    return published;
  }

  private void add(
      Map<String, DeviceClaim> claims,
      String id,
      Item item,
      Place spec,
      ClaimState state,
      DeviceSelectors selectors) {
    // What an allocated claim once asked for is answered already.
    boolean isAnswered = state instanceof ClaimState.Allocated;
    var claim =
        new DeviceClaim(
            id,
            isAnswered ? List.of() : requests(spec.get("devices", "requests"), selectors),
            isAnswered ? List.of() : constraints(spec.get("devices", "constraints")),
            state);
    if (item.isFaultless()) {
      claims.put(id, claim);
    }
  }

  private ClaimState state(Place claim, Set<String> leaving) {
    var allocation = claim.get("status", "allocation");
    if (allocation.isAbsent()) {
      return new ClaimState.Open();
    }
    var users = claim.get("status", "reservedFor").items();
    boolean isLeaving = !users.isEmpty() && users.stream().allMatch(user -> isOneOf(user, leaving));
    if (isLeaving) {
      return new ClaimState.Moving();
    }
    var uses = new ArrayList<ClaimState.Use>();
    for (var result : allocation.get("devices", "results").items()) {
      if (!result.get("adminAccess").flag()) {
        uses.add(
            new ClaimState.Use(
                SliceReader.id(result),
                SliceReader.amounts(result.get("consumedCapacity").entries())));
      }
    }
    var selector = allocation.get("nodeSelector");
    return new ClaimState.Allocated(
        selector.isAbsent() ? Reach.EVERYWHERE : slices.where(selector), uses);
  }

  private static boolean isOneOf(Place user, Set<String> pods) {
    return user.get("resource").text("").equals("pods")
        && user.get("apiGroup").text("").isEmpty()
        && pods.contains(user.get("uid").text(""));
  }

  private List<DeviceRequest> requests(Place list, DeviceSelectors selectors) {
    var requests = new ArrayList<DeviceRequest>();
    for (var place : list.items()) {
      var name = place.get("name").requiredText("the name of the request");
      var alternatives = new ArrayList<Alternative>();
      for (var choice : place.get("firstAvailable").items()) {
        var own = choice.get("name").requiredText("the name of the alternative");
        alternatives.add(alternative(name + "/" + own, choice, selectors));
      }
      if (place.get("exactly").isPresent()) {
        alternatives.add(alternative(name, place.get("exactly"), selectors));
      }
      if (alternatives.isEmpty()) {
        place.expected("one of exactly and firstAvailable");
      }
      requests.add(new DeviceRequest(name, alternatives));
    }
    return requests;
  }

  private Alternative alternative(String name, Place place, DeviceSelectors selectors) {
    if (place.get("adminAccess").flag()) {
      place.get("adminAccess").expected("false: access for administrators is not simulated");
    }
    var className = place.get("deviceClassName").requiredText("the name of a DeviceClass");
    var ofClass = classes.get(className);
    if (ofClass == null && !className.isEmpty()) {
      place.get("deviceClassName").expected("an existing DeviceClass without problems");
    }
    var wanted = ofClass == null ? new BitSet() : (BitSet) ofClass.clone();
    selectors.restrict(place.get("selectors"), wanted);
    boolean isAll = place.get("allocationMode").choice(MODES).orElse("").equals("All");
    return new Alternative(
        name,
        wanted,
        isAll
            ? new Amount.All()
            : new Amount.Count(place.get("count").integer(1, Integer.MAX_VALUE).orElse(1)),
        SliceReader.amounts(place.get("capacity", "requests").entries()));
  }

  private static List<MatchAttribute> constraints(Place list) {
    var constraints = new ArrayList<MatchAttribute>();
    for (var place : list.items()) {
      var attribute = place.get("matchAttribute").text("");
      if (attribute.isEmpty()) {
        place.expected("a matchAttribute: no other constraint is understood");
      }
      constraints.add(new MatchAttribute(attribute, new TreeSet<>(place.get("requests").texts())));
    }
    return constraints;
  }
}
