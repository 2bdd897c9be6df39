package karpenter.app.snapshot;

import java.time.Instant;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Kube;

/// Reads a cluster, kind by kind. What comes and goes meanwhile may be in it or not, as in any list
/// of a living cluster.
public final class SnapshotTaker {
  private SnapshotTaker() {}

  public static ClusterImage take(Kube kube, Instant now) throws Unreachable, InterruptedException {
    var image = ClusterImage.empty(now);
    for (var resource : Kinds.ALL) {
      for (var object : kube.list(resource, "")) {
        image.put(resource, Redaction.of(object));
      }
    }
    return image;
  }
}
