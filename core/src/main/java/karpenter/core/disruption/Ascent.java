package karpenter.core.disruption;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A set of nodes that is made better step by step.
final class Ascent {
  private final Probes probes;
  private Probes.@Nullable Scored reached;

  /// @param start nothing: from the ground up
  Ascent(Probes probes, Probes.@Nullable Scored start) {
    this.probes = probes;
    this.reached = start;
  }

  /// Of the set so far.
  List<Candidate> members() {
    return reached == null ? List.of() : reached.candidates();
  }

  Optional<Probes.Scored> reached() {
    return Optional.ofNullable(reached);
  }

  Probes.Room roomBeside(List<Candidate> candidates) {
    return probes.roomBeside(candidates);
  }

  /// Whether the set is better than the one so far, which it then replaces.
  boolean improves(List<Candidate> candidates) {
    var before = reached;
    return isGood(candidates) && reached != before;
  }

  /// Whether the set is worth doing at all.
  boolean isGood(List<Candidate> candidates) {
    var scored = probes.ask(candidates);
    if (scored.isPresent() && (reached == null || Probes.isBetter(scored.get(), reached))) {
      reached = scored.get();
    }
    return scored.isPresent();
  }
}
