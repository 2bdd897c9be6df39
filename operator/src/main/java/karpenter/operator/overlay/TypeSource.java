package karpenter.operator.overlay;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.wire.Overlaid;
import karpenter.core.wire.OverlayStore;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.TypesAnswer;
import org.jspecify.annotations.Nullable;

/// What pools may buy: the provider's types, corrected by overlays. Whoever plans with types asks
/// here and not the provider.
public final class TypeSource {
  private final CloudProvider provider;
  private final Map<String, Kept> kept = new HashMap<>();
  private @Nullable OverlayStore store;
  private long versions;

  /// What was corrected last for a pool, and from what.
  private record Kept(
      OverlayStore store,
      long typesVersion,
      SortedMap<String, String> labels,
      TypesAnswer.Types answer,
      Overlaid overlaid) {}

  /// Nothing is corrected until overlays are [awaited][#awaitOverlays].
  public TypeSource(CloudProvider provider) {
    this.provider = provider;
  }

  /// From now on a pool may buy nothing before overlays were weighed against it: a price that is
  /// about to be corrected must not decide.
  synchronized void awaitOverlays() {
    if (store == null) {
      store = OverlayStore.EMPTY;
    }
  }

  synchronized void publish(OverlayStore evaluated) {
    store = evaluated;
    kept.keySet().removeIf(pool -> !evaluated.knows(pool));
  }

  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return switch (provider.types(pool, nodeClass)) {
      case TypesAnswer.NotKnown unknown -> unknown;
      case TypesAnswer.Types types -> corrected(pool, types);
    };
  }

  private synchronized TypesAnswer corrected(PoolFacts pool, TypesAnswer.Types types) {
    var overlays = store;
    if (overlays == null) {
      return types;
    }
    if (!overlays.knows(pool.name())) {
      return new TypesAnswer.NotKnown(
          "overlays have not been evaluated for NodePool " + pool.name());
    }
    var last = kept.get(pool.name());
    if (last != null
        && last.store() == overlays
        && last.typesVersion() == types.version()
        && last.labels().equals(pool.labels())) {
      return last.answer();
    }
    var applied =
        overlays.apply(new OverlayStore.PoolTypes(pool.name(), pool.labels(), types.types()));
    var answer = new TypesAnswer.Types(applied.types(), ++versions);
    kept.put(
        pool.name(),
        new Kept(overlays, types.version(), pool.labels(), answer, applied.overlaid()));
    return answer;
  }

  /// Which types of the pool overlays have touched, as of the last time it asked; claims that list
  /// one of them say so.
  public synchronized Overlaid overlaid(PoolFacts pool) {
    var last = kept.get(pool.name());
    return last == null ? Overlaid.NONE : last.overlaid();
  }
}
