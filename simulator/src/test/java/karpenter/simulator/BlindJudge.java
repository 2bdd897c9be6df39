package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.port.Fault;
import karpenter.simulator.port.Faults;
import karpenter.simulator.port.PortCall;

/// While pods, nodes, claims or pools are not seen, the operator deletes no claim of its own will:
/// only those whose node goes already, or is lost.
final class BlindJudge implements Faults {
  /// Ten seconds are tolerated, and what began before is carried out.
  private static final Duration TOLERATED = Duration.ofSeconds(60);

  private static final List<Resource> NEEDED =
      List.of(Resource.PODS, Resource.NODES, Resource.NODE_CLAIMS, Resource.NODE_POOLS);

  private final SimulatedCluster cluster;
  private final Predicate<JsonNode> isLost;
  private final Map<Resource, Long> lostAt = new HashMap<>();
  private final List<String> violations = new ArrayList<>();

  /// @param isLost the node's machine is gone or will be
  BlindJudge(SimulatedCluster cluster, Predicate<JsonNode> isLost) {
    this.cluster = cluster;
    this.isLost = isLost;
  }

  List<String> violations() {
    return violations;
  }

  void lost(Resource kind) {
    lostAt.putIfAbsent(kind, cluster.timeline().ticks());
  }

  void found(Resource kind) {
    lostAt.remove(kind);
  }

  @Override
  public Optional<Fault> strike(PortCall call) {
    if (call.port() == PortCall.Port.KUBE
        && call.verb().equals("delete")
        && call.about().startsWith("nodeclaims/")) {
      for (var kind : NEEDED) {
        var since = lostAt.get(kind);
        if (since != null && cluster.timeline().ticks() - since > TOLERATED.toNanos()) {
          deleted(call.about().substring("nodeclaims/".length()), kind);
        }
      }
    }
    return Optional.empty();
  }

  private void deleted(String name, Resource kind) {
    var claim = cluster.kube().find(Resource.NODE_CLAIMS, ObjectKey.cluster(name));
    if (claim.isEmpty() || Picture.isGoing(claim.get())) {
      return;
    }
    var node = Picture.of(cluster.kube(), 0, cluster.now()).node(claim.get());
    if (!Picture.isGoing(node) && !isLost.test(node)) {
      violations.add(
          "%s: %s is deleted while %s are not seen".formatted(cluster.now(), name, kind.plural()));
    }
  }
}
