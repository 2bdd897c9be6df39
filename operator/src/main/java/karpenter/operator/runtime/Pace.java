package karpenter.operator.runtime;

import java.time.Duration;

/// How fast a loop may go.
///
/// @param workers how many keys at once
/// @param firstBackOff the wait after a first failure; doubles up to `maxBackOff`
/// @param perSecond reconciles a second that retries may cause
public record Pace(int workers, Duration firstBackOff, Duration maxBackOff, int perSecond) {
  private static final int CORES_FOR_MOST_WORKERS = 60;

  /// As upstream's framework has it for loops that say nothing.
  public static Pace standard(int workers) {
    return new Pace(workers, Duration.ofMillis(5), Duration.ofSeconds(1000), 10);
  }

  public static Pace of(int workers, Duration firstBackOff, Duration maxBackOff) {
    return new Pace(workers, firstBackOff, maxBackOff, 10);
  }

  /// More cores, more workers: `least` with one core, `most` with sixty (spec 02 §0.6).
  public static int workers(int cpuMillis, int least, int most) {
    int cores = Math.ceilDiv(Math.max(1, cpuMillis), 1000);
    int more = (most - least) * (cores - 1) / (CORES_FOR_MOST_WORKERS - 1);
    return Math.clamp(least + more, least, most);
  }
}
