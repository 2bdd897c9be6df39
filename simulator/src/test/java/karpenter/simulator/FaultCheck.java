package karpenter.simulator;

import java.util.List;
import karpenter.simulator.runtime.Driver;

/// Plays faulty days until one is wrong: `FaultCheck DAYS NODES`. Says which, and why. Used to see
/// whether a broken operator is noticed.
final class FaultCheck {
  private FaultCheck() {}

  public static void main(String[] args) throws InterruptedException {
    int days = Integer.parseInt(args[0]);
    int nodes = Integer.parseInt(args[1]);
    for (int seed = 1; seed <= days; seed++) {
      var wrong = wrong(seed, nodes);
      if (!wrong.isEmpty()) {
        System.out.printf("seed %d: %s%n", seed, wrong.getFirst().lines().findFirst().orElse(""));
        return;
      }
      System.err.printf("seed %d: nothing, after %d ms of cpu%n", seed, ProcessTime.millis());
    }
  }

  private static List<String> wrong(int seed, int nodes) throws InterruptedException {
    try {
      return Driver.call(() -> FaultyDay.of(seed, nodes).wrong());
    } catch (RuntimeException | AssertionError broken) {
      return List.of(String.valueOf(broken));
    }
  }
}
