package karpenter.core.provisioning;

import karpenter.core.cluster.StateNode;
import karpenter.core.pod.PodSpec;

/// Which pods are ours to place.
public final class Intake {
  private Intake() {}

  /// A pod that asks for a node outside every NodePool is not for us to place. Only if *all* its
  /// alternatives do: one of several, or a mere preference, leaves the others (spec 01 §8.1, C8).
  public static boolean refusesPools(PodSpec spec) {
    return spec.nodeAlternatives().stream()
        .allMatch(alternative -> !alternative.get(StateNode.POOL).hasValues());
  }
}
