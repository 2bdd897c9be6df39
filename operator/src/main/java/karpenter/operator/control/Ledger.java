package karpenter.operator.control;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.disruption.control.Controls;
import karpenter.core.disruption.control.DriftPolicy;
import karpenter.core.disruption.control.DriftProgress;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Written;

/// Writes on pools what was begun, before it begins: a restart must neither forget it nor count it
/// twice. Nothing is written where nothing counts.
public final class Ledger {
  private final LoopContext context;
  private final ControlSource source;

  public Ledger(LoopContext context) {
    this.context = context;
    this.source = new ControlSource(context.settings());
  }

  /// @param claims of the pool that are about to be taken
  /// @return why they must not be; empty when it was written down
  public Optional<String> begin(String poolName, List<ClaimFacts> claims, Method method)
      throws Unreachable, InterruptedException {
    var snapshot = context.state().snapshot();
    var found = snapshot.pool(poolName);
    if (found.isEmpty()) {
      return Optional.of("NodePool " + poolName + " is gone");
    }
    var pool = found.get().facts();
    var now = context.clock().instant();
    var controls = source.at(snapshot, now);
    var annotations = new TreeMap<>(pool.meta().annotations());
    if (controls.countsStarts()) {
      var starts = controls.of(pool).starts().with(now, claims.size(), now);
      annotations.put(ControlKeys.STARTS, starts.text());
    }
    if (method.reason() == Reason.DRIFTED) {
      int ofWave = (int) claims.stream().filter(claim -> !Controls.isRotated(claim)).count();
      var progress = progress(controls, pool);
      if (ofWave > 0 && progress.isPresent()) {
        annotations.put(ControlKeys.DRIFT_PROGRESS, progress.get().with(ofWave, now).text());
      }
    }
    var after = pool.withMeta(pool.meta().withAnnotations(annotations));
    return after.equals(pool) ? Optional.empty() : write(pool, after);
  }

  private static Optional<DriftProgress> progress(Controls controls, PoolFacts pool) {
    return controls
        .drift(pool)
        .flatMap(
            policy ->
                switch (policy) {
                  case DriftPolicy.Observe() -> Optional.empty();
                  case DriftPolicy.Approved approved ->
                      controls.of(pool).progress().filter(p -> p.isOf(approved));
                });
  }

  /// Only at the version that was read: two that count at once would lose a count.
  private Optional<String> write(PoolFacts before, PoolFacts after)
      throws Unreachable, InterruptedException {
    return switch (context.writer().patchPool(before, after, Guard.VERSION)) {
      case Written.Stored<PoolFacts> _, Written.Unchanged<PoolFacts> _ -> Optional.empty();
      case Written.Stale<PoolFacts>(var message) -> Optional.of(message);
      case Written.Missing<PoolFacts>() -> Optional.of("NodePool " + before.name() + " is gone");
      case Written.Refused<PoolFacts>(var message) -> Optional.of(message);
    };
  }
}
