package karpenter.core.disruption;

import java.time.Duration;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;

/// The method, or the policy of the pool, does not take such nodes.
public sealed interface PolicyObstacle extends Obstacle {
  /// Its size is what `spec.replicas` says, so it is not consolidated.
  record StaticPool(String pool) implements PolicyObstacle {}

  record NeverConsolidated(String pool) implements PolicyObstacle {}

  record OnlyWhenEmpty(String pool) implements PolicyObstacle {}

  record HoldsBuffer(int pods) implements PolicyObstacle {}

  /// Pods came or went not long ago, or nobody has looked yet whether they did.
  ///
  /// @param after what the pool asks for
  record NotQuiet(Duration after) implements PolicyObstacle {
    /// Of a pool that is never consolidated there is nothing to wait for.
    static Optional<Obstacle> of(Candidate candidate) {
      return candidate.claim().is(ClaimFacts.CONSOLIDATABLE)
          ? Optional.empty()
          : candidate.pool().consolidateAfter().map(NotQuiet::new);
    }
  }

  record NotEmpty() implements PolicyObstacle {}

  /// Nothing needs to be moved, so consolidation has nothing to find out.
  record Empty() implements PolicyObstacle {}

  record NotDrifted() implements PolicyObstacle {}

  @Override
  default String kind() {
    return switch (this) {
      case StaticPool _ -> "static-pool";
      case NeverConsolidated _ -> "consolidation-disabled";
      case OnlyWhenEmpty _ -> "only-when-empty";
      case HoldsBuffer _ -> "capacity-buffer";
      case NotQuiet _ -> "not-quiet";
      case NotEmpty _ -> "not-empty";
      case Empty _ -> "empty";
      case NotDrifted _ -> "not-drifted";
    };
  }

  @Override
  default String sentence() {
    return switch (this) {
      case StaticPool(var pool) -> "NodePool %s is static: it keeps its replicas".formatted(pool);
      case NeverConsolidated(var pool) -> "NodePool %s has consolidateAfter: Never".formatted(pool);
      case OnlyWhenEmpty(var pool) ->
          "NodePool %s has consolidationPolicy: WhenEmpty, and the Node is not empty"
              .formatted(pool);
      case HoldsBuffer(var pods) ->
          "Capacity buffers count on the Node for %s".formatted(Wording.count(pods, "pod"));
      case NotQuiet(var after) ->
          after.isZero()
              ? "The NodeClaim does not have the condition Consolidatable yet"
              : "Pods came or went within the last %s (consolidateAfter)"
                  .formatted(Wording.duration(after));
      case NotEmpty _ -> "The Node is not empty";
      case Empty _ -> "The Node is empty and goes as such";
      case NotDrifted _ -> "The Node is what its NodePool would make today";
    };
  }

  @Override
  default Telling telling() {
    return switch (this) {
      case StaticPool _, NotQuiet _, NotEmpty _, Empty _, NotDrifted _ -> Telling.SILENT;
      case NeverConsolidated _, OnlyWhenEmpty _, HoldsBuffer _ -> Telling.UNCONSOLIDATABLE;
    };
  }
}
