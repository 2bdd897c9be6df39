package karpenter.core.disruption.control;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;

/// How the nodes of a wave fare: the gate to the next one.
///
/// @param pending what is not as it should be but may become so
/// @param failures what will not mend by itself
public record WaveHealth(List<String> pending, List<String> failures) {
  /// More would not be read.
  private static final int MAX_NAMED = 3;

  public WaveHealth {
    pending = List.copyOf(pending);
    failures = List.copyOf(failures);
  }

  public boolean isHealthy() {
    return pending.isEmpty() && failures.isEmpty();
  }

  /// Healthy is a wave when every node it took has gone, every node of the pool that came since it
  /// began is initialized and ready, and every pod on those runs.
  ///
  /// @param nodes all of the pool
  /// @param pods by the name of the node
  public static WaveHealth of(
      PoolFacts pool,
      List<StateNode> nodes,
      Function<String, List<PodFacts>> pods,
      DriftProgress progress) {
    var pending = new ArrayList<String>();
    for (var node : nodes) {
      node.claim().ifPresent(claim -> leaving(claim, pending));
      if (isNew(node, progress.since())) {
        arriving(node, pods, pending);
      }
    }
    var failures = new ArrayList<String>();
    if (pool.conditions().isFalse(PoolFacts.NODE_REGISTRATION_HEALTHY)) {
      failures.add("new nodes of the pool do not register (NodeRegistrationHealthy is False)");
    }
    return new WaveHealth(shortened(pending), failures);
  }

  private static void leaving(ClaimFacts claim, List<String> pending) {
    boolean isOnItsWay =
        claim.meta().isDeleting() || claim.conditions().isTrue(ClaimFacts.DISRUPTION_REASON);
    if (isOnItsWay && claim.is(ClaimFacts.DRIFTED)) {
      pending.add("NodeClaim " + claim.name() + " has not gone yet");
    }
  }

  private static boolean isNew(StateNode node, Instant since) {
    return node.claim().map(c -> !c.meta().created().isBefore(since)).orElse(false)
        && !node.isLeaving();
  }

  private static void arriving(
      StateNode node, Function<String, List<PodFacts>> pods, List<String> pending) {
    if (!node.isInitialized()) {
      pending.add("NodeClaim " + node.noteName() + " is not initialized");
    } else if (!node.node().map(NodeFacts::isReady).orElse(false)) {
      pending.add("node " + node.name() + " is not ready");
    } else {
      for (var pod : pods.apply(node.name())) {
        if (pod.isActive() && pod.readySince().isEmpty()) {
          pending.add("pod " + pod.fullName() + " on node " + node.name() + " is not ready");
        }
      }
    }
  }

  private static List<String> shortened(List<String> all) {
    if (all.size() <= MAX_NAMED) {
      return all;
    }
    var some = new ArrayList<>(all.subList(0, MAX_NAMED));
    some.add((all.size() - MAX_NAMED) + " more");
    return some;
  }
}
