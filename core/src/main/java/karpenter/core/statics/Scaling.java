package karpenter.core.statics;

import java.util.OptionalLong;

/// What a static pool needs.
public sealed interface Scaling {
  record Steady() implements Scaling {}

  /// @param withheld how many more are missing that the limit does not allow
  record Grow(int count, int withheld) implements Scaling {}

  /// All that is missing is not allowed.
  record AtLimit(int withheld, long limit) implements Scaling {}

  record Shrink(int count) implements Scaling {}

  /// A claim about to be replaced counts as there, since its successor is counted when it comes;
  /// towards the limit everything counts that is still there.
  ///
  /// @param limit of nodes, where there is one
  static Scaling of(long replicas, OptionalLong limit, StaticCount count) {
    if (count.active() > replicas) {
      return new Shrink(Math.toIntExact(count.active() - replicas));
    }
    long missing = replicas - count.active() - count.pending();
    if (missing <= 0) {
      return new Steady();
    }
    long room = Math.max(0, limit.orElse(Long.MAX_VALUE) - count.all());
    int granted = Math.toIntExact(Math.min(missing, room));
    int withheld = Math.toIntExact(missing - granted);
    return granted == 0 ? new AtLimit(withheld, limit.orElseThrow()) : new Grow(granted, withheld);
  }
}
