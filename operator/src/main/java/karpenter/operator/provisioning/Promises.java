package karpenter.operator.provisioning;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.cluster.Tenants;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import org.jspecify.annotations.Nullable;

/// Which node each waiting pod was promised. A pod keeps its seat while its node comes: planning it
/// anew in every pass could end differently, and buy a second node for it. Only the provisioner
/// uses it.
final class Promises {
  private Map<String, Promise> byPod = new HashMap<>();

  /// @param node as notes call it
  private record Promise(String node, Instant made) {}

  /// Who has a seat, and who needs one.
  ///
  /// @param seated by what notes call the node
  record Seating(SortedMap<String, List<Pod>> seated, List<Pod> others) {}

  void make(Pod pod, String node, Instant now) {
    byPod.put(pod.uid(), new Promise(node, now));
  }

  /// Takes over what others promised: the pods of a node that is replaced were promised a seat on
  /// what comes. Once that is there, its pods find it by themselves.
  ///
  /// @param noted claim by pod uid
  /// @param nodes that stay, by what notes call them
  void adopt(List<Pod> pods, Map<String, String> noted, Map<String, NodeView> nodes, Instant now) {
    for (var pod : pods) {
      var claim = byPod.containsKey(pod.uid()) ? null : noted.get(pod.uid());
      var node = claim == null ? null : nodes.get(claim);
      if (claim != null && node != null && !node.state.isInitialized()) {
        make(pod, claim, now);
      }
    }
  }

  boolean isMade(String podUid) {
    return byPod.containsKey(podUid);
  }

  void clear() {
    byPod = new HashMap<>();
  }

  /// Keeps the promises that can still be kept, and forgets the rest with all pods that wait no
  /// more.
  ///
  /// @param pods all that wait
  /// @param nodes that stay, by what notes call them
  /// @param patience how long after a node is ready its pods may take to be bound
  Seating settle(List<Pod> pods, Map<String, NodeView> nodes, Duration patience, Instant now) {
    var kept = new HashMap<String, Promise>();
    var seated = new TreeMap<String, List<Pod>>();
    for (var pod : pods) {
      var promise = byPod.get(pod.uid());
      var node = promise == null ? null : nodes.get(promise.node());
      if (promise != null
          && node != null
          && now.isBefore(end(promise, node, patience))
          && isWelcome(pod, node)) {
        kept.put(pod.uid(), promise);
        seated.computeIfAbsent(promise.node(), _ -> new ArrayList<>()).add(pod);
      }
    }
    // Others may have taken the room: then all who were promised it look again.
    seated.entrySet().removeIf(entry -> !hasRoom(nodes.get(entry.getKey()), entry.getValue()));
    var others = new ArrayList<Pod>();
    for (var pod : pods) {
      var promise = kept.get(pod.uid());
      if (promise == null || !seated.containsKey(promise.node())) {
        kept.remove(pod.uid());
        others.add(pod);
      }
    }
    byPod = kept;
    return new Seating(seated, others);
  }

  /// Somebody may have tainted the node since.
  private static boolean isWelcome(Pod pod, NodeView node) {
    var taints = node.existing.taints();
    return taints.isEmpty()
        || Toleration.firstUntolerated(pod.spec().tolerations(), taints, SoftTaints.IGNORED)
            .isEmpty();
  }

  private static boolean hasRoom(@Nullable NodeView node, List<Pod> pods) {
    if (node == null) {
      return false;
    }
    var asked = Tenants.requests(pods.stream().map(Pod::spec).toList());
    return asked.fits(node.existing.allocatable().minus(node.existing.podRequests()));
  }

  /// A node that is not ready yet is waited for; what becomes of it is others' business.
  private static Instant end(Promise promise, NodeView node, Duration patience) {
    if (!node.state.isInitialized()) {
      return Instant.MAX;
    }
    var ready =
        node.state
            .claim()
            .flatMap(claim -> claim.conditions().find(ClaimFacts.INITIALIZED))
            .map(Condition::since)
            .orElse(promise.made());
    return (ready.isAfter(promise.made()) ? ready : promise.made()).plus(patience);
  }
}
