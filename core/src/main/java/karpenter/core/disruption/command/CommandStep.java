package karpenter.core.disruption.command;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;

/// What to do next for a command.
public sealed interface CommandStep {
  /// No node of it is left to delete.
  record Complete() implements CommandStep {}

  /// All that replaces them is there: these go.
  record Delete(List<ClaimFacts> candidates) implements CommandStep {}

  /// @param replacements those that are not initialized yet
  record Await(List<ClaimFacts> replacements) implements CommandStep {}

  record RollBack(Failure failure) implements CommandStep {}

  /// A claim that must be there before others go.
  ///
  /// @param claim empty when there is none of this name, or it is on its way out
  record Replacement(String name, Optional<ClaimFacts> claim) {
    boolean isInitialized() {
      return claim.map(c -> c.is(ClaimFacts.INITIALIZED)).orElse(false);
    }
  }

  /// A replacement that came late still came: success is looked for before the time. One that is
  /// gone is of no use even if it was ready once. A command without replacements can do nothing
  /// late: what it was decided on is old.
  ///
  /// @param candidates those that are still to be deleted
  static CommandStep of(
      List<ClaimFacts> candidates,
      List<Replacement> replacements,
      Instant started,
      Duration timeout,
      Instant now) {
    if (candidates.isEmpty()) {
      return new Complete();
    }
    var gone = replacements.stream().filter(r -> r.claim().isEmpty()).findFirst();
    if (gone.isPresent()) {
      return new RollBack(new Failure.ReplacementGone(gone.get().name()));
    }
    boolean isLate = now.isAfter(started.plus(timeout));
    if (replacements.stream().allMatch(Replacement::isInitialized)
        && !(isLate && replacements.isEmpty())) {
      return new Delete(candidates);
    }
    if (isLate) {
      return new RollBack(new Failure.TimedOut(timeout));
    }
    return new Await(
        replacements.stream()
            .filter(r -> !r.isInitialized())
            .flatMap(r -> r.claim().stream())
            .toList());
  }
}
