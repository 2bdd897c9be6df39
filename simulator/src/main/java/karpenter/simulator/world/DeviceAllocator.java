package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Gives claims their devices, as the scheduler does: the first free ones of published slices that
/// class and selectors accept. Knows exact counts, `All` and alternatives, on one node or on all;
/// not devices that are shared, their counters, or constraints between them.
final class DeviceAllocator {
  private static final Set<Resource> KINDS =
      Set.of(Resource.RESOURCE_CLAIMS, Resource.RESOURCE_SLICES, Resource.DEVICE_CLASSES);

  private final InMemoryKube kube;
  private final DeviceMatcher matcher = new DeviceMatcher();

  /// What a claim gets.
  private record Result(
      String request, String driver, String pool, String device, boolean isLocal) {
    String id() {
      return id(driver, pool, device);
    }

    static String id(String driver, String pool, String device) {
      return driver + "/" + pool + "/" + device;
    }
  }

  private record Found(ObjectKey claim, List<Result> results) {}

  /// What a pod's claims get on a node.
  ///
  /// @param kept claims that have their devices already
  record Allocation(
      InMemoryKube kube, ObjectNode pod, String node, List<Found> found, List<ObjectKey> kept) {

    void carryOut() {
      for (var one : found) {
        kube.edit(Resource.RESOURCE_CLAIMS, one.claim(), claim -> allocate(claim, one.results()));
      }
      found.forEach(one -> reserve(one.claim()));
      kept.forEach(this::reserve);
    }

    private void allocate(ObjectNode claim, List<Result> results) {
      var allocation = claim.withObjectProperty("status").putObject("allocation");
      var list = allocation.putObject("devices").putArray("results");
      for (var result : results) {
        list.addObject()
            .put("request", result.request())
            .put("driver", result.driver())
            .put("pool", result.pool())
            .put("device", result.device());
      }
      if (results.stream().anyMatch(Result::isLocal)) {
        allocation
            .putObject("nodeSelector")
            .putArray("nodeSelectorTerms")
            .addObject()
            .putArray("matchFields")
            .addObject()
            .put("key", "metadata.name")
            .put("operator", "In")
            .putArray("values")
            .add(node);
      }
    }

    private void reserve(ObjectKey key) {
      kube.edit(
          Resource.RESOURCE_CLAIMS,
          key,
          claim ->
              claim
                  .withObjectProperty("status")
                  .withArrayProperty("reservedFor")
                  .addObject()
                  .put("resource", "pods")
                  .put("name", Metas.name(pod))
                  .put("uid", Metas.uid(pod)));
    }
  }

  DeviceAllocator(InMemoryKube kube) {
    this.kube = kube;
  }

  static boolean isAbout(Resource resource) {
    return KINDS.contains(resource);
  }

  static boolean isClaiming(PodFacts pod) {
    return !pod.spec().deviceClaims().isEmpty();
  }

  /// The claim that was made for the pod from a template.
  static Optional<String> madeFor(JsonNode pod, String name) {
    for (var status : pod.path("status").path("resourceClaimStatuses")) {
      if (status.path("name").asText().equals(name)) {
        return Optional.of(status.path("resourceClaimName").asText());
      }
    }
    return Optional.empty();
  }

  /// Empty if one of them is not there.
  private Optional<List<ObjectNode>> claims(JsonNode pod) {
    var claims = new ArrayList<ObjectNode>();
    for (var named : pod.path("spec").path("resourceClaims")) {
      var name =
          named.has("resourceClaimName")
              ? Optional.of(named.path("resourceClaimName").asText())
              : madeFor(pod, named.path("name").asText());
      var claim =
          name.flatMap(
              n -> kube.find(Resource.RESOURCE_CLAIMS, ObjectKey.of(Metas.namespace(pod), n)));
      if (claim.isEmpty()) {
        return Optional.empty();
      }
      claims.add(claim.get());
    }
    return Optional.of(claims);
  }

  boolean areClaimsThere(JsonNode pod) {
    return claims(pod).isPresent();
  }

