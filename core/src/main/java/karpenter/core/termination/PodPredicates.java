package karpenter.core.termination;

import java.time.Duration;
import java.time.Instant;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Taint;

/// What may be done with a pod whose node goes (spec 02 §2.4).
public final class PodPredicates {
  /// On a node that is being disrupted or terminated.
  public static final Taint DISRUPTED =
      new Taint("karpenter.sh/disrupted", "", Taint.Effect.NO_SCHEDULE);

  /// A pod that is still there so long after its deletion time, which includes its grace, will not
  /// be stopped by its kubelet any more.
  public static final Duration STUCK_AFTER = Duration.ofMinutes(1);

  private PodPredicates() {}

  public static boolean isStuckTerminating(PodFacts pod, Instant now) {
    return pod.deleted().map(at -> now.isAfter(at.plus(STUCK_AFTER))).orElse(false);
  }

  /// Will need another place when its node goes. A terminating pod of a StatefulSet counts: its
  /// successor is created only when it has gone, and has the same needs.
  public static boolean isReschedulable(PodFacts pod) {
    boolean returns = pod.isActive() || (pod.isTerminating() && pod.isOwnedByStatefulSet());
    return returns && !pod.isOwnedByDaemonSet() && !pod.isOwnedByNode();
  }

  public static boolean toleratesDisrupted(PodFacts pod) {
    return pod.spec().tolerations().stream().anyMatch(t -> t.tolerates(DISRUPTED));
  }

  /// Carries a do-not-disrupt annotation that holds now.
  public static boolean isProtected(PodFacts pod, Instant now) {
    return Protection.of(pod, now).isActive();
  }

  /// May be asked to go.
  public static boolean isEvictable(PodFacts pod, Instant now) {
    return pod.isActive()
        && !toleratesDisrupted(pod)
        && !pod.isOwnedByNode()
        && !isProtected(pod, now);
  }

  /// Will go before its machine does; the others die with it.
  public static boolean isDrainable(PodFacts pod, Instant now) {
    return !toleratesDisrupted(pod) && !isStuckTerminating(pod, now) && !pod.isOwnedByNode();
  }

  /// Holds up the drain. Protected pods do: they stall it.
  public static boolean isWaitingEviction(PodFacts pod, Instant now) {
    return !pod.isTerminal() && isDrainable(pod, now);
  }

  /// Can be moved now, so that its next place must be planned for.
  public static boolean isCurrentlyReschedulable(PodFacts pod, PodBudgets budgets, Instant now) {
    return isReschedulable(pod)
        && !isProtected(pod, now)
        && budgets.fullyBlocking(pod, now).isEmpty();
  }
}
