package karpenter.core.provisioning;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.resource.Resources;

/// What a pool may still hold, counted down as claims are written. What is on its way counts at its
/// largest, so the limit holds however launches and passes interleave.
public final class PoolRoom {
  private final Resources limits;
  private Resources used;

  /// A limit that one more claim would exceed.
  public record Exceeded(String resource, long limit, long withClaim) {
    public String sentence(String pool) {
      return "NodePool %s may hold %s, and this claim could make it %s"
          .formatted(pool, amount(limit), amount(withClaim));
    }

    private String amount(long value) {
      return Resources.of(new TreeMap<>(Map.of(resource, value))).render();
    }
  }

  /// @param limits of the pool; a resource that is not named is unlimited
  /// @param used by all that the pool holds and by all that is on its way to it, with `nodes`
  public PoolRoom(Resources limits, Resources used) {
    this.limits = limits;
    this.used = used;
  }

  public static Resources node(Resources capacity) {
    return capacity.with(Resources.NODES, 1);
  }

  /// Counts the claim, unless it would exceed a limit.
  ///
  /// @param largest what it takes at most
  public Optional<Exceeded> take(Resources largest) {
    var after = used.plus(node(largest));
    for (var name : limits.names()) {
      if (after.get(name) > limits.get(name) && largestOf(largest, name) > 0) {
        return Optional.of(new Exceeded(name, limits.get(name), after.get(name)));
      }
    }
    used = after;
    return Optional.empty();
  }

  private static long largestOf(Resources largest, String name) {
    return name.equals(Resources.NODES) ? 1 : largest.get(name);
  }
}
