package karpenter.operator.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.VolumeClaimFacts;
import karpenter.core.termination.DrainPlan;
import karpenter.core.termination.DrainProgress;
import karpenter.core.termination.DrainWait;
import karpenter.core.termination.PodBudgets;
import karpenter.core.termination.VolumeWait;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
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
  private final DrainStories stories;
  private volatile KnownBudgets known = new KnownBudgets(List.of(), PodBudgets.NONE);

  private record KnownBudgets(List<PdbFacts> all, PodBudgets budgets) {}

  Departure(LoopContext context, EvictionLoop evictions, TerminationNews news) {
    this.context = context;
    this.stories = new DrainStories(context, news);
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

  /// The node is gone, or stays after all.
  void forget(String node) {
    stories.forget(node);
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
        var story = stories.look(node, DrainWait.of(plan, budgets(), now), told(claim));
        news.draining(node, count, story);
        yield Stand.waiting(claim.map(c -> draining(c, story.message(now), now)), NET);
      }
      case DrainProgress.Settling(var left) -> {
        stories.forget(node.name());
        yield Stand.waiting(claim.map(c -> draining(c, DrainProgress.DRAINING, now)), left);
      }
      case DrainProgress.Drained _ -> {
        stories.forget(node.name());
        yield volumes(node, claim.map(c -> c.setTrue(ClaimFacts.DRAINED, now)), deadline, now);
      }
    };
  }

  private static ClaimFacts draining(ClaimFacts claim, String message, Instant now) {
    return claim.setUnknown(ClaimFacts.DRAINED, DrainProgress.DRAINING, message, now);
  }

  private static String told(Optional<ClaimFacts> claim) {
    return claim
        .flatMap(c -> c.conditions().find(ClaimFacts.DRAINED))
        .map(Condition::message)
        .orElse("");
  }

  /// They change seldom, and every node that is drained asks every second.
  private PodBudgets budgets() {
    var all = context.state().snapshot().all(Kind.PDBS);
    var last = known;
    if (!last.all().equals(all)) {
      last = new KnownBudgets(all, PodBudgets.of(all));
      known = last;
    }
    return last.budgets();
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
      case VolumeWait.Detached _ ->
          machine(node, claim.map(c -> c.setTrue(type, now)), deadline, now);
      case VolumeWait.GivenUp _ ->
          machine(
              node,
              claim.map(c -> c.setFalse(type, VolumeWait.ELAPSED, VolumeWait.ELAPSED, now)),
              deadline,
              now);
      case VolumeWait.Awaiting(var attachments) -> {
        news.awaitingVolumes(node, attachments);
        yield Stand.waiting(
            claim.map(c -> c.setUnknown(type, VolumeWait.AWAITING, VolumeWait.AWAITING, now)), NET);
      }
    };
  }

  /// Without a claim nobody knows whose machine it is; garbage collection ends it.
  private Stand machine(
      NodeFacts node, Optional<ClaimFacts> claim, Optional<Instant> deadline, Instant now)
      throws Unreachable, InterruptedException {
    var providerId = claim.flatMap(ClaimFacts::providerId);
    if (providerId.isEmpty()) {
      return new Stand(claim, Optional.empty());
    }
    if (!isEnding(claim) && hasUnseenPods(node, deadline, now)) {
      return Stand.waiting(claim.map(c -> draining(c, DrainProgress.DRAINING, now)), NET);
    }
    var outcome = context.provider().delete(providerId.get());
    var terminating = claim.map(c -> c.setTrue(ClaimFacts.INSTANCE_TERMINATING, now));
    return outcome == DeleteOutcome.GONE
        ? new Stand(terminating, Optional.empty())
        : Stand.waiting(terminating, MACHINE_POLL);
  }

  private static boolean isEnding(Optional<ClaimFacts> claim) {
    return claim.filter(c -> c.is(ClaimFacts.INSTANCE_TERMINATING)).isPresent();
  }

  /// Our view of the pods may be old: the watch may have been silent while the scheduler bound some
  /// to the node before it was tainted. So the API server is asked once more before the machine
  /// ends.
  private boolean hasUnseenPods(NodeFacts node, Optional<Instant> deadline, Instant now)
      throws Unreachable, InterruptedException {
    for (var pod : context.kube().podsOn(node.name())) {
      context.state().echo(Resource.PODS, pod);
    }
    var plan = DrainPlan.of(context.state().snapshot().podsOn(node.name()), deadline, now);
    return !plan.waiting().isEmpty();
  }
}
