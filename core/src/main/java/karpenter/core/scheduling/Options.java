package karpenter.core.scheduling;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// How a batch is to be placed.
///
/// @param wellKnownLabels keys a node may come to have although nothing says so yet
/// @param reservationLabel the offering key that names a reservation; empty when there is none
/// @param improvementWork how many further packings may be tried after the first
public record Options(
    PreferencePolicy preferences,
    MinValuesPolicy minValues,
    ReservedMode reserved,
    SortedSet<String> wellKnownLabels,
    String reservationLabel,
    int improvementWork) {

  public static final int DEFAULT_IMPROVEMENT_WORK = 3;

  public Options {
    wellKnownLabels = Collections.unmodifiableSortedSet(new TreeSet<>(wellKnownLabels));
  }

  /// Whether too few distinct values refuse a pod or only lower the demand.
  public enum MinValuesPolicy {
    STRICT,
    BEST_EFFORT
  }

  /// Whether a pod waits for reserved capacity or takes what is for sale.
  public enum ReservedMode {
    STRICT,
    FALLBACK
  }
}
