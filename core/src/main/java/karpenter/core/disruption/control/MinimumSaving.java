package karpenter.core.disruption.control;

import java.util.OptionalDouble;

/// A move that saves less is not worth it. Where both are set, both must be met.
///
/// @param perHour in the currency of prices
/// @param percent of what the nodes that go cost
public record MinimumSaving(OptionalDouble perHour, OptionalDouble percent) {
  /// What a move must save that lets nodes of this price go.
  public double of(double price) {
    double share = percent.isPresent() ? price * percent.getAsDouble() / 100 : 0;
    return Math.max(perHour.orElse(0), share);
  }
}
