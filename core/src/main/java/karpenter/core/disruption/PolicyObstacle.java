package karpenter.core.disruption;

import java.time.Duration;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;

/// The method, or the policy of the pool, does not take such nodes.
public sealed interface PolicyObstacle extends Obstacle {
  @Override
  default Telling telling() {
    return Telling.SILENT;
  }

  /// Its size is what `spec.replicas` says, so it is not consolidated.
  record StaticPool(String pool) implements PolicyObstacle {
    @Override
    public String kind() {
      return "static-pool";
    }

    @Override
    public String sentence() {
      return "NodePool %s is static: it keeps its replicas".formatted(pool);
    }
  }

  record NeverConsolidated(String pool) implements PolicyObstacle {
    @Override
    public String kind() {
      return "consolidation-disabled";
    }

    @Override
    public String sentence() {
      return "NodePool %s has consolidateAfter: Never".formatted(pool);
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record OnlyWhenEmpty(String pool) implements PolicyObstacle {
    @Override
    public String kind() {
      return "only-when-empty";
    }

    @Override
    public String sentence() {
      return "NodePool %s has consolidationPolicy: WhenEmpty, and the Node is not empty"
          .formatted(pool);
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record HoldsBuffer(int pods) implements PolicyObstacle {
    @Override
    public String kind() {
      return "capacity-buffer";
    }

    @Override
    public String sentence() {
      return "Capacity buffers count on the Node for %s".formatted(Wording.count(pods, "pod"));
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

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

    @Override
    public String kind() {
      return "not-quiet";
    }

    @Override
    public String sentence() {
      return after.isZero()
          ? "The NodeClaim does not have the condition Consolidatable yet"
          : "Pods came or went within the last %s (consolidateAfter)"
              .formatted(Wording.duration(after));
    }
  }

  record NotEmpty() implements PolicyObstacle {
    @Override
    public String kind() {
      return "not-empty";
    }

    @Override
    public String sentence() {
      return "The Node is not empty";
    }
  }

  /// Nothing needs to be moved, so consolidation has nothing to find out.
  record Empty() implements PolicyObstacle {
    @Override
    public String kind() {
      return "empty";
    }

    @Override
    public String sentence() {
      return "The Node is empty and goes as such";
    }
  }

  record NotDrifted() implements PolicyObstacle {
    @Override
    public String kind() {
      return "not-drifted";
    }

    @Override
    public String sentence() {
      return "The Node is what its NodePool would make today";
    }
  }
}
