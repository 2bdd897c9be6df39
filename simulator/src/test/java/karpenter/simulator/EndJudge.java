package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import karpenter.core.resource.Quantity;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.cloud.SimulatedCloud;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.Fault;
import karpenter.simulator.port.Faults;
import karpenter.simulator.port.PortCall;

/// What must hold an hour after the last fault, and two things that must hold whenever a machine is
/// bought:
/// - every pod runs, and every Deployment has had all its pods at some moment of that hour: a pod
///   that is made anew again and again never is old enough to be missed by itself;
/// - every machine has a claim, every node has one, every claim a machine;
/// - no node outlasts its deadline;
/// - nobody bought a second machine for a claim, nor one for a claim that could vanish meanwhile.
final class EndJudge implements Faults, InMemoryKube.Listener {
  private static final String FINALIZER = "karpenter.sh/termination";

  /// Drift, expiry, and a consolidation or two may move a pod within the hour; not more.
  private static final int MOVES = 4;

  /// After a deadline there is a machine to end, and its volumes to wait for.
  private static final Duration AFTER_DEADLINE = Duration.ofMinutes(20);

  /// Pods of nodes that expire or are consolidated at that very moment need their time.
  private static final Duration YOUNG = Duration.ofMinutes(15);

  private final SimulatedCluster cluster;
  private final SimulatedCloud cloud;

  /// Since the last fault: Deployments that had all their pods once, and pods made for each.
  private final Set<String> whole = new HashSet<>();

  private final Set<String> twice = new HashSet<>();
  private final Map<String, Set<String>> made = new HashMap<>();
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

  /// To be called when the last fault is over.
  void rest() {
    for (var deployment : cluster.kube().view(Resource.DEPLOYMENTS)) {
      look(Metas.name(deployment));
    }
    cluster.kube().onChange(this);
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.PODS)) {
      made.computeIfAbsent(appOf(object), _ -> new HashSet<>()).add(Metas.uid(object));
      look(appOf(object));
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {}

  private void look(String app) {
    if (!whole.contains(app) && wanted(app) <= ready(app)) {
      whole.add(app);
    }
  }

  private int wanted(String app) {
    return cluster
        .kube()
        .find(Resource.DEPLOYMENTS, ObjectKey.of("default", app))
        .map(deployment -> deployment.at("/spec/replicas").asInt(1))
        .orElse(0);
  }

  private long ready(String app) {
    return cluster.kube().view(Resource.PODS).stream()
        .filter(pod -> appOf(pod).equals(app))
        .filter(pod -> Picture.isTrue(pod, "Ready") && !Picture.isGoing(pod))
        .count();
  }

  /// Deployments are called as their pods are labelled.
  private static String appOf(JsonNode pod) {
    return pod.path("metadata").path("labels").path("app").asText();
  }

  void look() {
    deployments();
    pods();
    machines();
    nodes();
    lookAtLaunches();
  }

  /// To be called now and then.
  void lookAtLaunches() {
    for (var uid : cloud.launchedTwice()) {
      if (twice.add(uid)) {
        violations.add(cluster.now() + ": two machines were launched for the claim " + uid);
      }
    }
  }

  private void deployments() {
    for (var deployment : cluster.kube().view(Resource.DEPLOYMENTS)) {
      var app = Metas.name(deployment);
      int wanted = wanted(app);
      int seen = made.getOrDefault(app, Set.of()).size();
      if (!whole.contains(app)) {
        wrong("%s never had all its pods in the hour after the last fault", deployment);
      }
      // Those that were there before count once.
      if (seen > (1 + MOVES) * (wanted + 1)) {
        wrong("pods of %s are made anew, " + seen + " in an hour", deployment);
      }
    }
  }

  private void pods() {
    var latest = cluster.now().minus(YOUNG);
    for (var pod : cluster.kube().view(Resource.PODS)) {
      var created = Instant.parse(pod.path("metadata").path("creationTimestamp").asText());
      boolean isExcused = created.isAfter(latest) && whole.contains(appOf(pod));
      boolean isWell = isExcused || Picture.isGoing(pod) || Picture.isTrue(pod, "Ready");
      if (!isWell && !isCrowdedOut(pod)) {
        wrong("pod %s does not run an hour after the last fault", pod);
      }
    }
  }

  /// A pod of a DaemonSet has one node it may go to. Where a scheduler gave its room to others
  /// before it came, it cannot be scheduled, and no other node would help.
  private boolean isCrowdedOut(JsonNode pod) {
    var node =
        pod.at(
                "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                    + "/nodeSelectorTerms/0/matchFields/0/values/0")
            .asText();
    if (node.isEmpty()) {
      return false;
    }
    var found = cluster.kube().find(Resource.NODES, ObjectKey.cluster(node));
    long free = found.map(n -> milli(n.at("/status/allocatable/cpu"))).orElse(0L);
    for (var other : cluster.kube().view(Resource.PODS)) {
      if (other.at("/spec/nodeName").asText().equals(node)) {
        free -= requested(other);
      }
    }
    return free < requested(pod);
  }

  private static long requested(JsonNode pod) {
    long sum = 0;
    for (var container : pod.at("/spec/containers")) {
      sum += milli(container.at("/resources/requests/cpu"));
    }
    return sum;
  }

  private static long milli(JsonNode quantity) {
    return quantity.isMissingNode()
        ? 0
        : Quantity.of(quantity.asText()).value().movePointRight(3).longValue();
  }

  /// Claims whose machine may have been bought a moment ago: it is not written down yet.
  private Set<String> coming() {
    var latest = cluster.now().minus(YOUNG);
    Set<String> uids = new HashSet<>();
    for (var claim : cluster.kube().view(Resource.NODE_CLAIMS)) {
      var created = Instant.parse(claim.path("metadata").path("creationTimestamp").asText());
      if (claim.at("/status/providerID").asText().isEmpty() && created.isAfter(latest)) {
        uids.add(Metas.uid(claim));
      }
    }
    return uids;
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
    var coming = coming();
    for (var id : cloud.running()) {
      if (!claims.containsKey(id) && !coming.contains(cloud.buyer(id).orElse(""))) {
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

  private void wrong(String sentence, JsonNode about) {
    violations.add(cluster.now() + ": " + sentence.formatted(Metas.name(about)));
  }
}
