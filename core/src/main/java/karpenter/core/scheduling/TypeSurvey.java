package karpenter.core.scheduling;

import java.util.List;
import java.util.Optional;

/// Every instance type of a pool, or of a planned node, put to one test.
///
/// @param total how many types there are
/// @param fitting how many pass
/// @param counts the others by the first thing that stands in their way, most frequent first
/// @param nearest the type that failed by the least, if none passes
public record TypeSurvey(int total, int fitting, List<Count> counts, Optional<Miss> nearest) {

  public TypeSurvey {
    counts = List.copyOf(counts);
  }

  public record Count(TypeRefusal cause, int types) {}

  /// A type that was refused, with everything that stood in its way.
  public record Miss(String type, List<TypeRefusal> causes, List<Shortage> shortages) {
    public Miss {
      causes = List.copyOf(causes);
      shortages = List.copyOf(shortages);
    }

    /// The largest share of what was asked that is missing.
    public double shortfall() {
      return shortages.stream().mapToDouble(Shortage::share).max().orElse(0);
    }
  }

  /// @param free what pods may have of it on the empty, or planned, node
  public record Shortage(String resource, long asked, long free) {
    public double share() {
      return asked <= 0 ? 1 : Math.min(1, (asked - Math.max(0, free)) / (double) asked);
    }
  }
}
