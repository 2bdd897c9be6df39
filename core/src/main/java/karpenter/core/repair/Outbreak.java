package karpenter.core.repair;

/// How many of a group of nodes are ill. If too many are, their nodes are hardly to blame, and
/// replacing them would make things worse.
public record Outbreak(int ill, int total) {
  private static final int TOLERATED_PERCENT = 20;

  /// How many may be ill while single ones are replaced. Rounded up: of three nodes one may.
  public int tolerated() {
    return Math.ceilDiv(total * TOLERATED_PERCENT, 100);
  }

  public boolean isTooLarge() {
    return ill > tolerated();
  }
}
