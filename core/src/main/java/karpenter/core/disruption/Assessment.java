package karpenter.core.disruption;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.cluster.StateNode;

/// What is known of a node before any method looks at it. It holds for as long as node, claim,
/// pods, pool, types and PodDisruptionBudgets are the same, and not beyond `until`.
///
/// @param candidate empty where something is missing that every method needs
/// @param always what stands in every method's way
/// @param ofPods what does not stand in the way of a method that is eventual, where the claim has a
///   grace period
/// @param ofMethods for which methods the node is not one of theirs, and why; for all of them where
///   there is a candidate
/// @param plain all of these together: what stands in a method's way if nothing has been decided of
///   the node
/// @param part what the node is in the budgets of its pool
/// @param pool empty text when it has none
/// @param price an hour, of whatever stands behind the claim; 0 when nobody knows
/// @param disruption what moving its pods costs, whether or not it can go
/// @param until when the protection of some pod ends
public record Assessment(
    StateNode state,
    Optional<Candidate> candidate,
    List<Obstacle> always,
    List<Obstacle> ofPods,
    Map<Method, List<Obstacle>> ofMethods,
    Map<Method, List<Obstacle>> plain,
    Budgets.Part part,
    String pool,
    double price,
    double disruption,
    Optional<Instant> until) {

  public Assessment {
    always = List.copyOf(always);
    ofPods = List.copyOf(ofPods);
  }

  public String name() {
    return state.noteName();
  }

  public boolean holds(Instant now) {
    return until.map(now::isBefore).orElse(true);
  }
}
