package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// How many pods their owners want.
final class Scales {
  private final InMemoryKube kube;

  Scales(InMemoryKube kube) {
    this.kube = kube;
  }

  /// Each owner counted once; pods without one do not count.
  int expected(List<ObjectNode> pods) {
    var scales = new TreeMap<String, Integer>();
    for (var pod : pods) {
      Pods.controller(pod)
          .flatMap(owner -> scaled(Metas.namespace(pod), owner))
          .ifPresent(
              owner -> scales.put(Metas.uid(owner), owner.path("spec").path("replicas").asInt(1)));
    }
    return scales.values().stream().mapToInt(Integer::intValue).sum();
  }

  /// The Deployment of a ReplicaSet, or the owner itself.
  private Optional<ObjectNode> scaled(String namespace, JsonNode owner) {
    var key = ObjectKey.of(namespace, owner.path("name").asText());
    return switch (owner.path("kind").asText()) {
      case "ReplicaSet" ->
          kube.find(Resource.REPLICA_SETS, key)
              .flatMap(
                  set ->
                      Pods.controller(set)
                          .flatMap(above -> scaled(namespace, above))
                          .or(() -> Optional.of(set)));
      case "Deployment" -> kube.find(Resource.DEPLOYMENTS, key);
      case "StatefulSet" -> kube.find(Resource.STATEFUL_SETS, key);
      default -> Optional.empty();
    };
  }
}
