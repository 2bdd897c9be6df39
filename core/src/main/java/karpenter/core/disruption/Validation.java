package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.TypeChoice;

/// Whether a command that has waited still holds (spec 02 §2.10). Prices and scores are not looked
/// at again.
public final class Validation {
  private Validation() {}

  /// Why not, in the words of `ConsolidationRejected`.
  public enum Rejection {
    /// The nodes are not what they were.
    CHURN("churn"),
    /// One is promised to pods, or the budget has been used otherwise.
    BUDGET("budget"),
    /// The pods would not go where they were to go.
    SCHEDULING("scheduling"),
    UNKNOWN("unknown");

    private final String word;

    Rejection(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /// @param sentence what is different
  public record Rejected(Rejection why, String sentence) {}

  /// What is left of a command for empty nodes.
  ///
  /// @param kept those that are empty still
  /// @param gone those that are no candidates any more
  /// @param held those that are promised to pods, or that the budget does not allow any more
  public record Survivors(List<Candidate> kept, List<String> gone, List<String> held) {
    /// As the metric counts: all of them where none is left to look at, else one per node held.
    public int failures() {
      return kept.isEmpty() && held.isEmpty() ? gone.size() : held.size();
    }
  }

  /// @param candidates those of the command's nodes that are candidates still; that they are
  ///   promised to pods or beyond the budget is looked at here
  public static Survivors ofEmpty(
      Command command,
      SortedMap<String, Candidate> candidates,
      Standing standing,
      Allowances allowances) {
    var purse = allowances.purse();
    var kept = new ArrayList<Candidate>();
    var gone = new ArrayList<String>();
    var held = new ArrayList<String>();
    for (var before : command.candidates()) {
      var candidate = candidates.get(before.name());
      if (candidate == null) {
        gone.add(before.name());
      } else if (standing.isNominated(before.name()) || !purse.take(candidate.pool().name())) {
        held.add(before.name());
      } else {
        kept.add(candidate);
      }
    }
    return new Survivors(kept, gone, held);
  }

  /// @param candidates those of the command's nodes that are candidates still
  /// @param whatIfs as things are now
  public static Optional<Rejected> ofConsolidation(
      Command command,
      SortedMap<String, Candidate> candidates,
      Standing standing,
      Allowances allowances,
      WhatIfs whatIfs) {
    var purse = allowances.purse();
    for (var before : command.candidates()) {
      var candidate = candidates.get(before.name());
      if (candidate == null) {
        return rejected(Rejection.CHURN, "%s is no candidate any more".formatted(before.name()));
      }
      if (standing.isNominated(before.name())) {
        return rejected(Rejection.BUDGET, "%s is promised to pods".formatted(before.name()));
      }
      if (!purse.take(candidate.pool().name())) {
        return rejected(Rejection.BUDGET, allowances.spent(candidate.pool().name()).sentence());
      }
    }
    var placement =
        command.replacements().size() > 1
            ? whatIfs.severalInsteadOf(command.names())
            : whatIfs.without(command.names(), true);
    return simulated(command, placement, whatIfs);
  }

  private static Optional<Rejected> simulated(
      Command command, Placement placement, WhatIfs whatIfs) {
    var homeless = Consolidation.homeless(placement, whatIfs.hopeless());
    if (!homeless.isEmpty()) {
      return rejected(Rejection.SCHEDULING, MoveObstacle.PodsWithoutPlace.of(homeless).sentence());
    }
    int expected = command.replacements().size();
    var needed = Consolidation.replacements(placement, whatIfs.hopeless());
    int found = needed.size();
    if (found != expected) {
      return rejected(
          Rejection.SCHEDULING,
          "It would need %s instead of %d".formatted(Wording.count(found, "new node"), expected));
    }
    for (int i = 0; i < expected; i++) {
      var allowed = new HashSet<String>();
      needed.get(i).types().forEach(choice -> allowed.add(choice.type()));
      var wanted = command.replacements().get(i).types().stream().map(TypeChoice::type).toList();
      if (!allowed.containsAll(wanted)) {
        return rejected(Rejection.SCHEDULING, "Not all of its instance types would do any more");
      }
    }
    return Optional.empty();
  }

  private static Optional<Rejected> rejected(Rejection why, String sentence) {
    return Optional.of(new Rejected(why, sentence));
  }
}
