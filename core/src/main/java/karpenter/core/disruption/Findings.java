package karpenter.core.disruption;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import karpenter.core.scheduling.Placement;

/// What was made of answers about single nodes. As long as a node and what would happen without it
/// are what they were, so is what comes of it.
public final class Findings {
  private final Map<String, Known> known = new HashMap<>();

  private record Known(Candidate candidate, Placement placement, Finding finding) {}

  /// @param placement what would happen without the candidate; one that is remembered is the same
  ///   object
  @SuppressWarnings("ReferenceEquality")
  Finding of(Candidate candidate, Placement placement, Supplier<Finding> find) {
    var before = known.get(candidate.name());
    if (before != null
        && before.placement() == placement
        && (before.candidate() == candidate || before.candidate().equals(candidate))) {
      return before.finding();
    }
    var finding = find.get();
    known.put(candidate.name(), new Known(candidate, placement, finding));
    return finding;
  }

  void forget() {
    known.clear();
  }

  /// Of nodes that are no candidates any more nothing is kept.
  void keepOnly(Map<String, Candidate> candidates) {
    known.keySet().retainAll(candidates.keySet());
  }
}
