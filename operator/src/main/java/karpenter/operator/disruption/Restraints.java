package karpenter.operator.disruption;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.operator.state.ClusterSnapshot;

/// What users have asked for beyond upstream's API: more obstacles, and how much a move must bring.
interface Restraints {
  Restraints NONE = (_, _, _, _) -> List.of();

  List<Obstacle> of(Candidate candidate, Method method, ClusterSnapshot snapshot, Instant now);

  /// What the eviction of one ordinary pod must bring, in money an hour.
  default double evictionPrice(ClusterSnapshot snapshot) {
    return 0;
  }

  /// The first moment after now at which an answer may be another.
  default Optional<Instant> next(ClusterSnapshot snapshot, Instant now) {
    return Optional.empty();
  }
}
