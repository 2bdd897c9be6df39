package karpenter.operator.lifecycle;

import java.util.Map;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.lifecycle.Liveness;
import karpenter.core.nodepool.RegistrationOutcome;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.nodepool.HealthRings;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Blindness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives up claims that take too long to launch or to register (spec 02 §1.7).
final class LivenessStep implements Step.Taker {
  private static final Logger LOG = LoggerFactory.getLogger(LivenessStep.class);

  private final LoopContext ctx;
  private final Told told;
  private final HealthRings health;

  LivenessStep(LoopContext ctx, Told told, HealthRings health) {
    this.ctx = ctx;
    this.told = told;
    this.health = health;
  }

  @Override
  public Step take(ClaimFacts claim) throws Unreachable, InterruptedException {
    return switch (Liveness.decide(claim, ctx.clock().instant())) {
      case Liveness.Settled() -> Step.of(claim);
      case Liveness.TimeLeft(var time) -> Step.of(claim, Outcome.again(time));
      case Liveness.TimedOut timedOut -> {
        // Its node may have registered, and nobody could tell us.
        if (Blindness.of(ctx.state(), ctx.clock().instant()).isPresent()) {
          yield Step.of(claim, Outcome.again(Blindness.TOLERATED));
        }
        yield giveUp(claim, timedOut);
      }
    };
  }

  private Step giveUp(ClaimFacts claim, Liveness.TimedOut timedOut)
      throws Unreachable, InterruptedException {
    var cause = timedOut.cause();
    if (new GivingUp(ctx).delete(claim, cause.reason())) {
      health.record(claim, failure(claim, cause));
      LOG.atInfo()
          .addKeyValue("reason", cause.reason())
          .addKeyValue("ttl", cause.limit().toString())
          .log("deleting nodeclaim that took too long");
      told.decided(
          "ClaimTimedOut",
          claim,
          "%s not reached within %d minutes"
              .formatted(
                  cause == Liveness.Cause.LAUNCH ? ClaimFacts.LAUNCHED : ClaimFacts.REGISTERED,
                  cause.limit().toMinutes()),
          Map.of("reason", cause.reason(), "since", timedOut.since().toString()));
    }
    return Step.over(claim, Outcome.DONE);
  }

  private static RegistrationOutcome failure(ClaimFacts claim, Liveness.Cause cause) {
    return switch (cause) {
      case REGISTRATION ->
          new RegistrationOutcome.TimedOut(
              "RegistrationFailed", "Nodes launch but do not register");
      case LAUNCH ->
          claim
              .conditions()
              .find(ClaimFacts.LAUNCHED)
              .map(LivenessStep::failure)
              .orElse(new RegistrationOutcome.TimedOut("LaunchFailed", "Nodes do not launch"));
    };
  }

  private static RegistrationOutcome failure(Condition launched) {
    return new RegistrationOutcome.TimedOut(launched.reason(), launched.message());
  }
}
