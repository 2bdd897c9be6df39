package karpenter.operator.provisioning;

import java.util.List;
import karpenter.operator.LoopContext;
import karpenter.operator.metrics.Metrics.Verdict;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;

/// Asks for a pass when a pod waits for a node. It is told of each pod once; that pods which go on
/// waiting are looked at again is the provisioner's own business, so ten thousand of them cost one
/// timer.
final class PodTrigger implements Loop<PodTrigger.Waiting> {
  private static final int LEAST_WORKERS = 10;
  private static final int MOST_WORKERS = 1000;

  private final LoopContext context;
  private final Batcher batcher;

  /// A pod that waits.
  record Waiting(String uid) {}

  PodTrigger(LoopContext context, Batcher batcher) {
    this.context = context;
    this.batcher = batcher;
  }

  static LoopPlan<Waiting> plan(LoopContext context, Batcher batcher) {
    int workers = Pace.workers(context.settings().cpuRequests(), LEAST_WORKERS, MOST_WORKERS);
    return LoopPlan.of(
        new PodTrigger(context, batcher), Pace.standard(workers), PodTrigger::waiting);
  }

  /// Only what has come to wait: an update of a pod that waits already tells nothing new.
  static List<Waiting> waiting(Change change) {
    var pod = change.after(Kind.PODS);
    if (pod.isEmpty() || !pod.get().isProvisionable()) {
      return List.of();
    }
    var before = change.before(Kind.PODS);
    return before.isPresent() && before.get().isProvisionable()
        ? List.of()
        : List.of(new Waiting(pod.get().uid()));
  }

  @Override
  public String name() {
    return "provisioner.trigger.pod";
  }

  @Override
  public Outcome reconcile(Waiting pod) {
    context.metrics().planned(pod.uid(), Verdict.SEEN, context.clock().instant());
    batcher.trigger(pod.uid());
    return Outcome.DONE;
  }
}
