package karpenter.operator.provisioning;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import karpenter.core.facts.Kin;
import karpenter.core.facts.PodFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.metrics.Metrics.Verdict;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;

/// Asks for a pass when a pod waits for a node, and tells of pods that will. It is told of each pod
/// once; that pods which go on waiting are looked at again is the provisioner's own business, so
/// ten thousand of them cost one timer.
final class PodTrigger implements Loop<PodTrigger.Waiting> {
  private static final int LEAST_WORKERS = 10;
  private static final int MOST_WORKERS = 1000;

  private final LoopContext context;
  private final Batcher batcher;

  /// A pod that waits, or about which nobody has said anything yet.
  record Waiting(ObjectKey key) {}

  PodTrigger(LoopContext context, Batcher batcher) {
    this.context = context;
    this.batcher = batcher;
  }

  static LoopPlan<Waiting> plan(LoopContext context, Batcher batcher) {
    int workers = Pace.workers(context.settings().cpuRequests(), LEAST_WORKERS, MOST_WORKERS);
    return LoopPlan.of(
        new PodTrigger(context, batcher), Pace.standard(workers), PodTrigger::waiting);
  }

  /// Only what has become so: an update of a pod that waits already tells nothing new.
  static List<Waiting> waiting(Change change) {
    var pod = change.after(Kind.PODS);
    if (pod.isEmpty()) {
      return List.of();
    }
    var before = change.before(Kind.PODS);
    return isNew(pod.get(), before, PodFacts::isProvisionable)
            || isNew(pod.get(), before, PodFacts::isUntold)
            || hasOtherClaims(pod.get(), before)
        ? List.of(new Waiting(change.key()))
        : List.of();
  }

  private static boolean isNew(
      PodFacts pod, Optional<PodFacts> before, Predicate<PodFacts> standing) {
    return standing.test(pod) && before.filter(standing).isEmpty();
  }

  /// The claims for its devices were made: what it waits for is another thing now.
  private static boolean hasOtherClaims(PodFacts pod, Optional<PodFacts> before) {
    return pod.isProvisionable()
        && before
            .filter(b -> !b.spec().deviceClaims().equals(pod.spec().deviceClaims()))
            .isPresent();
  }

  @Override
  public String name() {
    return "provisioner.trigger.pod";
  }

  @Override
  public Outcome reconcile(Waiting waiting) {
    context.state().snapshot().pod(waiting.key()).ifPresent(this::tell);
    return Outcome.DONE;
  }

  private void tell(PodFacts pod) {
    var kin = Kin.of(pod);
    if (pod.isProvisionable()) {
      context.metrics().planned(pod.uid(), Verdict.SEEN, context.clock().instant());
      batcher.trigger(pod.uid(), kin);
    } else if (pod.isUntold()) {
      kin.ifPresent(family -> batcher.join(pod.uid(), family));
    }
  }
}
