package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import karpenter.core.device.ClaimState;
import karpenter.core.device.DeviceRequest.Amount;
import karpenter.core.device.MatchAttribute;
import karpenter.core.device.Reach;
import karpenter.core.facts.DeviceAsk;
import karpenter.core.facts.DeviceClassFacts;
import karpenter.core.facts.ResourceClaimFacts;
import karpenter.core.facts.ResourceClaimTemplateFacts;

/// Reads what is asked of devices: claims, their templates, and classes.
///
/// @param isClass whether there is a DeviceClass of this name, for whoever knows them all
record DeviceRequestReader(
    SliceReader slices, DeviceExpressions expressions, Predicate<String> isClass) {
  private static final List<String> MODES = List.of("ExactCount", "All");

  DeviceClassFacts deviceClass(Place object) {
    return new DeviceClassFacts(
        object.get("metadata", "name").requiredText("a name"),
        selectors(object.get("spec", "selectors")));
  }

  ResourceClaimTemplateFacts template(Place object) {
    var metadata = object.get("metadata");
    return new ResourceClaimTemplateFacts(
        PodReader.namespace(metadata),
        metadata.get("name").requiredText("a name"),
        ask(object.get("spec", "spec")));
  }

  ResourceClaimFacts claim(Place object) {
    var metadata = object.get("metadata");
    var namespace = PodReader.namespace(metadata);
    var name = metadata.get("name").requiredText("a name");
    var allocation = object.get("status", "allocation");
    if (allocation.isAbsent()) {
      return new ResourceClaimFacts(
          namespace, name, ask(object.get("spec")), new ClaimState.Open());
    }
    // What it asks for has been answered: if we do not understand it, it merely cannot move.
    var problems = new Problems();
    var ask = ask(Place.root("spec", object.get("spec").node(), problems));
    var users =
        problems.isEmpty() ? pods(object.get("status", "reservedFor")) : new TreeSet<String>();
    return new ResourceClaimFacts(
        namespace,
        name,
        problems.isEmpty() ? ask : DeviceAsk.NOTHING,
        new ClaimState.Allocated(reach(allocation.get("nodeSelector")), uses(allocation), users));
  }

  private Reach reach(Place selector) {
    return selector.isAbsent() ? Reach.EVERYWHERE : slices.where(selector);
  }

  /// Access for administrators takes nothing from others.
  private static List<ClaimState.Use> uses(Place allocation) {
    var uses = new ArrayList<ClaimState.Use>();
    for (var result : allocation.get("devices", "results").items()) {
      if (!result.get("adminAccess").flag()) {
        uses.add(
            new ClaimState.Use(
                SliceReader.id(result),
                SliceReader.amounts(result.get("consumedCapacity").entries())));
      }
    }
    return uses;
  }

  /// The uids of all users; none if one of them is no pod.
  private static TreeSet<String> pods(Place users) {
    var pods = new TreeSet<String>();
    for (var user : users.items()) {
      boolean isPod =
          user.get("resource").text("").equals("pods") && user.get("apiGroup").text("").isEmpty();
      if (!isPod) {
        return new TreeSet<>();
      }
      pods.add(user.get("uid").text(""));
    }
    return pods;
  }

  private DeviceAsk ask(Place spec) {
    return new DeviceAsk(
        requests(spec.get("devices", "requests")), constraints(spec.get("devices", "constraints")));
  }

  private List<DeviceAsk.Request> requests(Place list) {
    var requests = new ArrayList<DeviceAsk.Request>();
    for (var place : list.items()) {
      var name = place.get("name").requiredText("the name of the request");
      var choices = new ArrayList<DeviceAsk.Choice>();
      for (var choice : place.get("firstAvailable").items()) {
        var own = choice.get("name").requiredText("the name of the alternative");
        choices.add(choice(name + "/" + own, choice));
      }
      if (place.get("exactly").isPresent()) {
        choices.add(choice(name, place.get("exactly")));
      }
      if (choices.isEmpty()) {
        place.expected("one of exactly and firstAvailable");
      }
      requests.add(new DeviceAsk.Request(name, choices));
    }
    return requests;
  }

  private DeviceAsk.Choice choice(String name, Place place) {
    if (place.get("adminAccess").flag()) {
      place.get("adminAccess").expected("false: access for administrators is not simulated");
    }
    var deviceClass = place.get("deviceClassName").requiredText("the name of a DeviceClass");
    if (!deviceClass.isEmpty() && !isClass.test(deviceClass)) {
      place.get("deviceClassName").expected("an existing DeviceClass without problems");
    }
    var selectors = selectors(place.get("selectors"));
    boolean isAll = place.get("allocationMode").choice(MODES).orElse("").equals("All");
    return new DeviceAsk.Choice(
        name,
        deviceClass,
        selectors,
        isAll
            ? new Amount.All()
            : new Amount.Count(place.get("count").integer(1, Integer.MAX_VALUE).orElse(1)),
        SliceReader.amounts(place.get("capacity", "requests").entries()));
  }

  private List<String> selectors(Place list) {
    var texts = new ArrayList<String>();
    for (var selector : list.items()) {
      var place = selector.get("cel", "expression");
      var text = place.requiredText("a CEL expression on device");
      if (!text.isEmpty()) {
        expressions
            .complaint(text)
            .ifPresent(
                reason -> place.expected("a CEL expression on device: " + Place.shortened(reason)));
        texts.add(text);
      }
    }
    return texts;
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
