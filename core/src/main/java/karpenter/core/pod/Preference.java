package karpenter.core.pod;

import karpenter.core.requirement.Requirements;

/// Something a pod would like. Weights are those of the Kubernetes API, 1 to 100.
public sealed interface Preference {
  int weight();

  record OfNode(int weight, Requirements node) implements Preference {}

  record NearPods(int weight, AffinityTerm term) implements Preference {}

  record AwayFromPods(int weight, AffinityTerm term) implements Preference {}
}
