package karpenter.simulator;

import java.time.Duration;
import java.time.Instant;
import karpenter.simulator.port.Faults;
import karpenter.simulator.port.Killer;

/// What a simulated cluster is put through. Everything that is left to chance follows from the
/// seed.
///
/// @param launch how long the cloud takes to launch a machine
/// @param lag how late watches may be
/// @param killer when the operator's process is killed
/// @param rebirth how long a killed operator takes to be started again
public record Circumstances(
    long seed,
    Instant start,
    Duration launch,
    Duration lag,
    Faults faults,
    Killer killer,
    Duration rebirth) {

  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");

  /// A good day.
  public static Circumstances calm(long seed) {
    return new Circumstances(
        seed,
        START,
        Duration.ofMillis(500),
        Duration.ofMillis(50),
        Faults.NONE,
        Killer.NEVER,
        Duration.ofSeconds(2));
  }

  public Circumstances withStart(Instant at) {
    return new Circumstances(seed, at, launch, lag, faults, killer, rebirth);
  }

  public Circumstances withLaunch(Duration takes) {
    return new Circumstances(seed, start, takes, lag, faults, killer, rebirth);
  }

  public Circumstances withLag(Duration most) {
    return new Circumstances(seed, start, launch, most, faults, killer, rebirth);
  }

  public Circumstances withFaults(Faults now) {
    return new Circumstances(seed, start, launch, lag, now, killer, rebirth);
  }

  public Circumstances withKiller(Killer now) {
    return new Circumstances(seed, start, launch, lag, faults, now, rebirth);
  }
}
