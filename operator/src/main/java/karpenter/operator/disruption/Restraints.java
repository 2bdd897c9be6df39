package karpenter.operator.disruption;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.Worth;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.state.ClusterSnapshot;

/// What users have asked for beyond upstream's API: more obstacles, how many nodes may go, and how
/// much a move must bring.
interface Restraints {
  Restraints NONE = (_, _, _, _) -> List.of();

  List<Obstacle> of(Candidate candidate, Method method, ClusterSnapshot snapshot, Instant now);

  default Worth worth(ClusterSnapshot snapshot, Instant now) {
    return Worth.ofEvictions(0);
  }

  /// How many more nodes of the pool may begin to go now; empty: any number.
  default OptionalInt left(PoolFacts pool, Reason reason, ClusterSnapshot snapshot, Instant now) {
    return OptionalInt.empty();
  }

  /// How many more nodes of all pools may begin to go now; empty: any number.
  default OptionalInt left(ClusterSnapshot snapshot, Instant now) {
    return OptionalInt.empty();
  }

  /// Writes down that a command begins, before it does.
  ///
  /// @return why it must not begin; empty when it may
  default Optional<String> begin(Command command) throws Unreachable, InterruptedException {
    return Optional.empty();
  }

  /// The first moment after now at which an answer may be another.
  default Optional<Instant> next(ClusterSnapshot snapshot, Instant now) {
    return Optional.empty();
  }
}
