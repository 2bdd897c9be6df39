package karpenter.core.termination;

import java.util.ArrayList;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;

/// A node that is going: how it is marked, and why it goes.
public final class LeavingNode {
  /// Keeps load balancers from sending it new connections.
  public static final String NO_LOAD_BALANCERS =
      "node.kubernetes.io/exclude-from-external-load-balancers";

  private static final String BY_KARPENTER = "karpenter";
  private static final String FORCEFUL = "Forceful Termination";

  private LeavingNode() {}

  /// Tainted, so that nothing new is scheduled onto it, and out of every load balancer.
  public static NodeFacts marked(NodeFacts node) {
    var taints = new ArrayList<NodeTaint>();
    for (var taint : node.taints()) {
      if (!taint.taint().key().equals(PodPredicates.DISRUPTED.key())) {
        taints.add(taint);
      }
    }
    taints.add(NodeTaint.of(PodPredicates.DISRUPTED));
    var marked = node.hasTaint(PodPredicates.DISRUPTED) ? node : node.withTaints(taints);
    return BY_KARPENTER.equals(node.meta().label(NO_LOAD_BALANCERS))
        ? marked
        : marked.withMeta(marked.meta().withLabel(NO_LOAD_BALANCERS, BY_KARPENTER));
  }

  /// Why its pods must go, as events and metrics say it.
  public static String reason(Optional<ClaimFacts> claim) {
    return claim
        .flatMap(c -> c.conditions().find(ClaimFacts.DISRUPTION_REASON))
        .filter(Condition::isTrue)
        .map(Condition::reason)
        .orElse(FORCEFUL);
  }
}
