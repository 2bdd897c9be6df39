package karpenter.operator.settings;

/// What is switched on (spec 02 §4.2).
public record FeatureGates(
    boolean nodeRepair,
    boolean reservedCapacity,
    boolean spotToSpotConsolidation,
    boolean nodeOverlay,
    boolean staticCapacity,
    boolean capacityBuffer) {

  public static final FeatureGates DEFAULT =
      new FeatureGates(false, true, false, false, false, false);
}
