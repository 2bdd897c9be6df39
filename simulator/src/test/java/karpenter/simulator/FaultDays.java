package karpenter.simulator;

/// What [FaultSeedsTest] plays, by itself: for a thousand days at a time.
final class FaultDays {
  private FaultDays() {}

  public static void main(String[] args) throws Exception {
    try {
      new FaultSeedsTest().whatever_happens_the_cluster_comes_to_rest_and_nothing_is_left();
    } catch (AssertionError wrong) {
      System.out.println(wrong.getMessage());
      System.exit(1);
    }
  }
}
