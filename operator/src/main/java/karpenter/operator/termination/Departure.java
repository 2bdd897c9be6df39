package karpenter.operator.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.VolumeClaimFacts;
import karpenter.core.termination.DrainPlan;
import karpenter.core.termination.DrainProgress;
import karpenter.core.termination.DrainWait;
import karpenter.core.termination.PodBudgets;
import karpenter.core.termination.VolumeWait;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.provider.DeleteOutcome;
import karpenter.operator.state.Kind;

/// What must have left a node before it may go itself: pods, then volumes, then the machine. Each
/// is waited for before the next is looked at.
final class Departure {
  private static final Duration NET = Duration.ofSeconds(1);
  private static final Duration MACHINE_POLL = Duration.ofSeconds(5);

  private final LoopContext context;
  private final EvictionLoop evictions;
  private final TerminationNews news;

  Departure(LoopContext context, EvictionLoop evictions, TerminationNews news) {
    this.context = context;
    this.evictions = evictions;
    this.news = news;
  }

  /// How far a node is.
  ///
  /// @param claim with its conditions brought up to date
  /// @param again when to look again; empty when all is done
  record Stand(Optional<ClaimFacts> claim, Optional<Duration> again) {
    static Stand waiting(Optional<ClaimFacts> claim, Duration wait) {
      return new Stand(claim, Optional.of(wait));
    }
  }

  Stand advance(NodeFacts node, Optional<ClaimFacts> claim, Optional<Instant> deadline)
      throws Unreachable, InterruptedException {
    var now = context.clock().instant();
    var pods = context.state().snapshot().podsOn(node.name());
    var plan = DrainPlan.of(pods, deadline, now);
    plan.toForce().forEach(pod -> evictions.add(pod, deadline));
    plan.toEvict().forEach(pod -> evictions.add(pod, deadline));
    return switch (DrainProgress.of(plan, claim, now)) {
      case DrainProgress.Waiting(var count) -> {
        news.draining(node, count);
        yield Stand.waiting(claim.map(c -> waiting(c, plan, now)), NET);
      }
      case DrainProgress.Settling(var left) ->
          Stand.waiting(claim.map(c -> draining(c, now)), left);
      case DrainProgress.Drained _ ->
          volumes(node, claim.map(c -> c.setTrue(ClaimFacts.DRAINED, now)), deadline, now);
    };
  }

  private ClaimFacts waiting(ClaimFacts claim, DrainPlan plan, Instant now) {
    var budgets = PodBudgets.of(context.state().snapshot().all(Kind.PDBS));
    return DrainWait.sentence(plan, claim, budgets, now)
        .map(why -> claim.setUnknown(ClaimFacts.DRAINED, DrainProgress.DRAINING, why, now))
        .orElseGet(() -> draining(claim, now));
  }

  private static ClaimFacts draining(ClaimFacts claim, Instant now) {
    return claim.setUnknown(
        ClaimFacts.DRAINED, DrainProgress.DRAINING, DrainProgress.DRAINING, now);
  }

  private Stand volumes(
      NodeFacts node, Optional<ClaimFacts> claim, Optional<Instant> deadline, Instant now)
      throws Unreachable, InterruptedException {
    var snapshot = context.state().snapshot();
    var wait =
        VolumeWait.of(
            node.name(),
            snapshot.all(Kind.VOLUME_ATTACHMENTS),
            snapshot.podsOn(node.name()),
            (namespace, name) ->
                snapshot
                    .find(Kind.VOLUME_CLAIMS, ObjectKey.of(namespace, name))
                    .flatMap(VolumeClaimFacts::volume),
            deadline,
            now);
    var type = ClaimFacts.VOLUMES_DETACHED;
    return switch (wait) {
      case VolumeWait.Detached _ -> machine(claim.map(c -> c.setTrue(type, now)), now);
      case VolumeWait.GivenUp _ ->
          machine(
              claim.map(c -> c.setFalse(type, VolumeWait.ELAPSED, VolumeWait.ELAPSED, now)), now);
      case VolumeWait.Awaiting(var attachments) -> {
        news.awaitingVolumes(node, attachments);
        yield Stand.waiting(
            claim.map(c -> c.setUnknown(type, VolumeWait.AWAITING, VolumeWait.AWAITING, now)), NET);
      }
    };
  }

  /// Without a claim nobody knows whose machine it is; garbage collection ends it.
  private Stand machine(Optional<ClaimFacts> claim, Instant now)
      throws Unreachable, InterruptedException {
    var providerId = claim.flatMap(ClaimFacts::providerId);
    if (providerId.isEmpty()) {
      return new Stand(claim, Optional.empty());
    }
    var outcome = context.provider().delete(providerId.get());
    var terminating = claim.map(c -> c.setTrue(ClaimFacts.INSTANCE_TERMINATING, now));
    return outcome == DeleteOutcome.GONE
        ? new Stand(terminating, Optional.empty())
        : Stand.waiting(terminating, MACHINE_POLL);
  }
}
