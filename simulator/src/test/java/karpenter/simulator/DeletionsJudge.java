package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.Fault;
import karpenter.simulator.port.Faults;
import karpenter.simulator.port.PortCall;

/// Sees every call of the operator, and no call of anybody else, at the moment it takes effect:
/// - a pod is deleted only when the deadline of its node is so near that its grace would outlast
///   it; otherwise it is evicted, which the API server judges;
/// - a pod that is protected by annotation is not evicted;
/// - a claim whose node came up is deleted only by a command whose replacements came up, or because
///   it expired, is one too many of a static pool, or its node goes or is gone;
/// - a node does not vanish under pods that run.
final class DeletionsJudge implements Faults, InMemoryKube.Listener {
  private final SimulatedCluster cluster;
  private final Faults faults;
  private final Excuses excuses;
  private final TreeMap<String, Integer> seen = new TreeMap<>();
  private final Set<String> cameUp = new HashSet<>();

  /// Nodes that went after their machines; nobody's deadline can be looked up any more.
  private final Set<String> lost = new HashSet<>();

  private final List<String> violations = new ArrayList<>();
  private Instant shownBefore = Instant.MIN;
  private long setAt = Long.MIN_VALUE;

  /// What only those know who make the trouble.
  interface Excuses {
    Excuses NONE = _ -> false;

    /// Its machine is gone or will be, or it has been ill: nobody need wait for its pods.
    boolean isLost(JsonNode node);
  }

  DeletionsJudge(SimulatedCluster cluster, Faults faults) {
    this(cluster, faults, Excuses.NONE);
  }

  DeletionsJudge(SimulatedCluster cluster, Faults faults, Excuses excuses) {
    this.cluster = cluster;
    this.faults = faults;
    this.excuses = excuses;
    cluster.rules().faults(this);
    cluster.kube().onChange(this);
  }

  /// To be called before the clock is set: what was decided a moment before counts.
  void clockIsSet() {
    shownBefore = cluster.now();
    setAt = cluster.timeline().ticks();
  }

  /// How often what was seen.
  TreeMap<String, Integer> seen() {
    return seen;
  }

  List<String> violations() {
    return violations;
  }

  @Override
  public Optional<Fault> strike(PortCall call) {
    var fault = faults.strike(call);
    boolean isDone = fault.isEmpty() || fault.get() instanceof Fault.AnswerLost;
    if (isDone && call.port() == PortCall.Port.KUBE) {
      switch (call.verb()) {
        case "evict" -> evicted(find(Resource.PODS, call));
        case "delete" -> {
          if (call.about().startsWith("pods/")) {
            deleted(find(Resource.PODS, call));
          } else if (call.about().startsWith("nodeclaims/")) {
            removed(find(Resource.NODE_CLAIMS, call));
          }
        }
        default -> {}
      }
    }
    return fault;
  }

  private JsonNode find(Resource resource, PortCall call) {
    var parts = call.about().substring(call.about().indexOf('/') + 1).split("/");
    var key = parts.length == 2 ? ObjectKey.of(parts[0], parts[1]) : ObjectKey.cluster(parts[0]);
    return cluster
        .kube()
        .find(resource, key)
        .<JsonNode>map(o -> o)
        .orElse(MissingNode.getInstance());
  }

  private Picture picture() {
    return Picture.of(cluster.kube(), 0, cluster.now());
  }

  /// The moments that count as now: a clock that was set while the call was on its way.
  private List<Instant> moments() {
    boolean isJustSet = setAt > cluster.timeline().ticks() - StartsJudge.NEWS.toNanos();
    return isJustSet ? List.of(cluster.now(), shownBefore) : List.of(cluster.now());
  }

  private void evicted(JsonNode pod) {
    count("evictions");
    if (ProtectionJudge.isActive(pod)
        && moments().stream().allMatch(now -> ProtectionJudge.isProtected(pod, now))) {
      wrong("protected pod %s is evicted".formatted(pod.at("/metadata/name").asText()));
    }
  }

