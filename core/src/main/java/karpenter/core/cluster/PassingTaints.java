package karpenter.core.cluster;

import java.util.List;
import karpenter.core.pod.Taint;

/// Taints that go away by themselves while a node starts (spec 01 §2.3).
public final class PassingTaints {
  private static final String READINESS_PREFIX = "readiness.k8s.io/";

  private static final List<Taint> KNOWN =
      List.of(
          new Taint("node.kubernetes.io/not-ready", "", Taint.Effect.NO_SCHEDULE),
          new Taint("node.kubernetes.io/not-ready", "", Taint.Effect.NO_EXECUTE),
          new Taint("node.kubernetes.io/unreachable", "", Taint.Effect.NO_SCHEDULE),
          new Taint("node.cloudprovider.kubernetes.io/uninitialized", "", Taint.Effect.NO_SCHEDULE),
          new Taint("karpenter.sh/unregistered", "", Taint.Effect.NO_EXECUTE));

  private PassingTaints() {}

  /// The value does not matter.
  public static boolean isKnown(Taint taint) {
    return taint.key().startsWith(READINESS_PREFIX)
        || KNOWN.stream()
            .anyMatch(k -> k.key().equals(taint.key()) && k.effect() == taint.effect());
  }
}
