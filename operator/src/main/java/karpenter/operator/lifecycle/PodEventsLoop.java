package karpenter.operator.lifecycle;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.lifecycle.Consolidatable;
import karpenter.core.lifecycle.Marks;
import karpenter.core.lifecycle.PodEvents;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;

/// Writes down when pods last came to a node or left it (spec 02 §1.15). Its keys are node names.
final class PodEventsLoop implements Loop<String> {
  private final LoopContext ctx;
  private final Managed managed;

  PodEventsLoop(LoopContext ctx) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
  }

  @Override
  public String name() {
    return "nodeclaim.podevents";
  }

  List<String> keys(Change change) {
    return change
        .after(Kind.PODS)
        .filter(pod -> isDisturbance(change, pod))
        .flatMap(PodFacts::node)
        .map(List::of)
        .orElse(List.of());
  }

  private boolean isDisturbance(Change change, PodFacts pod) {
    var before = change.before(Kind.PODS);
    return PodEvents.isDisturbance(before, pod)
        && (before.isPresent()
            || change.origin() != Change.Origin.REPLAY
            || claimOf(pod).map(claim -> PodEvents.isNews(pod, claim)).orElse(false));
  }

  private Optional<ClaimFacts> claimOf(PodFacts pod) {
    var snapshot = ctx.state().snapshot();
    return pod.node().flatMap(snapshot::node).flatMap(snapshot::claimOf);
  }

  @Override
  public Outcome reconcile(String nodeName) throws Unreachable, InterruptedException {
    var snapshot = ctx.state().snapshot();
    var now = ctx.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    var claim =
        snapshot
            .node(nodeName)
            .flatMap(snapshot::claimOf)
            .filter(managed::is)
            .filter(c -> PodEvents.isWorthWriting(c, now));
    if (claim.isEmpty()) {
      return Outcome.DONE;
    }
    var before = claim.get();
    var after = disturbed(before, snapshot, now);
    var guard = after.conditions().equals(before.conditions()) ? Guard.NONE : Guard.VERSION;
    return Outcome.of(ctx.writer().patchClaimStatus(before, after, guard));
  }

  /// A node where a pod just came or went cannot be consolidated yet. The loop that marks claims
  /// would say so a moment later; said here, it is one write fewer for every pod.
  private ClaimFacts disturbed(ClaimFacts claim, ClusterSnapshot snapshot, Instant now) {
    var disturbed = claim.withLastPodEvent(now);
    boolean mustWait =
        snapshot
            .pool(claim.meta().label(Marks.NODE_POOL))
            .map(PoolState::facts)
            .filter(pool -> managed.is(pool) && !pool.isStatic())
            .map(pool -> Consolidatable.decide(disturbed, pool, now) instanceof Consolidatable.In)
            .orElse(false);
    return mustWait && !claim.meta().isDeleting()
        ? disturbed.clear(ClaimFacts.CONSOLIDATABLE)
        : disturbed;
  }
}
