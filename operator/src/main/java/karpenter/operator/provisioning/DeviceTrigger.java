package karpenter.operator.provisioning;

import java.util.List;
import java.util.Optional;
import karpenter.core.device.ClaimState;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.ResourceClaimFacts;
import karpenter.core.facts.SliceFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;

/// Asks for a pass when pods wait that claim devices and something has come that may help them: the
/// claim itself, its class or template, devices that any node can use, or a claim that gives its
/// devices back.
final class DeviceTrigger implements Loop<DeviceTrigger.News> {
  private static final int WORKERS = 1;

  private final LoopContext context;
  private final Batcher batcher;

  record News(String kind, ObjectKey key) {}

  DeviceTrigger(LoopContext context, Batcher batcher) {
    this.context = context;
    this.batcher = batcher;
  }

  static LoopPlan<News> plan(LoopContext context, Batcher batcher) {
    return LoopPlan.of(
        new DeviceTrigger(context, batcher), Pace.standard(WORKERS), DeviceTrigger::news);
  }

  static List<News> news(Change change) {
    boolean matters =
        change.concerns(Kind.RESOURCE_CLAIMS)
            ? isUsable(change.before(Kind.RESOURCE_CLAIMS), change.after(Kind.RESOURCE_CLAIMS))
            : change.concerns(Kind.RESOURCE_SLICES)
                ? isReachable(
                    change.before(Kind.RESOURCE_SLICES), change.after(Kind.RESOURCE_SLICES))
                : change.after(Kind.DEVICE_CLASSES).isPresent()
                    || change.after(Kind.RESOURCE_CLAIM_TEMPLATES).isPresent();
    return matters ? List.of(new News(change.kind().resource().kind(), change.key())) : List.of();
  }

  /// It is new, asks for something else, or has given its devices back.
  private static boolean isUsable(
      Optional<ResourceClaimFacts> before, Optional<ResourceClaimFacts> after) {
    boolean gaveBack =
        before.map(DeviceTrigger::isAllocated).orElse(false)
            && !after.map(DeviceTrigger::isAllocated).orElse(false);
    boolean asksAnew =
        after.isPresent()
            && !after.map(ResourceClaimFacts::ask).equals(before.map(ResourceClaimFacts::ask));
    return gaveBack || asksAnew;
  }

  private static boolean isAllocated(ResourceClaimFacts claim) {
    return claim.state() instanceof ClaimState.Allocated;
  }

  /// What one node has is the scheduler's to find.
  private static boolean isReachable(Optional<SliceFacts> before, Optional<SliceFacts> after) {
    return after.filter(slice -> slice.node().isEmpty()).isPresent()
        && !after.map(SliceFacts::devices).equals(before.map(SliceFacts::devices));
  }

  @Override
  public String name() {
    return "provisioner.trigger.device";
  }

  @Override
  public Outcome reconcile(News news) {
    if (context.state().snapshot().provisionable().stream().anyMatch(DeviceTrigger::claims)) {
      batcher.trigger(news.kind() + " " + news.key());
    }
    return Outcome.DONE;
  }

  private static boolean claims(PodFacts pod) {
    return !pod.spec().deviceClaims().isEmpty();
  }
}
