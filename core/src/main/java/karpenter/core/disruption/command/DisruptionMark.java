package karpenter.core.disruption.command;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.termination.PodPredicates;

/// How users, schedulers and drains see that a node is to be disrupted: a taint on the node, and
/// the reason as a condition of its claim.
public final class DisruptionMark {
  private DisruptionMark() {}

  public static NodeFacts tainted(NodeFacts node) {
    if (node.hasTaint(PodPredicates.DISRUPTED)) {
      return node;
    }
    var taints = new ArrayList<>(untainted(node).taints());
    taints.add(NodeTaint.of(PodPredicates.DISRUPTED));
    return node.withTaints(taints);
  }

  /// Without any taint of that key, whatever its effect.
  public static NodeFacts untainted(NodeFacts node) {
    var rest =
        node.taints().stream()
            .filter(t -> !t.taint().key().equals(PodPredicates.DISRUPTED.key()))
            .toList();
    return rest.size() == node.taints().size() ? node : node.withTaints(rest);
  }

  public static ClaimFacts reasoned(ClaimFacts claim, String reason, Instant now) {
    return claim.withConditions(
        claim
            .conditions()
            .set(
                ClaimFacts.DISRUPTION_REASON,
                Condition.Status.TRUE,
                reason,
                reason,
                claim.subject(),
                now));
  }

  public static ClaimFacts unreasoned(ClaimFacts claim) {
    return claim.clear(ClaimFacts.DISRUPTION_REASON);
  }

  public static boolean isOn(NodeFacts node) {
    return node.taints().stream()
        .anyMatch(t -> t.taint().key().equals(PodPredicates.DISRUPTED.key()));
  }

  public static boolean isOn(ClaimFacts claim) {
    return claim.conditions().find(ClaimFacts.DISRUPTION_REASON).isPresent();
  }

  /// Both are there, as they are when a command has begun.
  public static boolean isComplete(Optional<NodeFacts> node, ClaimFacts claim) {
    return node.filter(n -> n.hasTaint(PodPredicates.DISRUPTED)).isPresent()
        && claim.is(ClaimFacts.DISRUPTION_REASON);
  }
}
