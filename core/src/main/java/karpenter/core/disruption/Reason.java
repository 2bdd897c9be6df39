package karpenter.core.disruption;

import java.util.Locale;

/// Why a node is disrupted of our own will. The words are contract: budgets, conditions and metrics
/// carry them.
public enum Reason {
  EMPTY("Empty"),
  DRIFTED("Drifted"),
  UNDERUTILIZED("Underutilized");

  private final String wire;

  Reason(String wire) {
    this.wire = wire;
  }

  /// As budgets and conditions write it.
  public String wire() {
    return wire;
  }

  /// As metrics write it.
  public String label() {
    return wire.toLowerCase(Locale.ROOT);
  }
}
