package karpenter.api;

import java.util.List;
import karpenter.api.v1.Taint;

/// Taints that Karpenter sets, and those of others that it knows to be passing.
public final class Taints {
  public static final String NO_SCHEDULE = "NoSchedule";
  public static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";
  public static final String NO_EXECUTE = "NoExecute";
  public static final List<String> EFFECTS = List.of(NO_SCHEDULE, PREFER_NO_SCHEDULE, NO_EXECUTE);

  public static final String DISRUPTED_KEY = Labels.GROUP + "/disrupted";
  public static final String UNREGISTERED_KEY = Labels.GROUP + "/unregistered";

  /// On a node that is being disrupted or terminated.
  public static final Taint DISRUPTED = new Taint(DISRUPTED_KEY, null, NO_SCHEDULE, null);

  /// On a new node until registration removes it.
  public static final Taint UNREGISTERED = new Taint(UNREGISTERED_KEY, null, NO_EXECUTE, null);

  private static final String READINESS_PREFIX = "readiness.k8s.io/";

  private static final List<Taint> EPHEMERAL =
      List.of(
          new Taint("node.kubernetes.io/not-ready", null, NO_SCHEDULE, null),
          new Taint("node.kubernetes.io/not-ready", null, NO_EXECUTE, null),
          new Taint("node.kubernetes.io/unreachable", null, NO_SCHEDULE, null),
          new Taint("node.cloudprovider.kubernetes.io/uninitialized", null, NO_SCHEDULE, null),
          UNREGISTERED);

  private Taints() {}

  /// A taint that goes away by itself while a node starts: ignored for scheduling on managed nodes
  /// that are not yet initialized, and a reason to call them not initialized. The value does not
  /// matter.
  public static boolean isKnownEphemeral(String key, String effect) {
    return key.startsWith(READINESS_PREFIX)
        || EPHEMERAL.stream()
            .anyMatch(taint -> taint.key().equals(key) && taint.effect().equals(effect));
  }
}
