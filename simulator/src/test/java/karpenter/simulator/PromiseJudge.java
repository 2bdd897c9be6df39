package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.operator.kube.Resource;
import karpenter.operator.state.Blindness;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Sees empty nodes being taken, and whether they are:
/// - no pod of a workload has run there for longer than the news of it takes, and was seen: what
///   began after the watch of pods was lost is excused until the operator has to hold back for it;
/// - no pods wait that they were meant for: pods of the pool that have waited for a while, would
///   fit on the node, and for whom the pool has no room left without it. Room is counted
///   generously. Pods of a DaemonSet wait for one node each, and no other is any use to them.
final class PromiseJudge implements InMemoryKube.Listener {
  /// By then whoever plans has seen them.
  private static final Duration KNOWN = Duration.ofSeconds(20);

  /// An empty node is looked at again at the moment it is taken.
  private static final Duration NEWS = Duration.ofSeconds(4);

  /// So long after a watch is lost the operator may still go by what it knew.
  private static final Duration BLIND = Blindness.TOLERATED.plus(NEWS);

  private static final double LARGEST_NODE = 4;

  private final SimulatedCluster cluster;
  private final Map<String, Long> waitsSince = new HashMap<>();
  private final Map<String, Long> runsSince = new HashMap<>();
  private final Set<String> begun = new HashSet<>();
  private final List<String> violations = new ArrayList<>();

  /// No pod that began to run from the first time on is known before the second.
  private long unseenFrom = Long.MAX_VALUE;

  private long unseenUntil = Long.MIN_VALUE;

  PromiseJudge(SimulatedCluster cluster) {
    this.cluster = cluster;
    cluster.kube().onChange(this);
  }

  List<String> violations() {
    return violations;
  }

  /// The watch of pods is lost, and the operator knows.
  void podsAreLost() {
    unseenFor(BLIND);
  }

  /// The watch of pods is lost, and the operator finds out only after that time.
  void podsAreSilentFor(Duration unnoticed) {
    unseenFor(unnoticed.plus(BLIND));
  }

  private void unseenFor(Duration time) {
    long now = cluster.timeline().ticks();
    if (now >= unseenUntil) {
      unseenFrom = now - NEWS.toNanos();
    }
    unseenUntil = Math.max(unseenUntil, now + time.toNanos());
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.PODS)) {
      if (waits(object)) {
        waitsSince.putIfAbsent(Metas.uid(object), cluster.timeline().ticks());
      } else {
        waitsSince.remove(Metas.uid(object));
      }
      if (ProtectionJudge.isActive(object)) {
        runsSince.putIfAbsent(Metas.uid(object), cluster.timeline().ticks());
      }
    } else if (resource.equals(Resource.NODE_CLAIMS)
        && Picture.annotation(object, "command-method").equals("EMPTINESS")
        && Picture.candidates(object).contains(Metas.name(object))
        && begun.add(Picture.annotation(object, "command"))) {
      inhabited(Picture.candidates(object));
      begins(object, Picture.candidates(object));
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    waitsSince.remove(Metas.uid(object));
    runsSince.remove(Metas.uid(object));
  }

  private void inhabited(Set<String> taken) {
    var picture = Picture.of(cluster.kube(), 0, cluster.now());
    long now = cluster.timeline().ticks();
    long latest = now - NEWS.toNanos();
    if (now < unseenUntil) {
      latest = Math.min(latest, unseenFrom);
    }
    for (var name : taken) {
      var node = picture.node(picture.claim(name)).at("/metadata/name").asText();
      for (var pod : cluster.kube().view(Resource.PODS)) {
        if (!node.isEmpty()
            && ProtectionJudge.nodeOf(pod).equals(node)
            && ProtectionJudge.isActive(pod)
            && !isDaemon(pod)
            && runsSince.getOrDefault(Metas.uid(pod), Long.MAX_VALUE) < latest) {
          violations.add(
              "%s: %s goes as empty, and %s runs there"
                  .formatted(cluster.now(), name, Metas.name(pod)));
        }
      }
    }
  }

  private static boolean isDaemon(JsonNode pod) {
    return pod.at("/metadata/ownerReferences/0/kind").asText().equals("DaemonSet");
  }

  private static boolean waits(JsonNode pod) {
    if (!ProtectionJudge.nodeOf(pod).isEmpty() || Picture.isGoing(pod)) {
      return false;
    }
    for (var condition : pod.path("status").path("conditions")) {
      if (condition.path("reason").asText().equals("Unschedulable")) {
        return true;
      }
    }
    return false;
  }

  private void begins(ObjectNode claim, Set<String> taken) {
    var pool = Picture.poolOf(claim);
    double size = cores(claim.at("/status/allocatable/cpu").asText());
    int waiting = 0;
    double least = size;
    for (var pod : cluster.kube().view(Resource.PODS)) {
      var since = waitsSince.get(Metas.uid(pod));
      double asked = asked(pod);
      if (since != null
          && since < cluster.timeline().ticks() - KNOWN.toNanos()
          && pod.at("/spec/nodeSelector/of").asText().equals(pool)
          && !isDaemon(pod)
          && asked <= size) {
        waiting++;
        least = Math.min(least, asked);
      }
    }
    int room = waiting == 0 ? 0 : room(pool, taken, least);
    // On one that is not ready they could not run.
    if (waiting > room && Picture.isTrue(node(claim), "Ready")) {
      violations.add(
          "%s: %s go as empty, %d pods of %s wait for them, and elsewhere is room for %d"
              .formatted(cluster.now(), taken, waiting, pool, room));
    }
  }

  private JsonNode node(ObjectNode claim) {
    return Picture.of(cluster.kube(), 0, cluster.now()).node(claim);
  }

  /// How many pods of that size the pool's other nodes would take.
  private int room(String pool, Set<String> taken, double size) {
    Map<String, Double> used = new HashMap<>();
    for (var pod : cluster.kube().view(Resource.PODS)) {
      var node = ProtectionJudge.nodeOf(pod);
      // Those that wait take no room, least of all that of claims whose nodes have no name yet.
      if (!node.isEmpty()) {
        used.merge(node, asked(pod), Double::sum);
      }
    }
    var picture = Picture.of(cluster.kube(), 0, cluster.now());
    int room = 0;
    for (var other : picture.claims()) {
      if (Picture.poolOf(other).equals(pool)
          && !taken.contains(Metas.name(other))
          && !Picture.isGoing(other)) {
        var node = picture.node(other);
        var there = other.at("/status/allocatable/cpu").asText();
        double free = there.isEmpty() ? LARGEST_NODE : cores(there);
        free -= used.getOrDefault(node.at("/metadata/name").asText(), 0.0);
        room += Math.max(0, (int) (free / size));
      }
    }
    return room;
  }

  private static double asked(JsonNode pod) {
    return cores(
        pod.path("spec")
            .path("containers")
            .path(0)
            .path("resources")
            .path("requests")
            .path("cpu")
            .asText());
  }

  private static double cores(String quantity) {
    if (quantity.isEmpty()) {
      return 0;
    }
    return quantity.endsWith("m")
        ? Double.parseDouble(quantity.substring(0, quantity.length() - 1)) / 1000
        : Double.parseDouble(quantity);
  }
}
