package karpenter.operator.lifecycle;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.lifecycle.PodEvents;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Change;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Kind;

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
    return claim.isEmpty()
        ? Outcome.DONE
        : Outcome.of(
            ctx.writer()
                .patchClaimStatus(claim.get(), claim.get().withLastPodEvent(now), Guard.NONE));
  }
}
