package karpenter.core.disruption.control;

import java.time.Duration;
import java.util.List;
import karpenter.core.facts.PoolFacts;

/// Whether drifted nodes may be replaced.
public sealed interface DriftPolicy {
  /// Only told: what has drifted, and what there is to approve.
  record Observe() implements DriftPolicy {}

  /// Replaced in waves, each after the one before it has proved healthy.
  ///
  /// @param version of pool and node class that is approved; see [#version]
  /// @param waves how many nodes in all may have been taken after each wave, rising; what the last
  ///   leaves over may go when it has proved healthy
  /// @param settle how long a wave must have been healthy before the next begins
  /// @param patience how long a wave may take to become healthy before all is halted
  /// @param text as written: a halt is over when it is written anew
  record Approved(
      String version, List<WaveSize> waves, Duration settle, Duration patience, String text)
      implements DriftPolicy {
    public static final Duration SETTLE = Duration.ofMinutes(5);
    public static final Duration PATIENCE = Duration.ofMinutes(30);
    public static final List<WaveSize> AT_ONCE = List.of(new WaveSize.Percent(100));

    public Approved {
      waves = List.copyOf(waves);
    }
  }

  /// How many nodes, as `3` or `10%`.
  sealed interface WaveSize {
    record Count(int nodes) implements WaveSize {}

    record Percent(int percent) implements WaveSize {}

    /// Rounds up, as budgets do: a tenth of four nodes is one, not a standstill.
    default int of(int nodes) {
      return switch (this) {
        case Count(var count) -> count;
        case Percent(var percent) -> Math.ceilDiv(nodes * percent, 100);
      };
    }
  }

  /// What an approval approves: the pool's template and the node class as they are now. An edit of
  /// either needs another approval.
  static String version(PoolFacts pool) {
    return pool.hash()
        + (pool.nodeClassObservedGeneration().isPresent()
            ? "-" + pool.nodeClassObservedGeneration().getAsLong()
            : "");
  }
}
