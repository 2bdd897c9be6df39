package karpenter.core.lifecycle;

import java.time.Duration;
import java.time.Instant;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;

/// How long a claim may take to launch and to register (spec 02 §1.7). A claim that fails is given
/// up so that its pods are planned anew.
public sealed interface Liveness {
  Duration LAUNCH_LIMIT = Duration.ofMinutes(5);
  Duration REGISTRATION_LIMIT = Duration.ofMinutes(15);

  /// It registered: nothing here can happen to it any more.
  record Settled() implements Liveness {}

  record TimeLeft(Duration time) implements Liveness {}

  /// It is to be given up.
  ///
  /// @param since when the condition took the status it did not leave
  record TimedOut(Cause cause, Instant since) implements Liveness {}

  /// The value is that of the metric label `reason`.
  enum Cause {
    LAUNCH("launch_timeout", LAUNCH_LIMIT),
    REGISTRATION("registration_timeout", REGISTRATION_LIMIT);

    private final String reason;
    private final Duration limit;

    Cause(String reason, Duration limit) {
      this.reason = reason;
      this.limit = limit;
    }

    public String reason() {
      return reason;
    }

    public Duration limit() {
      return limit;
    }
  }

  static Liveness decide(ClaimFacts claim, Instant now) {
    if (claim.is(ClaimFacts.REGISTERED)) {
      return new Settled();
    }
    return claim.is(ClaimFacts.LAUNCHED)
        ? within(Cause.REGISTRATION, since(claim, ClaimFacts.REGISTERED), now)
        : within(Cause.LAUNCH, since(claim, ClaimFacts.LAUNCHED), now);
  }

  private static Liveness within(Cause cause, Instant since, Instant now) {
    var left = Duration.between(now, since.plus(cause.limit));
    return left.isPositive() ? new TimeLeft(left) : new TimedOut(cause, since);
  }

  private static Instant since(ClaimFacts claim, String condition) {
    return claim.conditions().find(condition).map(Condition::since).orElse(claim.meta().created());
  }
}
