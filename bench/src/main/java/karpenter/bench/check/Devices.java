package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Devices that are published, what is asked of devices, and what has been given away.
///
/// @param published of the newest generation of complete pools, without tainted ones
/// @param claims by namespace/name
/// @param templates what a claim made from them asks for, by namespace/name
/// @param classes selectors by name of the class
record Devices(
    List<Device> published,
    SortedMap<String, Claim> claims,
    SortedMap<String, Ask> templates,
    SortedMap<String, List<String>> classes) {

  /// @param kind devices of one kind can stand in for each other
  /// @param node the one node it is on
  /// @param reachableFrom alternatives, for a device of no single node
  record Device(
      String id,
      String driver,
      String kind,
      JsonNode json,
      Optional<String> node,
      List<Requirements> reachableFrom) {
    /// A shared device has capacities, of which nothing is counted here.
    boolean isShared() {
      return json.path("allowMultipleAllocations").asBoolean();
    }
  }

  /// @param users uids of the pods it is reserved for
  record Claim(Ask ask, Optional<Allocation> allocation, Set<String> users) {
    /// Given to pods that are all to be placed anew, its devices are free.
    Optional<Allocation> allocationBeside(Map<String, Pod> pending) {
      var moves = !users.isEmpty() && pending.keySet().containsAll(users);
      return moves ? Optional.empty() : allocation;
    }
  }

  record Allocation(List<Requirements> reachableFrom, Set<String> devices) {}

  record Ask(List<Request> requests, List<Constraint> constraints) {}

  /// One of the choices has to be met.
  record Request(String name, List<Choice> choices) {}

  record Choice(String deviceClass, List<String> selectors, boolean all, int count) {}

  /// Devices of these requests, or of all, have one value of the attribute.
  record Constraint(String attribute, Set<String> requests) {
    boolean concerns(Request request) {
      return requests.isEmpty() || requests.contains(request.name());
    }
  }

  static Devices read(Collection<JsonNode> objects) {
    var claims = new TreeMap<String, Claim>();
    var templates = new TreeMap<String, Ask>();
    var classes = new TreeMap<String, List<String>>();
    var slices = new ArrayList<JsonNode>();
    for (var object : objects) {
      var name = Json.text(object.path("metadata"), "name");
      var qualified = Pod.namespaceOf(object) + "/" + name;
      var spec = object.path("spec");
      switch (Json.text(object, "kind")) {
        case "ResourceSlice" -> slices.add(object);
        case "DeviceClass" -> classes.put(name, selectors(spec));
        case "ResourceClaim" -> claims.put(qualified, claim(object));
        case "ResourceClaimTemplate" -> templates.put(qualified, ask(spec.path("spec")));
        default -> {}
      }
    }
    return new Devices(published(slices), claims, templates, classes);
  }

  private static List<Device> published(List<JsonNode> slices) {
    var pools = new TreeMap<String, List<JsonNode>>();
    for (var slice : slices) {
      var spec = slice.path("spec");
      pools
          .computeIfAbsent(
              Json.text(spec, "driver") + "/" + Json.text(spec.path("pool"), "name"),
              _ -> new ArrayList<>())
          .add(spec);
    }
    var devices = new ArrayList<Device>();
    for (var pool : pools.values()) {
      var newest = pool.stream().mapToLong(Devices::generation).max().orElse(0);
      var current = pool.stream().filter(spec -> generation(spec) == newest).toList();
      var complete =
          current.stream()
              .allMatch(s -> s.path("pool").path("resourceSliceCount").asLong(1) == current.size());
      if (complete) current.forEach(spec -> devices.addAll(ofSlice(spec)));
    }
    return devices;
  }

  private static long generation(JsonNode slice) {
    return slice.path("pool").path("generation").asLong();
  }

  private static List<Device> ofSlice(JsonNode spec) {
    var node = Optional.of(Json.text(spec, "nodeName")).filter(name -> !name.isEmpty());
    var terms = spec.path("nodeSelector").path("nodeSelectorTerms");
    var alternatives = Json.items(terms, NodeSelection::term);
    return devices(
        Json.text(spec, "driver"),
        Json.text(spec.path("pool"), "name"),
        spec.path("devices"),
        node,
        alternatives.isEmpty() ? List.of(Requirements.NONE) : alternatives);
  }

  /// What a node of this type brings.
  static List<Device> ofType(JsonNode type) {
    return Json.items(type.path("dynamicResources")).stream()
        .flatMap(
            slice ->
                devices(
                    Json.text(slice, "driver"),
                    Json.text(slice, "pool"),
                    slice.path("devices"),
                    Optional.empty(),
                    List.of(Requirements.NONE))
                    .stream())
        .toList();
  }

  private static List<Device> devices(
      String driver,
      String pool,
      JsonNode list,
      Optional<String> node,
      List<Requirements> reachableFrom) {
    return Json.items(list).stream()
        .filter(device -> device.path("taints").isEmpty())
        .map(
            device ->
                new Device(
                    "%s/%s/%s".formatted(driver, pool, Json.text(device, "name")),
                    driver,
                    "%s/%s %s %s %s"
                        .formatted(driver, pool, node, reachableFrom, withoutName(device)),
                    device,
                    node,
                    reachableFrom))
        .toList();
  }

  private static JsonNode withoutName(JsonNode device) {
    ObjectNode copy = device.deepCopy();
    copy.remove("name");
    return copy;
  }

  private static Claim claim(JsonNode object) {
    var status = object.path("status");
    var users = new HashSet<String>();
    for (var user : Json.items(status.path("reservedFor"))) users.add(Json.text(user, "uid"));
    return new Claim(
        ask(object.path("spec")), Json.find(status, "allocation").map(Devices::allocation), users);
  }

  private static Allocation allocation(JsonNode json) {
    var terms =
        Json.items(json.path("nodeSelector").path("nodeSelectorTerms"), NodeSelection::term);
    var devices = new HashSet<String>();
    for (var result : Json.items(json.path("devices").path("results")))
      devices.add(
          "%s/%s/%s"
              .formatted(
                  Json.text(result, "driver"),
                  Json.text(result, "pool"),
                  Json.text(result, "device")));
    return new Allocation(terms.isEmpty() ? List.of(Requirements.NONE) : terms, devices);
  }

  private static Ask ask(JsonNode spec) {
    return new Ask(
        Json.items(spec.path("devices").path("requests"), Devices::request),
        Json.items(
            spec.path("devices").path("constraints"),
            json ->
                new Constraint(
                    Json.text(json, "matchAttribute"),
                    new HashSet<>(Json.texts(json.path("requests"))))));
  }

  private static Request request(JsonNode json) {
    var choices =
        Stream.concat(
                Json.items(json.path("firstAvailable")).stream(),
                Json.find(json, "exactly").stream())
            .map(Devices::choice)
            .toList();
    return new Request(Json.text(json, "name"), choices);
  }

  private static Choice choice(JsonNode json) {
    return new Choice(
        Json.text(json, "deviceClassName"),
        selectors(json),
        Json.text(json, "allocationMode").equals("All"),
        json.path("count").asInt(1));
  }

  private static List<String> selectors(JsonNode spec) {
    return Json.items(
        spec.path("selectors"), selector -> Json.text(selector.path("cel"), "expression"));
  }

  /// Whether the device is one of those wanted; true where that cannot be told.
  boolean mayMeet(Choice choice, Device device) {
    return Stream.concat(
            classes.getOrDefault(choice.deviceClass(), List.of()).stream(),
            choice.selectors().stream())
        .map(expression -> DeviceSelector.ask(expression, device.driver(), device.json()))
        .allMatch(a -> a == DeviceSelector.Answer.YES || a == DeviceSelector.Answer.UNKNOWN);
  }
}
