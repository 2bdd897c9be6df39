package karpenter.core.disruption.control;

import java.time.Duration;

/// What evicting a pod is thought to cost, and how soon a move must have earned it.
///
/// @param perPod in the currency of prices
public record Payback(Duration within, double perPod) {
  private static final double HOUR = Duration.ofHours(1).toMillis();

  /// What an eviction weighs against a saving per hour.
  public double pricePerEviction() {
    return perPod / (within.toMillis() / HOUR);
  }

  public boolean isMetBy(double saving, double evictions) {
    return evictions <= 0 || saving > evictions * pricePerEviction();
  }
}
