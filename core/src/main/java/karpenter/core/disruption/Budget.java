package karpenter.core.disruption;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.PoolFacts.BudgetFacts;

/// One entry of `spec.disruption.budgets`, understood.
///
/// @param reasons empty: all of them. An empty list means none, as upstream has it
/// @param window when it counts; empty: always
record Budget(Amount amount, Optional<List<String>> reasons, Optional<Window> window) {

  sealed interface Amount {
    record Count(int nodes) implements Amount {}

    record Percent(int percent) implements Amount {}

    /// Rounds up, so that a small pool does not stand still: 10% of 5 nodes is one node.
    default int of(int total) {
      return switch (this) {
        case Count(var nodes) -> nodes;
        case Percent(var percent) -> Math.toIntExact(Math.ceilDiv((long) total * percent, 100));
      };
    }
  }

  /// From each hit, for as long as it says; windows that meet are one.
  record Window(Cron schedule, Duration length) {
    boolean isOpen(Instant now) {
      return !firstHit(now).isAfter(now);
    }

    /// The first moment after now at which it may open or close.
    Instant nextEdge(Instant now) {
      var hit = firstHit(now);
      return hit.isAfter(now) ? hit : hit.plus(length);
    }

    private Instant firstHit(Instant now) {
      return schedule.next(now.minus(length), ZoneOffset.UTC);
    }
  }

  boolean means(Reason reason) {
    return reasons.isEmpty() || reasons.get().contains(reason.wire());
  }

  static Budget parse(BudgetFacts facts) throws Cron.Unreadable {
    if (facts.schedule().isPresent() != facts.duration().isPresent()) {
      throw new Cron.Unreadable("schedule and duration need each other");
    }
    Optional<Window> window = Optional.empty();
    if (facts.schedule().isPresent() && facts.duration().isPresent()) {
      window = Optional.of(new Window(Cron.parse(facts.schedule().get()), facts.duration().get()));
    }
    return new Budget(amount(facts.nodes()), facts.reasons(), window);
  }

  private static Amount amount(String text) throws Cron.Unreadable {
    boolean isPercent = text.endsWith("%");
    var digits = isPercent ? text.substring(0, text.length() - 1) : text;
    if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new Cron.Unreadable("\"%s\" is neither a number nor a percentage".formatted(text));
    }
    // More nodes than anybody has are all of them.
    int number = digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    if (isPercent && number > 100) {
      throw new Cron.Unreadable("\"%s\" is more than all".formatted(text));
    }
    return isPercent ? new Amount.Percent(number) : new Amount.Count(number);
  }
}
