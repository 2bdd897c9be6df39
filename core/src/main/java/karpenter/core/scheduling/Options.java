package karpenter.core.scheduling;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// How a batch is to be placed.
///
/// @param wellKnownLabels keys a node may come to have although nothing says so yet
/// @param reservationLabel the offering key that names a reservation; empty when there is none
/// @param improvementWork how many further packings may be tried after the first
/// @param deviceRequests whether pods with claims for devices are placed at all
public record Options(
    PreferencePolicy preferences,
    MinValuesPolicy minValues,
    ReservedMode reserved,
    SortedSet<String> wellKnownLabels,
    String reservationLabel,
    int improvementWork,
    DeviceRequests deviceRequests) {

  public static final int DEFAULT_IMPROVEMENT_WORK = 10;

  public Options {
    wellKnownLabels = Collections.unmodifiableSortedSet(new TreeSet<>(wellKnownLabels));
  }

  /// Options under which pods with claims are refused, as upstream has it by default.
  public Options(
      PreferencePolicy preferences,
      MinValuesPolicy minValues,
      ReservedMode reserved,
      SortedSet<String> wellKnownLabels,
      String reservationLabel,
      int improvementWork) {
    this(
        preferences,
        minValues,
        reserved,
        wellKnownLabels,
        reservationLabel,
        improvementWork,
        DeviceRequests.IGNORED);
  }

  public Options withDeviceRequests(DeviceRequests requests) {
    return new Options(
        preferences,
        minValues,
        reserved,
        wellKnownLabels,
        reservationLabel,
        improvementWork,
        requests);
  }

  /// Whether claims for devices are looked at.
  public enum DeviceRequests {
    /// A pod with claims is refused, since nobody would see to its devices.
    IGNORED,
    HONOURED
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