  /// Empty if the node has not what the pod claims.
  Optional<Allocation> onNode(ObjectNode pod, String node) {
    var claims = claims(pod);
    if (claims.isEmpty()) {
      return Optional.empty();
    }
    var taken = taken();
    var found = new ArrayList<Found>();
    var kept = new ArrayList<ObjectKey>();
    for (var claim : claims.get()) {
      var allocation = claim.path("status").path("allocation");
      if (allocation.isObject()) {
        if (!reaches(allocation, node)) {
          return Optional.empty();
        }
        kept.add(Metas.key(claim));
      } else {
        var results = search(claim.path("spec"), node, taken);
        if (results.isEmpty()) {
          return Optional.empty();
        }
        found.add(new Found(Metas.key(claim), results.get()));
      }
    }
    return Optional.of(new Allocation(kube, pod, node, found, kept));
  }

  private Set<String> taken() {
    var taken = new HashSet<String>();
    for (var claim : kube.view(Resource.RESOURCE_CLAIMS)) {
      for (var result : claim.at("/status/allocation/devices/results")) {
        taken.add(
            Result.id(
                result.path("driver").asText(),
                result.path("pool").asText(),
                result.path("device").asText()));
      }
    }
    return taken;
  }

  private static boolean reaches(JsonNode allocation, String node) {
    var names = allocation.at("/nodeSelector/nodeSelectorTerms/0/matchFields/0/values");
    return names.isMissingNode() || names.path(0).asText().equals(node);
  }

  private Optional<List<Result>> search(JsonNode spec, String node, Set<String> taken) {
    var all = new ArrayList<Result>();
    for (var request : spec.path("devices").path("requests")) {
      var results = first(request, node, taken);
      if (results.isEmpty()) {
        return Optional.empty();
      }
      results.get().forEach(result -> taken.add(result.id()));
      all.addAll(results.get());
    }
    return Optional.of(all);
  }

  /// Of a request or the first of its alternatives that can be had.
  private Optional<List<Result>> first(JsonNode request, String node, Set<String> taken) {
    var name = request.path("name").asText();
    if (request.has("exactly")) {
      return exactly(name, request.path("exactly"), node, taken);
    }
    for (var choice : request.path("firstAvailable")) {
      var results = exactly(name + "/" + choice.path("name").asText(), choice, node, taken);
      if (results.isPresent()) {
        return results;
      }
    }
    return Optional.empty();
  }

  private Optional<List<Result>> exactly(
      String name, JsonNode wanted, String node, Set<String> taken) {
    var results = new ArrayList<Result>();
    boolean isAll = wanted.path("allocationMode").asText().equals("All");
    int count = isAll ? Integer.MAX_VALUE : wanted.path("count").asInt(1);
    var deviceClass =
        kube.find(
            Resource.DEVICE_CLASSES, ObjectKey.cluster(wanted.path("deviceClassName").asText()));
    if (deviceClass.isEmpty()) {
      return Optional.empty();
    }
    for (var slice : kube.view(Resource.RESOURCE_SLICES)) {
      var spec = slice.path("spec");
      boolean isLocal = spec.path("nodeName").asText().equals(node);
      if (!isLocal && !spec.path("allNodes").asBoolean()) {
        continue;
      }
      for (var device : spec.path("devices")) {
        var result =
            new Result(
                name,
                spec.path("driver").asText(),
                spec.path("pool").path("name").asText(),
                device.path("name").asText(),
                isLocal);
        boolean isWanted =
            results.size() < count
                && matcher.matches(deviceClass.get().path("spec"), result.driver(), device)
                && matcher.matches(wanted, result.driver(), device);
        if (isWanted && !taken.contains(result.id())) {
          results.add(result);
        } else if (isWanted && isAll) {
          return Optional.empty();
        }
      }
    }
    boolean isEnough = isAll ? !results.isEmpty() : results.size() == count;
    return isEnough ? Optional.of(results) : Optional.empty();
  }
}
