package karpenter.simulator.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How a trace is played.
///
/// @param start the time on the clock when it begins
/// @param boot how long a machine takes until its node appears, give or take a half
/// @param patience how long a pod may wait before it is taken away
/// @param atMost the trace is cut off there
/// @param faults what goes wrong besides what the trace says
/// @param stretches how many points a curve has
public record Terms(
    long seed,
    Instant start,
    Duration boot,
    Duration patience,
    Optional<Duration> atMost,
    Chaos faults,
    int stretches) {

  public static final Terms USUAL =
      new Terms(
          1,
          Instant.parse("2026-01-05T00:00:00Z"),
          Duration.ofSeconds(40),
          Duration.ofHours(24),
          Optional.empty(),
          Chaos.NONE,
          240);

  /// What goes wrong all the time.
  ///
  /// @param failingCalls so many of a thousand calls of the operator
  /// @param killedNodes so many machines a day
  /// @param restarts so many deaths of the operator a day
  public record Chaos(int failingCalls, int killedNodes, int restarts) {
    public static final Chaos NONE = new Chaos(0, 0, 0);
  }

  public Terms withSeed(long other) {
    return new Terms(other, start, boot, patience, atMost, faults, stretches);
  }

  public Terms withFaults(Chaos other) {
    return new Terms(seed, start, boot, patience, atMost, other, stretches);
  }

  Duration length(Trace trace) {
    return atMost.filter(most -> most.compareTo(trace.length()) < 0).orElse(trace.length());
  }
}
