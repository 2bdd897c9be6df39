package karpenter.bench.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Many namespaces, each with a few small Deployments of the same names as elsewhere. Nearly every
/// pod has a topology rule that counts only its own Deployment.
final class NamespacePods {

  private enum Rule {
    ZONE_SPREAD,
    ZONE_SPREAD_PREFERRED,
    HOST_SPREAD,
    HOST_SPREAD_PREFERRED,
    HOST_ANTI_AFFINITY_PREFERRED,
    HOST_SPREAD_AND_ZONE_ANTI_AFFINITY_PREFERRED
  }

  private static final List<String> DEPLOYMENTS = List.of("api", "web", "worker", "cache");
  private static final int FEWEST_DEPLOYMENTS = 2;
  private static final int MOST_REPLICAS = 3;

  /// @param names of the namespaces, in the order of their first pod
  record Tenants(List<String> names, List<ObjectNode> pods) {}

  private record Deployment(
      String namespace, String name, int replicas, RequestSize size, Rule rule) {

    /// As Helm charts label and select pods.
    Map<String, String> labels() {
      return Map.of(
          "app.kubernetes.io/name", name, "app.kubernetes.io/instance", namespace + "-" + name);
    }
  }

  private NamespacePods() {}

  static Tenants all(Draw draw, int count) {
    var names = new ArrayList<String>();
    var pods = new ArrayList<ObjectNode>();
    while (pods.size() < count) {
      var namespace = "tenant-%04d".formatted(names.size());
      names.add(namespace);
      int deployments = draw.between(FEWEST_DEPLOYMENTS, DEPLOYMENTS.size());
      for (var name : DEPLOYMENTS.subList(0, deployments)) {
        var deployment =
            new Deployment(
                namespace,
                name,
                draw.between(1, MOST_REPLICAS),
                RequestSize.small(draw),
                draw.one(List.of(Rule.values())));
        for (int r = 0; r < deployment.replicas() && pods.size() < count; r++) {
          pods.add(replica(draw, deployment, r, pods.size()));
        }
      }
    }
    return new Tenants(names, pods);
  }

  private static ObjectNode replica(Draw draw, Deployment deployment, int replica, int index) {
    var owner = deployment.namespace() + "-" + deployment.name();
    var identity = PodManifest.Identity.of(draw, owner + "-" + replica, index);
    var pod = PodManifest.pending(identity, deployment.labels(), deployment.size().requests());
    pod.withObject("/metadata").put("namespace", deployment.namespace());
    PodManifest.ownedByReplicaSet(draw, pod, owner);
    constrain(pod, deployment);
    return pod;
  }

  private static void constrain(ObjectNode pod, Deployment deployment) {
    var own = deployment.labels();
    switch (deployment.rule()) {
      case ZONE_SPREAD -> Constraints.spread(pod, Labels.ZONE, own);
      case ZONE_SPREAD_PREFERRED -> Constraints.preferSpread(pod, Labels.ZONE, own);
      case HOST_SPREAD -> Constraints.spread(pod, Labels.HOSTNAME, own);
      case HOST_SPREAD_PREFERRED -> Constraints.preferSpread(pod, Labels.HOSTNAME, own);
      case HOST_ANTI_AFFINITY_PREFERRED ->
          Constraints.preferAway(pod, 100, Constraints.term(Labels.HOSTNAME, own));
      case HOST_SPREAD_AND_ZONE_ANTI_AFFINITY_PREFERRED -> {
        Constraints.spread(pod, Labels.HOSTNAME, own);
        Constraints.preferAway(pod, 50, Constraints.term(Labels.ZONE, own));
      }
    }
  }
}
