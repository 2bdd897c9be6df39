package karpenter.core.disruption.control;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import karpenter.core.disruption.Wording;

/// The steps of an approved drift: begin, wait for the wave to be taken, wait until it is healthy
/// and has been so for a while, begin the next; halt when it does not become healthy.
public final class DriftWaves {
  private DriftWaves() {}

  /// Progress as it should be written; the same where nothing has to be.
  ///
  /// @param nodes of the pool, now
  /// @param drifted how many of them are drifted and not yet on their way
  public static DriftProgress next(
      DriftPolicy.Approved policy,
      Optional<DriftProgress> before,
      int nodes,
      int drifted,
      WaveHealth health,
      Instant now) {
    if (before.isEmpty() || !before.get().isOf(policy)) {
      return DriftProgress.begin(policy, nodes, now);
    }
    var progress = before.get();
    if (progress.halted().isPresent()) {
      return progress;
    }
    // What failed before the first node was taken is not this drift's doing.
    if (progress.started() > 0 && !health.failures().isEmpty()) {
      return progress.halt(String.join(", ", health.failures()));
    }
    boolean isTaken = progress.left(policy).equals(OptionalInt.of(0));
    if (drifted == 0 || !isTaken) {
      return progress;
    }
    if (!health.isHealthy()) {
      return Duration.between(progress.taken(), now).compareTo(policy.patience()) > 0
          ? progress.halt(
              "wave %d did not become healthy within %s: %s"
                  .formatted(
                      progress.wave() + 1,
                      Wording.duration(policy.patience()),
                      String.join(", ", health.pending())))
          : progress.healthy(Optional.empty());
    }
    if (progress.healthySince().isEmpty()) {
      return progress.healthy(Optional.of(now));
    }
    var well = Duration.between(progress.healthySince().get(), now);
    return well.compareTo(policy.settle()) < 0 ? progress : progress.nextWave(now);
  }
}
