package karpenter.core.cluster;

import java.util.OptionalDouble;

/// What a node costs an hour beside its instance: its volumes and addresses, agents licensed by
/// node, a share of what every node asks of the control plane and of people.
public final class NodeCost {
  /// What holds where nobody says otherwise, in dollars an hour.
  public static final double DEFAULT = 0.05;

  /// No node costs as much; larger amounts are slips.
  public static final double MAX = 1_000_000;

  private NodeCost() {}

  /// Of a node of one pool.
  ///
  /// @param ofPool what the pool says instead of the setting
  /// @param setting what holds for pools that say nothing
  /// @param ofProvider what the provider knows of the pool's node class, in addition to either
  public static double of(OptionalDouble ofPool, double setting, double ofProvider) {
    return ofPool.orElse(setting) + ofProvider;
  }

  public static boolean isValid(double cost) {
    return cost >= 0 && cost <= MAX;
  }
}
