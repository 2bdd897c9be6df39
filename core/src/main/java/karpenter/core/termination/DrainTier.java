package karpenter.core.termination;

import java.util.Set;
import karpenter.core.facts.PodFacts;

/// Who leaves a node first. A tier is asked to go when all before it have gone, so that what others
/// rely on stays longest.
public enum DrainTier {
  ORDINARY,
  ORDINARY_DAEMON,
  CRITICAL,
  CRITICAL_DAEMON;

  /// By name, not by number: other classes may have as high a priority.
  private static final Set<String> CRITICAL_CLASSES =
      Set.of("system-cluster-critical", "system-node-critical");

  public static DrainTier of(PodFacts pod) {
    boolean isDaemon = pod.isOwnedByDaemonSet();
    if (CRITICAL_CLASSES.contains(pod.priorityClass())) {
      return isDaemon ? CRITICAL_DAEMON : CRITICAL;
    }
    return isDaemon ? ORDINARY_DAEMON : ORDINARY;
  }
}
