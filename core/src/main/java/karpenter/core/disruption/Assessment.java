package karpenter.core.disruption;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import karpenter.core.cluster.StateNode;

/// What is known of a node before any method looks at it. It holds for as long as node, claim,
/// pods, pool, types and PodDisruptionBudgets are the same, and not beyond `until`.
///
/// @param name what notes call the node
/// @param candidate empty where something is missing that every method needs
/// @param always what stands in every method's way
/// @param ofPods what does not stand in the way of a method that is eventual, where the claim has a
///   grace period
/// @param ofMethods for which methods the node is not one of theirs, and why; for all of them where
///   there is a candidate
/// @param plain all of these together: what stands in a method's way if nothing has been decided of
///   the node
/// @param free the methods in whose way nothing stands then. What is decided only ever adds to it
/// @param part what the node is in the budgets of its pool
/// @param pool empty text when it has none
/// @param price an hour, of whatever stands behind the claim; 0 when nobody knows
/// @param disruption what moving its pods costs, whether or not it can go
/// @param until when the protection of some pod ends, or the node is no longer new (see
///   [Successor])
public record Assessment(
    String name,
    StateNode state,
    Optional<Candidate> candidate,
    List<Obstacle> always,
    List<Obstacle> ofPods,
    Map<Method, List<Obstacle>> ofMethods,
    Map<Method, List<Obstacle>> plain,
    Set<Method> free,
    Budgets.Part part,
    String pool,
    double price,
    double disruption,
    Optional<Instant> until) {

  public Assessment {
    always = List.copyOf(always);
    ofPods = List.copyOf(ofPods);
  }

  public boolean holds(Instant now) {
    return until.map(now::isBefore).orElse(true);
  }
}
