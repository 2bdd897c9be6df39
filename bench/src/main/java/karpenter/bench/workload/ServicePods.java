package karpenter.bench.workload;

import static karpenter.bench.workload.PodManifest.spec;
import static karpenter.bench.workload.Tree.in;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Microservices: Deployments of which most have few replicas and some have many, each with one
/// size, one rule about its replicas and one wish about its nodes.
final class ServicePods {

  /// What replicas demand or wish of each other.
  private enum Rule {
    NONE,
    ZONE_SPREAD,
    ZONE_SPREAD_PREFERRED,
    HOST_SPREAD,
    /// As the documentation of Kubernetes recommends: zones strictly, nodes if possible.
    ZONE_SPREAD_AND_HOST_SPREAD_PREFERRED,
    HOST_ANTI_AFFINITY,
    HOST_ANTI_AFFINITY_PREFERRED,
    HOST_AND_ZONE_ANTI_AFFINITY_PREFERRED
  }

  /// What it demands or wishes of nodes.
  private enum NodeChoice {
    ANY,
    AMD64,
    ARM64,
    ON_DEMAND,
    ZONE_PREFERRED,
    SPOT_TOLERATED,
    SPOT_PREFERRED,
    SPOT
  }

  private static final List<Rule> RULES =
      List.of(
          Rule.NONE,
          Rule.NONE,
          Rule.NONE,
          Rule.NONE,
          Rule.NONE,
          Rule.NONE,
          Rule.ZONE_SPREAD,
          Rule.ZONE_SPREAD,
          Rule.ZONE_SPREAD,
          Rule.ZONE_SPREAD_PREFERRED,
          Rule.ZONE_SPREAD_PREFERRED,
          Rule.ZONE_SPREAD_PREFERRED,
          Rule.HOST_SPREAD,
          Rule.HOST_SPREAD,
          Rule.ZONE_SPREAD_AND_HOST_SPREAD_PREFERRED,
          Rule.ZONE_SPREAD_AND_HOST_SPREAD_PREFERRED,
          Rule.HOST_ANTI_AFFINITY,
          Rule.HOST_ANTI_AFFINITY,
          Rule.HOST_ANTI_AFFINITY_PREFERRED,
          Rule.HOST_AND_ZONE_ANTI_AFFINITY_PREFERRED);
  private static final List<NodeChoice> NODE_CHOICES =
      List.of(
          NodeChoice.ANY,
          NodeChoice.ANY,
          NodeChoice.ANY,
          NodeChoice.ANY,
          NodeChoice.ANY,
          NodeChoice.ANY,
          NodeChoice.ANY,
          NodeChoice.AMD64,
          NodeChoice.AMD64,
          NodeChoice.ARM64,
          NodeChoice.ON_DEMAND,
          NodeChoice.ZONE_PREFERRED,
          NodeChoice.SPOT_TOLERATED,
          NodeChoice.SPOT_TOLERATED,
          NodeChoice.SPOT_TOLERATED,
          NodeChoice.SPOT_TOLERATED,
          NodeChoice.SPOT_TOLERATED,
          NodeChoice.SPOT_PREFERRED,
          NodeChoice.SPOT_PREFERRED,
          NodeChoice.SPOT);

  /// 15 on average.
  private static final List<Integer> REPLICAS =
      List.of(1, 2, 2, 3, 3, 4, 6, 8, 10, 12, 16, 20, 25, 30, 45, 60);

  /// Larger services would need as many nodes as they have replicas.
  private static final int MOST_WITH_ANTI_AFFINITY = 10;

  private static final int REPLICAS_PER_SKEW = 20;

  private record Service(
      String name, int replicas, RequestSize size, Rule rule, NodeChoice nodes, String zone) {

    Map<String, String> labels() {
      return Map.of("app", name);
    }
  }

  private ServicePods() {}

  static List<ObjectNode> all(Draw draw, int count, List<String> zones) {
    var pods = new ArrayList<ObjectNode>();
    for (int i = 0; pods.size() < count; i++) {
      var service = service(draw, i, zones);
      for (int r = 0; r < service.replicas() && pods.size() < count; r++) {
        pods.add(replica(draw, service, r, pods.size()));
      }
    }
    return pods;
  }

  private static Service service(Draw draw, int index, List<String> zones) {
    int replicas = draw.one(REPLICAS);
    var size = RequestSize.of(draw);
    var rule = draw.one(RULES);
    if (rule == Rule.HOST_ANTI_AFFINITY && replicas > MOST_WITH_ANTI_AFFINITY) {
      rule = Rule.HOST_ANTI_AFFINITY_PREFERRED;
    }
    var nodes = draw.one(NODE_CHOICES);
    return new Service(
        "service-%04d".formatted(index), replicas, size, rule, nodes, draw.one(zones));
  }

  private static ObjectNode replica(Draw draw, Service service, int replica, int index) {
    var name = "%s-%02d".formatted(service.name(), replica);
    var identity = PodManifest.Identity.of(draw, name, index);
    var pod = PodManifest.pending(identity, service.labels(), service.size().requests());
    PodManifest.ownedByReplicaSet(draw, pod, service.name());
    constrain(pod, service);
    choose(pod, service);
    return pod;
  }

  private static void constrain(ObjectNode pod, Service service) {
    var own = service.labels();
    switch (service.rule()) {
      case NONE -> {}
      case ZONE_SPREAD -> Constraints.spread(pod, Labels.ZONE, own);
      case ZONE_SPREAD_PREFERRED -> Constraints.preferSpread(pod, Labels.ZONE, own);
      case HOST_SPREAD ->
          Constraints.spread(pod, Labels.HOSTNAME, 1 + service.replicas() / REPLICAS_PER_SKEW, own);
      case ZONE_SPREAD_AND_HOST_SPREAD_PREFERRED -> {
        Constraints.spread(pod, Labels.ZONE, own);
        Constraints.preferSpread(pod, Labels.HOSTNAME, own);
      }
      case HOST_ANTI_AFFINITY ->
          Constraints.requireAway(pod, Constraints.term(Labels.HOSTNAME, own));
      case HOST_ANTI_AFFINITY_PREFERRED ->
          Constraints.preferAway(pod, 100, Constraints.term(Labels.HOSTNAME, own));
      case HOST_AND_ZONE_ANTI_AFFINITY_PREFERRED -> {
        Constraints.preferAway(pod, 100, Constraints.term(Labels.HOSTNAME, own));
        Constraints.preferAway(pod, 50, Constraints.term(Labels.ZONE, own));
      }
    }
  }

  private static void choose(ObjectNode pod, Service service) {
    switch (service.nodes()) {
      case ANY -> {}
      case AMD64 -> Constraints.select(spec(pod), Labels.ARCH, "amd64");
      case ARM64 -> Constraints.select(spec(pod), Labels.ARCH, "arm64");
      case ON_DEMAND -> Constraints.requireNode(spec(pod), in(Labels.CAPACITY_TYPE, "on-demand"));
      case ZONE_PREFERRED -> Constraints.preferNode(pod, 10, in(Labels.ZONE, service.zone()));
      case SPOT_TOLERATED -> SpotPools.tolerate(pod);
      case SPOT_PREFERRED -> {
        SpotPools.tolerate(pod);
        Constraints.preferNode(pod, 50, in(Labels.CAPACITY_TYPE, "spot"));
      }
      case SPOT -> {
        SpotPools.tolerate(pod);
        Constraints.select(spec(pod), Labels.CAPACITY_TYPE, "spot");
      }
    }
  }
}
