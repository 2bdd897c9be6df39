package karpenter.core.device;

/// How much more a search may do. Devices can be combined in more ways than anyone can try; a count
/// of steps, unlike a clock, stops every run at the same place.
public final class Work {
  /// Enough for a thousand types with eight devices each; beyond it a claim is a puzzle.
  public static final int MAX_STEPS = 100_000;

  private int left;

  public Work(int steps) {
    this.left = steps;
  }

  boolean spend() {
    if (left == 0) return false;
    left--;
    return true;
  }

  public boolean isSpent() {
    return left == 0;
  }
}
