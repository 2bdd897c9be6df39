package karpenter.simulator.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.operator.kube.Resource;

/// The kinds of objects that mean something in a simulated cluster.
public final class Kinds {
  private static final List<Resource> SCALABLE =
      List.of(Resource.DEPLOYMENTS, Resource.STATEFUL_SETS, Resource.REPLICA_SETS);
  private static final TreeMap<String, Resource> KNOWN = known();

  private Kinds() {}

  private static TreeMap<String, Resource> known() {
    var known = new TreeMap<String, Resource>();
    for (var resource :
        List.of(
            Resource.NODE_POOLS,
            Resource.NODE_OVERLAYS,
            Resource.CAPACITY_BUFFERS,
            Resource.NAMESPACES,
            Resource.PODS,
            Resource.DAEMON_SETS,
            Resource.DEPLOYMENTS,
            Resource.STATEFUL_SETS,
            Resource.REPLICA_SETS,
            new Resource("batch", "v1", "jobs", "Job", true),
            Resource.POD_DISRUPTION_BUDGETS)) {
      known.put(resource.kind(), resource);
    }
    return known;
  }

  public static Optional<Resource> find(JsonNode object) {
    return Optional.ofNullable(KNOWN.get(object.path("kind").asText()));
  }

  static Optional<Resource> scalable(String kind) {
    return SCALABLE.stream().filter(resource -> resource.kind().equals(kind)).findFirst();
  }

  public static String names() {
    return String.join(", ", KNOWN.keySet());
  }
}
