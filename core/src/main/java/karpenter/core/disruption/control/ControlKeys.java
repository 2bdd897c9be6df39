package karpenter.core.disruption.control;

import java.util.List;
import java.util.Set;

/// The annotations that set controls, and those in which we remember what they need.
public final class ControlKeys {
  public static final String PREFIX = "karpenter-jvm.dev/";

  public static final String MIN_SAVING = PREFIX + "min-saving";
  public static final String PAYBACK = PREFIX + "payback";
  public static final String ALLOW_WINDOWS = PREFIX + "allow-windows";
  public static final String DENY_WINDOWS = PREFIX + "deny-windows";
  public static final String RATE = PREFIX + "rate";
  public static final String PAUSE = PREFIX + "pause";
  public static final String DRIFT = PREFIX + "drift";
  public static final String SPOT_BREAKER = PREFIX + "spot-breaker";
  public static final String ROTATE = PREFIX + "rotate";
  public static final String SPLIT = PREFIX + "split";

  /// What evicting a pod costs, which a move has to earn.
  public static final String EVICTION_PRICE = PREFIX + "eviction-price";

  /// What a node of the pool costs beside its instance. No control, but read and refused like one:
  /// under a cost that nobody understood nothing is consolidated.
  public static final String NODE_COST = PREFIX + "node-cost";

  /// What users set.
  public static final List<String> ALL =
      List.of(
          MIN_SAVING,
          PAYBACK,
          ALLOW_WINDOWS,
          DENY_WINDOWS,
          RATE,
          PAUSE,
          DRIFT,
          SPOT_BREAKER,
          ROTATE,
          SPLIT,
          EVICTION_PRICE,
          NODE_COST);

  /// What makes sense of many nodes only.
  public static final Set<String> NOT_ON_NODES = Set.of(RATE, DRIFT, SPOT_BREAKER, NODE_COST);

  /// What says something of one pool only.
  public static final Set<String> ON_POOLS_ONLY = Set.of(NODE_COST);

  /// On a pool: when its nodes were taken, where a rate counts them.
  public static final String STARTS = PREFIX + "recent-starts";

  /// On a pool: when the cloud took its spot nodes, where a breaker counts them.
  public static final String INTERRUPTIONS = PREFIX + "recent-interruptions";

  /// On a pool: how far an approved drift has come.
  public static final String DRIFT_PROGRESS = PREFIX + "drift-progress";

  private ControlKeys() {}
}
