package karpenter.core.lifecycle;

import java.util.List;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Taint.Effect;

/// What we and others write on claims and nodes while they start and go. Contract with users and
/// with upstream: byte for byte (spec 02 §0.1).
public final class Marks {
  /// On claims and nodes until the machine is gone.
  public static final String FINALIZER = "karpenter.sh/termination";

  public static final String NODE_POOL = "karpenter.sh/nodepool";
  public static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  public static final String ZONE = "topology.kubernetes.io/zone";
  public static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  public static final String REGISTERED = "karpenter.sh/registered";
  public static final String INITIALIZED = "karpenter.sh/initialized";

  /// A node that says so keeps its taints as its bootstrap made them.
  public static final String DO_NOT_SYNC_TAINTS = "karpenter.sh/do-not-sync-taints";

  /// The instant after which a claim's pods are no longer waited for.
  public static final String TERMINATION_TIMESTAMP = "karpenter.sh/nodeclaim-termination-timestamp";

  public static final String HASH = "karpenter.sh/nodepool-hash";
  public static final String HASH_VERSION = "karpenter.sh/nodepool-hash-version";
  public static final String REQUESTED_DRA_DRIVERS = "karpenter.sh/requested-dra-drivers";

  /// A new node carries it until its registration, so that no pod comes before its taints.
  public static final Taint UNREGISTERED =
      new Taint("karpenter.sh/unregistered", "", Effect.NO_EXECUTE);

  private static final String READINESS_PREFIX = "readiness.k8s.io/";

  private static final List<Taint> EPHEMERAL =
      List.of(
          new Taint("node.kubernetes.io/not-ready", "", Effect.NO_SCHEDULE),
          new Taint("node.kubernetes.io/not-ready", "", Effect.NO_EXECUTE),
          new Taint("node.kubernetes.io/unreachable", "", Effect.NO_SCHEDULE),
          new Taint("node.cloudprovider.kubernetes.io/uninitialized", "", Effect.NO_SCHEDULE),
          UNREGISTERED);

  private Marks() {}

  /// Goes away by itself while a node starts; the value does not matter.
  public static boolean isEphemeral(Taint taint) {
    return taint.key().startsWith(READINESS_PREFIX)
        || EPHEMERAL.stream()
            .anyMatch(known -> known.key().equals(taint.key()) && known.effect() == taint.effect());
  }
}
