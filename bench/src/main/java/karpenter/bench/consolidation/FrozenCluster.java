package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.Workload;
import karpenter.operator.Watched;
import karpenter.operator.kube.Resource;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;

/// The controller's own state, told of a frozen cluster as by watches, and of what is changed in
/// it.
final class FrozenCluster {
  private static final Map<Part, Resource> TOLD =
      Map.of(
          Part.NAMESPACES, Resource.NAMESPACES,
          Part.NODE_POOLS, Resource.NODE_POOLS,
          Part.NODES, Resource.NODES,
          Part.NODE_CLAIMS, Resource.NODE_CLAIMS,
          Part.BOUND_PODS, Resource.PODS,
          Part.DAEMON_SETS, Resource.DAEMON_SETS,
          Part.DISRUPTION_BUDGETS, Resource.POD_DISRUPTION_BUDGETS);

  private final WatchedState state;
  private final Map<String, ObjectNode> nodes = new LinkedHashMap<>();
  private final Map<String, ObjectNode> claims = new LinkedHashMap<>();
  private final Map<String, ObjectNode> pods = new LinkedHashMap<>();
  private long version;

  FrozenCluster(Workload workload, FrozenProvider provider) {
    var watched = Watched.resources(Settings.DEFAULT, provider.nodeClassKinds());
    this.state = new WatchedState(Reading.of(provider), watched);
    for (var part : Part.values()) {
      var resource = TOLD.get(part);
      if (resource != null) {
        workload.part(part).forEach(object -> tell(resource, object));
      }
    }
    watched.forEach(state::synced);
    if (!state.quarantine().isEmpty()) {
      throw new IllegalArgumentException(state.quarantine().getFirst().toString());
    }
  }

  ClusterSnapshot snapshot() {
    return state.snapshot();
  }

  int size() {
    return nodes.size();
  }

  /// The name of a node, in the order they were told.
  String nodeAt(int index) {
    return List.copyOf(nodes.keySet()).get(index);
  }

  /// The workload with what has become of its nodes and pods.
  Workload in(Workload workload) {
    Map<Part, List<JsonNode>> parts = new EnumMap<>(workload.parts());
    parts.put(Part.NODES, List.copyOf(nodes.values()));
    parts.put(Part.NODE_CLAIMS, List.copyOf(claims.values()));
    parts.put(Part.BOUND_PODS, List.copyOf(pods.values()));
    return new Workload(workload.name(), workload.options(), parts);
  }

  /// Something is new or different.
  void tell(Resource resource, JsonNode object) {
    ObjectNode told = object.deepCopy();
    told.withObject("/metadata").put("resourceVersion", String.valueOf(++version));
    state.changed(resource, told, false);
    if (resource.equals(Resource.NODES)) {
      nodes.put(name(told), told);
    } else if (resource.equals(Resource.NODE_CLAIMS)) {
      claims.put(name(told), told);
    } else if (resource.equals(Resource.PODS)) {
      pods.put(told.at("/metadata/uid").asText(), told);
    }
  }

  /// A node has gone, and its claim with it.
  void remove(String node) {
    var gone = nodes.remove(node);
    if (gone != null) {
      state.gone(Resource.NODES, gone);
    }
    var claim = claims.remove(node);
    if (claim != null) {
      state.gone(Resource.NODE_CLAIMS, claim);
    }
  }

  /// A pod now runs elsewhere.
  void move(String uid, String node) {
    ObjectNode pod = pod(uid).deepCopy();
    pod.withObject("/spec").put("nodeName", node);
    tell(Resource.PODS, pod);
  }

  ObjectNode pod(String uid) {
    var pod = pods.get(uid);
    if (pod == null) {
      throw new IllegalArgumentException("no pod " + uid);
    }
    return pod;
  }

  void removePod(String uid) {
    state.gone(Resource.PODS, pod(uid));
    pods.remove(uid);
  }

  /// Another pod like one of those that run, on the same node; its uid.
  String bindOneMore(int number) {
    ObjectNode pod = pods.values().iterator().next().deepCopy();
    var uid = "one-more-" + number;
    pod.withObject("/metadata").put("uid", uid).put("name", uid);
    tell(Resource.PODS, pod);
    return uid;
  }

  private static String name(JsonNode object) {
    return object.at("/metadata/name").asText();
  }
}
