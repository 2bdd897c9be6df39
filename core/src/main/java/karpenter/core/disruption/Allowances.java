package karpenter.core.disruption;

import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/// How many more nodes of each pool may be disrupted for one reason, at one moment.
///
/// @param total how many of all pools together; empty: any number
public record Allowances(Reason reason, SortedMap<String, Share> pools, OptionalInt total) {

  public Allowances(Reason reason, SortedMap<String, Share> pools) {
    this(reason, pools, OptionalInt.empty());
  }

  public record Share(int allowed, int underWay) {
    public int remaining() {
      return Math.max(0, allowed - underWay);
    }
  }

  public int remaining(String pool) {
    var share = pools.get(pool);
    return share == null ? 0 : Math.min(share.remaining(), most());
  }

  /// The most nodes that may go together.
  public int most() {
    return total.orElse(Integer.MAX_VALUE);
  }

  public AllowanceObstacle.BudgetSpent spent(String pool) {
    var share = pools.getOrDefault(pool, new Share(0, 0));
    return new AllowanceObstacle.BudgetSpent(pool, reason, share.allowed(), share.underWay());
  }

  /// Counts what is taken from the allowances of a moment.
  public final class Purse {
    private final Map<String, Integer> left = new TreeMap<>();
    private int taken;

    public boolean take(String pool) {
      int remaining = left.getOrDefault(pool, remaining(pool));
      if (remaining == 0 || taken >= most()) {
        return false;
      }
      left.put(pool, remaining - 1);
      taken++;
      return true;
    }
  }

  public Purse purse() {
    return new Purse();
  }
}
