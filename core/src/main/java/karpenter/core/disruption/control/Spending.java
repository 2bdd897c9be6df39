package karpenter.core.disruption.control;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Reason;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;

/// Counts the nodes taken in one pass against rates and waves.
public final class Spending {
  private final Controls controls;
  private final Map<String, Integer> byPool = new TreeMap<>();
  private final Map<String, Integer> driftByPool = new TreeMap<>();
  private int all;

  Spending(Controls controls) {
    this.controls = controls;
  }

  /// Takes the node, unless something stands against it.
  ///
  /// @return what does; empty when the node was taken
  public List<Obstacle> take(ClaimFacts claim, PoolFacts pool, Method method) {
    var judgement = controls.judge(claim, pool, method);
    if (!judgement.isAllowed()) {
      return judgement.obstacles();
    }
    boolean isWave = method.reason() == Reason.DRIFTED && !Controls.isRotated(claim);
    if (isSpent(controls.left(), all)) {
      return List.of(Holds.takenElsewhere("rate"));
    }
    if (isSpent(controls.left(pool), byPool.getOrDefault(pool.name(), 0))) {
      return List.of(Holds.takenElsewhere("rate"));
    }
    if (isWave && isSpent(controls.waveLeft(pool), driftByPool.getOrDefault(pool.name(), 0))) {
      return List.of(Holds.takenElsewhere("drift-wave"));
    }
    all++;
    byPool.merge(pool.name(), 1, Integer::sum);
    if (isWave) {
      driftByPool.merge(pool.name(), 1, Integer::sum);
    }
    return List.of();
  }

  private static boolean isSpent(OptionalInt left, int taken) {
    return left.isPresent() && taken >= left.getAsInt();
  }
}
