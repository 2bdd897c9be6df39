package karpenter.core.testkit.cases;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The label keys generated cases and rule tests use.
public final class Keys {
  public static final String ZONE = "topology.kubernetes.io/zone";
  public static final String HOSTNAME = "kubernetes.io/hostname";
  public static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  public static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  public static final String ARCH = "kubernetes.io/arch";
  public static final String NODE_POOL = "karpenter.sh/nodepool";
  public static final String REGISTERED = "karpenter.sh/registered";
  public static final String INITIALIZED = "karpenter.sh/initialized";

  /// Well-known and a number: what `Gt` and `Lt` are for.
  public static final String GENERATION = "example.com/generation";

  public static final String RESERVATION = "example.com/reservation";

  /// Known only where a pool or a node says so.
  public static final String TIER = "tier";

  public static final String RACK = "rack";

  public static final SortedSet<String> WELL_KNOWN =
      Collections.unmodifiableSortedSet(
          new TreeSet<>(
              List.of(
                  ZONE, CAPACITY_TYPE, INSTANCE_TYPE, ARCH, NODE_POOL, GENERATION, RESERVATION)));

  private Keys() {}
}
