package karpenter.core.disruption.command;

import java.time.Duration;

/// How long a command may take. The more there is under way, the longer the cloud may take.
public final class Patience {
  private static final Duration PER_NODE = Duration.ofMillis(80);
  private static final Duration LEAST = Duration.ofMinutes(10);
  private static final Duration MOST = Duration.ofHours(1);

  private Patience() {}

  /// @param nodes that are to go in all commands under way
  public static Duration with(int nodes) {
    var scaled = PER_NODE.multipliedBy(nodes);
    if (scaled.compareTo(LEAST) < 0) {
      return LEAST;
    }
    return scaled.compareTo(MOST) > 0 ? MOST : scaled;
  }
}