  private void deleted(JsonNode pod) {
    if (pod.isMissingNode()) {
      return;
    }
    count("forced deletions");
    var picture = picture();
    var name = ProtectionJudge.nodeOf(pod);
    if (lost.contains(name)) {
      return;
    }
    for (var claim : picture.claims()) {
      var node = picture.node(claim);
      if (node.at("/metadata/name").asText().equals(name)
          && (excuses.isLost(node) || isDue(pod, claim, node))) {
        return;
      }
    }
    wrong("pod %s is deleted, and no deadline is near".formatted(pod.at("/metadata/name")));
  }

  /// Spec 02 §3.5: the deadline is so long after the deletion as the claim grants.
  private boolean isDue(JsonNode pod, JsonNode claim, JsonNode node) {
    if (!claim.at("/spec").has("terminationGracePeriod") || !Picture.isGoing(claim)) {
      return false;
    }
    var grace = NaiveTimes.duration(claim.at("/spec/terminationGracePeriod").asText());
    var begin = deletion(claim);
    if (Picture.isGoing(node) && deletion(node).isBefore(begin)) {
      begin = deletion(node);
    }
    var deadline = begin.plus(grace);
    if (Picture.isGoing(pod)) {
      return deletion(pod).isAfter(deadline);
    }
    var own = Duration.ofSeconds(pod.at("/spec/terminationGracePeriodSeconds").asLong());
    return moments().stream().anyMatch(now -> now.isAfter(deadline.minus(own)));
  }

  private static Instant deletion(JsonNode object) {
    return Instant.parse(object.at("/metadata/deletionTimestamp").asText());
  }

  private void removed(JsonNode claim) {
    if (claim.isMissingNode() || Picture.isGoing(claim)) {
      return;
    }
    count("claims deleted");
    var picture = picture();
    var name = claim.at("/metadata/name").asText();
    var node = picture.node(claim);
    boolean isExplained =
        !Picture.isTrue(claim, "Initialized")
            || node.isMissingNode()
            || Picture.isGoing(node)
            || excuses.isLost(node)
            || isExpired(claim)
            || picture.pool(Picture.poolOf(claim)).at("/spec").has("replicas");
    if (isExplained) {
      return;
    }
    if (Picture.candidates(claim).contains(name)) {
      for (var replacement : Picture.names(claim, "command-replacements")) {
        if (!cameUp.contains(replacement)) {
          wrong("%s is deleted before %s came up".formatted(name, replacement));
        }
      }
      if (!Picture.isTrue(claim, "DisruptionReason")) {
        wrong("%s is deleted by a command that never marked it".formatted(name));
      }
    } else {
      wrong("%s is deleted by no command, and nothing else explains it".formatted(name));
    }
  }

  private boolean isExpired(JsonNode claim) {
    var after = claim.at("/spec/expireAfter").asText();
    if (after.isEmpty() || after.equals("Never")) {
      return false;
    }
    var created = Instant.parse(claim.at("/metadata/creationTimestamp").asText());
    var end = created.plus(NaiveTimes.duration(after));
    return moments().stream().anyMatch(now -> !now.isBefore(end));
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.NODE_CLAIMS) && Picture.isTrue(object, "Initialized")) {
      cameUp.add(Metas.name(object));
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    if (!resource.equals(Resource.NODES)) {
      return;
    }
    if (excuses.isLost(object)) {
      lost.add(Metas.name(object));
      return;
    }
    for (var pod : cluster.kube().view(Resource.PODS)) {
      if (ProtectionJudge.nodeOf(pod).equals(Metas.name(object)) && ProtectionJudge.isActive(pod)) {
        wrong("node %s is gone under pod %s".formatted(Metas.name(object), Metas.name(pod)));
      }
    }
  }

  private void count(String what) {
    seen.merge(what, 1, Integer::sum);
  }

  private void wrong(String sentence) {
    violations.add(cluster.now() + ": " + sentence);
  }
}
