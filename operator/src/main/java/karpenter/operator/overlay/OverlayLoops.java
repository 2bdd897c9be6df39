package karpenter.operator.overlay;

import java.util.List;
import java.util.Optional;
import karpenter.api.v1alpha1.NodeOverlay;
import karpenter.core.facts.NodeClassFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.runtime.Loop.Singleton;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;

/// The loop on overlays; none while the gate is off.
public final class OverlayLoops {
  private OverlayLoops() {}

  public static List<LoopPlan<?>> loops(LoopContext context, TypeSource types) {
    if (!context.settings().featureGates().nodeOverlay()) {
      return List.of();
    }
    types.awaitOverlays();
    return List.of(
        new LoopPlan<>(
            new OverlayLoop(context, types),
            Pace.standard(1),
            OverlayLoops::keys,
            List.of(Singleton.ALL)));
  }

  /// Overlays, pools and node classes as they are written; not what is said of them.
  static List<Singleton> keys(Change change) {
    return !concerns(change) || generation(change.before()).equals(generation(change.after()))
        ? List.of()
        : List.of(Singleton.ALL);
  }

  private static boolean concerns(Change change) {
    return change.concerns(Kind.NODE_OVERLAYS)
        || change.concerns(Kind.NODE_POOLS)
        || change.kind().type().equals(NodeClassFacts.class);
  }

  private static Optional<Long> generation(Optional<?> object) {
    return object.map(
        value ->
            switch (value) {
              case NodeOverlay overlay ->
                  Optional.ofNullable(overlay.metadata().generation()).orElse(0L);
              case PoolState pool -> pool.facts().meta().generation();
              case NodeClassFacts nodeClass -> nodeClass.meta().generation();
              default -> throw new IllegalArgumentException("does not concern overlays: " + value);
            });
  }
}
