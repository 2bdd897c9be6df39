package karpenter.operator.lifecycle;

import java.util.Map;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.lifecycle.Launch;
import karpenter.core.lifecycle.Machine;
import karpenter.core.lifecycle.Marks;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.runtime.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the cloud for the claim's machine, once (spec 02 §1.4).
final class LaunchStep implements Step.Taker {
  private static final Logger LOG = LoggerFactory.getLogger(LaunchStep.class);

  private final LoopContext ctx;
  private final Told told;
  private final Launches launches;

  LaunchStep(LoopContext ctx, Told told, Launches launches) {
    this.ctx = ctx;
    this.told = told;
    this.launches = launches;
  }

  @Override
  public Step take(ClaimFacts claim) throws Unreachable, InterruptedException {
    var now = ctx.clock().instant();
    if (!Launch.isDue(claim)) {
      launches.forget(claim.name());
      return Step.of(
          claim.withConditions(
              claim.conditions().restamped(ClaimFacts.LAUNCHED, claim.subject(), now)));
    }
    var kept = launches.find(claim);
    return kept.isPresent() ? launched(claim, kept.get()) : launch(claim);
  }

  private Step launch(ClaimFacts claim) throws Unreachable, InterruptedException {
    LaunchOutcome outcome;
    try {
      outcome = ctx.provider().create(claim, ctx.state().snapshot().nodeClass(claim.nodeClass()));
    } catch (Unreachable e) {
      return failed(claim, Launch.FAILED, String.valueOf(e.getMessage()));
    }
    return switch (outcome) {
      case LaunchOutcome.Launched(var instance) -> {
        var machine = machine(instance);
        launches.keep(claim, machine);
        yield launched(claim, machine);
      }
      case LaunchOutcome.NoCapacity(var message) -> {
        told.warning(claim, "InsufficientCapacityError", message);
        yield givenUp(claim, "insufficient_capacity", message);
      }
      case LaunchOutcome.NodeClassNotReady(var message) -> {
        told.warning(claim, "NodeClassNotReady", message);
        yield givenUp(claim, "nodeclass_not_ready", message);
      }
      case LaunchOutcome.Failed(var reason, var message) -> failed(claim, reason, message);
    };
  }

  private Step launched(ClaimFacts claim, Machine machine) {
    var launched = Launch.launched(claim, machine, ctx.clock().instant());
    return Step.of(launched).onceStored(() -> tellLaunched(launched));
  }

  private void tellLaunched(ClaimFacts claim) {
    var meta = claim.meta();
    LOG.atInfo()
        .addKeyValue("provider-id", claim.providerId().orElse(""))
        .addKeyValue("instance-type", meta.label(Marks.INSTANCE_TYPE))
        .addKeyValue("zone", meta.label(Marks.ZONE))
        .addKeyValue("capacity-type", meta.label(Marks.CAPACITY_TYPE))
        .addKeyValue("allocatable", claim.allocatable().render())
        .log("launched nodeclaim");
    told.decided(
        "ClaimLaunched",
        claim,
        "The cloud launched a %s in %s"
            .formatted(meta.label(Marks.INSTANCE_TYPE), meta.label(Marks.ZONE)),
        Map.of(
            "provider-id", claim.providerId().orElse(""),
            "capacity-type", meta.label(Marks.CAPACITY_TYPE)));
  }

  /// The claim is of no use any more: its pods are planned anew, on what can be had.
  private Step givenUp(ClaimFacts claim, String reason, String message)
      throws Unreachable, InterruptedException {
    if (new GivingUp(ctx).delete(claim, reason)) {
      LOG.atError()
          .addKeyValue("reason", reason)
          .addKeyValue("error", message)
          .log("launching nodeclaim was refused");
      told.decided("ClaimLaunchRefused", claim, message, Map.of("reason", reason));
    }
    return Step.over(claim, Outcome.DONE);
  }

  private Step failed(ClaimFacts claim, String reason, String message) {
    var failed = Launch.failed(claim, reason, message, ctx.clock().instant());
    var step = Step.of(failed, Outcome.failed("launching nodeclaim: " + message));
    boolean isNews = !failed.conditions().equals(claim.conditions());
    return isNews
        ? step.onceStored(
            () -> told.decided("ClaimLaunchFailed", claim, message, Map.of("reason", reason)))
        : step;
  }

  private static Machine machine(Instance instance) {
    return new Machine(
        instance.providerId(),
        instance.imageId(),
        instance.labels(),
        instance.annotations(),
        instance.capacity(),
        instance.allocatable());
  }
}
