package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.cloud.SimulatedCloud;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.Fault;
import karpenter.simulator.port.Faults;
import karpenter.simulator.port.PortCall;

/// What must hold an hour after the last fault, and two things that must hold whenever a machine is
/// bought:
/// - every pod runs;
/// - every machine has a claim, every node has one, every claim a machine;
/// - no node is kept from pods by a command that is over;
/// - no node outlasts its deadline;
/// - nobody bought a second machine for a claim, nor one for a claim that could vanish meanwhile.
final class EndJudge implements Faults {
  private static final String FINALIZER = "karpenter.sh/termination";
  private static final String DISRUPTED = "karpenter.sh/disrupted";

  /// After a deadline there is a machine to end, and its volumes to wait for.
  private static final Duration AFTER_DEADLINE = Duration.ofMinutes(20);

  /// Pods of nodes that expire or are consolidated at that very moment need their time.
  private static final Duration YOUNG = Duration.ofMinutes(15);

  private final SimulatedCluster cluster;
  private final SimulatedCloud cloud;
  private final List<String> violations = new ArrayList<>();

  EndJudge(SimulatedCluster cluster, SimulatedCloud cloud) {
    this.cluster = cluster;
    this.cloud = cloud;
  }

  List<String> violations() {
    return violations;
  }

  /// Sees every launch at the moment it takes effect.
  @Override
  public Optional<Fault> strike(PortCall call) {
    if (call.port() == PortCall.Port.CLOUD && call.verb().equals("launch")) {
      cluster
          .kube()
          .find(Resource.NODE_CLAIMS, ObjectKey.cluster(call.about()))
          .filter(claim -> !holds(claim, FINALIZER))
          .ifPresent(claim -> wrong("%s is launched and could vanish", claim));
    }
    return Optional.empty();
  }

  private static boolean holds(JsonNode claim, String finalizer) {
    for (var one : claim.path("metadata").path("finalizers")) {
      if (one.asText().equals(finalizer)) {
        return true;
      }
    }
    return false;
  }

  void look() {
    pods();
    machines();
    nodes();
    for (var uid : cloud.launchedTwice()) {
      violations.add(cluster.now() + ": two machines were launched for the claim " + uid);
    }
  }

  private void pods() {
    var latest = cluster.now().minus(YOUNG);
    for (var pod : cluster.kube().view(Resource.PODS)) {
      var created = Instant.parse(pod.path("metadata").path("creationTimestamp").asText());
      boolean isYoung = created.isAfter(latest);
      boolean isWell = isYoung || Picture.isGoing(pod) || Picture.isTrue(pod, "Ready");
      if (!isWell) {
        wrong("pod %s does not run an hour after the last fault", pod);
      }
    }
  }

  private void machines() {
    Map<String, JsonNode> claims = new HashMap<>();
    for (var claim : cluster.kube().view(Resource.NODE_CLAIMS)) {
      var id = claim.path("status").path("providerID").asText();
      claims.put(id, claim);
      if (!id.isEmpty() && !Picture.isGoing(claim) && !cloud.has(id)) {
        wrong("%s has no machine", claim);
      }
    }
    for (var id : cloud.running()) {
      if (!claims.containsKey(id)) {
        violations.add(cluster.now() + ": nobody owns the machine " + id);
      }
    }
    for (var node : cluster.kube().view(Resource.NODES)) {
      if (!claims.containsKey(node.path("spec").path("providerID").asText())) {
        wrong("nobody owns the node %s", node);
      }
    }
  }

  private void nodes() {
    var picture = Picture.of(cluster.kube(), 0, cluster.now());
    for (var claim : picture.claims()) {
      var node = picture.node(claim);
      if (!Picture.isGoing(claim) && Picture.candidates(claim).isEmpty() && isTainted(node)) {
        wrong("the node of %s is kept from pods, and no command has it", claim);
      }
      var grace = claim.path("spec").path("terminationGracePeriod").asText();
      if (Picture.isGoing(claim) && !grace.isEmpty()) {
        var since = Instant.parse(claim.at("/metadata/deletionTimestamp").asText());
        var latest = since.plus(NaiveTimes.duration(grace)).plus(AFTER_DEADLINE);
        if (cluster.now().isAfter(latest)) {
          wrong("%s goes since " + since + " and outlasts its deadline", claim);
        }
      }
    }
  }

  private static boolean isTainted(JsonNode node) {
    if (node instanceof MissingNode) {
      return false;
    }
    for (var taint : node.path("spec").path("taints")) {
      if (taint.path("key").asText().equals(DISRUPTED)) {
        return true;
      }
    }
    return false;
  }

  private void wrong(String sentence, JsonNode about) {
    violations.add(cluster.now() + ": " + sentence.formatted(Metas.name(about)));
  }
}
