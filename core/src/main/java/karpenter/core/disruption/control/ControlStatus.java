package karpenter.core.disruption.control;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.Condition;
import karpenter.core.facts.PoolFacts;

/// How a pool's controls stand, as its conditions tell. None of them decides whether it is ready,
/// and a pool without controls has none of them.
///
/// @param problems of controls that hold for its nodes
/// @param drift what holds for its drift
/// @param breaker how its breaker stands
public record ControlStatus(
    boolean isControlled,
    List<String> problems,
    Optional<DriftPolicy> drift,
    Optional<DriftProgress> progress,
    Optional<SpotBreaker.State> breaker) {

  public static final String VALID = "DisruptionControlsValid";
  public static final String DRIFT_APPROVED = "DriftApproved";
  public static final String SPOT_BREAKER = "SpotBreakerClosed";

  /// More would not be read.
  private static final int MAX_NAMED = 5;

  /// What a condition should say.
  private record Says(Condition.Status status, String reason, String message) {}

  public PoolFacts told(PoolFacts pool, Instant now) {
    var told = tell(pool, VALID, isControlled ? Optional.of(valid()) : Optional.empty(), now);
    told = tell(told, DRIFT_APPROVED, drift.map(policy -> drift(policy, pool)), now);
    return tell(told, SPOT_BREAKER, breaker.map(ControlStatus::breaker), now);
  }

  private static PoolFacts tell(PoolFacts pool, String type, Optional<Says> says, Instant now) {
    var conditions = pool.conditions();
    return pool.withConditions(
        says.map(
                s -> conditions.set(type, s.status(), s.reason(), s.message(), pool.subject(), now))
            .orElseGet(() -> conditions.clear(type, pool.subject())));
  }

  private Says valid() {
    if (problems.isEmpty()) {
      return new Says(Condition.Status.TRUE, VALID, "");
    }
    var named = problems.stream().limit(MAX_NAMED).toList();
    var more =
        problems.size() > MAX_NAMED ? "; and %d more".formatted(problems.size() - MAX_NAMED) : "";
    return new Says(
        Condition.Status.FALSE,
        "NotUnderstood",
        "No voluntary disruption where these hold: " + String.join("; ", named) + more);
  }

  private Says drift(DriftPolicy policy, PoolFacts pool) {
    var version = DriftPolicy.version(pool);
    if (!(policy instanceof DriftPolicy.Approved approved) || !approved.version().equals(version)) {
      return new Says(
          Condition.Status.FALSE,
          "AwaitingApproval",
          "To approve: %s=\"approve=%s\"".formatted(ControlKeys.DRIFT, version));
    }
    var now = progress.filter(p -> p.isOf(approved));
    if (now.isEmpty()) {
      return new Says(Condition.Status.TRUE, "Approved", "");
    }
    if (now.get().halted().isPresent()) {
      return new Says(Condition.Status.FALSE, "Halted", now.get().halted().get());
    }
    int waves = approved.waves().size();
    return new Says(
        Condition.Status.TRUE,
        "InWaves",
        now.get().wave() < waves
            ? "Wave %d of %d".formatted(now.get().wave() + 1, waves)
            : "All %d waves were healthy".formatted(waves));
  }

  private static Says breaker(SpotBreaker.State state) {
    return switch (state) {
      case SpotBreaker.State.Closed() -> new Says(Condition.Status.TRUE, "Closed", "");
      case SpotBreaker.State.Open(var interruptions, var until) ->
          new Says(
              Condition.Status.FALSE,
              "Open",
              "%d spot nodes were interrupted; none is bought until %s"
                  .formatted(interruptions, until));
      case SpotBreaker.State.Returning(_, var until) ->
          new Says(
              Condition.Status.FALSE,
              "Returning",
              "Spot is bought again step by step until " + until);
    };
  }
}
