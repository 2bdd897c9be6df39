package karpenter.operator.termination;

import java.util.Comparator;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;

/// One very pod. Its successor of the same name is another one, and was not asked to go.
record EvictionKey(ObjectKey pod, String uid) implements Comparable<EvictionKey> {
  private static final Comparator<EvictionKey> ORDER =
      Comparator.comparing(EvictionKey::pod).thenComparing(EvictionKey::uid);

  static EvictionKey of(PodFacts pod) {
    return new EvictionKey(ObjectKey.of(pod.namespace(), pod.name()), pod.uid());
  }

  /// Before every key of the namespace.
  static EvictionKey startOf(String namespace) {
    return new EvictionKey(ObjectKey.of(namespace, ""), "");
  }

  @Override
  public int compareTo(EvictionKey other) {
    return ORDER.compare(this, other);
  }
}
