package karpenter.core.disruption;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How many more nodes of each pool may be disrupted for one reason, at one moment.
public record Allowances(Reason reason, SortedMap<String, Share> pools) {

  public record Share(int allowed, int underWay) {
    public int remaining() {
      return Math.max(0, allowed - underWay);
    }
  }

  public int remaining(String pool) {
    var share = pools.get(pool);
    return share == null ? 0 : share.remaining();
  }

  public Obstacle.BudgetSpent spent(String pool) {
    var share = pools.getOrDefault(pool, new Share(0, 0));
    return new Obstacle.BudgetSpent(pool, reason, share.allowed(), share.underWay());
  }

  /// Counts what is taken from the allowances of a moment.
  public final class Purse {
    private final Map<String, Integer> left = new TreeMap<>();

    public boolean take(String pool) {
      int remaining = left.getOrDefault(pool, remaining(pool));
      left.put(pool, Math.max(0, remaining - 1));
      return remaining > 0;
    }
  }

  public Purse purse() {
    return new Purse();
  }
}
