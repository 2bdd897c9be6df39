package karpenter.core.disruption.control;

import java.time.Instant;
import java.util.Optional;
import karpenter.core.disruption.AllowanceObstacle;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Wording;

/// What users read of a control that holds a node back. Sentences name moments, not spans until
/// them: a verdict must not look new whenever it is repeated.
final class Holds {
  private Holds() {}

  static Obstacle invalid(Scope scope, String problem) {
    return hold(
        "invalid", "%s has a control that cannot be understood: %s", scope.words(), problem);
  }

  static Obstacle paused(Scope scope, Pause pause) {
    return hold(
        "pause",
        "%s paused disruption of %s until %s: %s",
        pause.by(),
        scope.words(),
        Wording.time(pause.until()),
        pause.reason());
  }

  static Obstacle denied(Scope scope, Window window) {
    return hold("deny-window", "%s denies disruption during \"%s\"", scope.words(), window.text());
  }

  static Obstacle notAllowed(Scope scope) {
    return hold(
        "allow-window",
        "%s allows disruption in its windows only, and none is open",
        scope.words());
  }

  static Obstacle rateSpent(Scope scope, Rate rate, Optional<Instant> free) {
    return hold(
        "rate",
        "%s allows %s in %s, and they are spent%s",
        scope.words(),
        Wording.count(rate.nodes(), "node"),
        Wording.duration(rate.per()),
        free.map(at -> " until " + Wording.time(at)).orElse(""));
  }

  /// What was left went to other nodes of the same pass.
  static Obstacle takenElsewhere(String control) {
    return hold(control, "Other nodes take what the control %s leaves now", control);
  }

  static Obstacle unapproved(String pool, String version) {
    return hold(
        "drift-approval",
        "Drift of NodePool %s waits for approval: %s=\"approve=%s\"",
        pool,
        ControlKeys.DRIFT,
        version);
  }

  static Obstacle waveTaken(String pool, DriftPolicy.Approved policy, DriftProgress progress) {
    return hold(
        "drift-wave",
        "Wave %d of %d of NodePool %s is taken (%s), and the next waits for it to be healthy",
        Math.min(progress.wave() + 1, policy.waves().size()),
        policy.waves().size(),
        pool,
        Wording.count(progress.started(), "node"));
  }

  static Obstacle waveNotBegun(String pool) {
    return hold("drift-wave", "The first wave of NodePool %s is about to begin", pool);
  }

  static Obstacle halted(String pool, String reason) {
    return hold(
        "drift-halted",
        "Drift of NodePool %s was halted: %s. It goes on when the approval is written anew",
        pool,
        reason);
  }

  static Obstacle savingTooSmall(Scope scope, double saving, double least) {
    return hold(
        "min-saving",
        "It would save %s, and %s asks for %s",
        Wording.money(saving),
        scope.words(),
        Wording.money(least));
  }

  static Obstacle paysTooLate(Scope scope, Payback payback, double saving, double evictions) {
    return hold(
        "payback",
        "Saving %s does not pay for %s evictions at %s each within %s, as %s asks",
        Wording.money(saving),
        Wording.number(evictions),
        Wording.amount(payback.perPod()),
        Wording.duration(payback.within()),
        scope.words());
  }

  private static Obstacle hold(String control, String sentence, Object... values) {
    return new AllowanceObstacle.Controlled(control, sentence.formatted(values));
  }
}
