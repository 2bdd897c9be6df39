package karpenter.core.disruption;

import java.time.Instant;
import java.util.Optional;

/// What a move must bring to be made.
public interface Worth {
  /// What the eviction of one ordinary pod of the node must bring, in money an hour.
  double evictionPrice(Candidate candidate);

  /// What the plan falls short of.
  Optional<Obstacle> shortcoming(Plan plan);

  /// Whether the node may be replaced by several smaller ones.
  default boolean maySplit(Candidate candidate) {
    return false;
  }

  /// When the first of the plans it was asked about that only had to wait may be made.
  default Optional<Instant> next() {
    return Optional.empty();
  }

  /// The same price for every eviction, and nothing else.
  static Worth ofEvictions(double price) {
    return new Worth() {
      @Override
      public double evictionPrice(Candidate candidate) {
        return price;
      }

      @Override
      public Optional<Obstacle> shortcoming(Plan plan) {
        return price > 0 && plan.value() <= 0
            ? Optional.of(
                new MoveObstacle.NotWorthEvictions(plan.saving(), plan.evictions(), price))
            : Optional.empty();
      }
    };
  }
}
