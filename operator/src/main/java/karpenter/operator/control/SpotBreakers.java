package karpenter.operator.control;

import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.disruption.control.SpotBreaker;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;

/// Whether pools buy spot at the moment.
public final class SpotBreakers {
  private static final String SPOT = "spot";
  private static final String ON_DEMAND = "on-demand";
  private static final ValueSet NOT_SPOT = ValueSet.notIn(SPOT);

  private final ControlSource source;

  public SpotBreakers(Settings settings) {
    this.source = new ControlSource(settings);
  }

  /// How the breaker of a pool stands; empty where it has none.
  public Optional<SpotBreaker.State> state(PoolFacts pool, ClusterSnapshot snapshot, Instant now) {
    var controls = ControlSource.ofPool(pool);
    return controls
        .set()
        .spotBreaker()
        .or(() -> source.ofCluster(snapshot).spotBreaker())
        .map(breaker -> breaker.state(controls.interrupted(), now));
  }

  /// What the pool asks of nodes it buys now. A pool that can buy nothing but spot goes on: pods
  /// would rather run on a node that may go than on none.
  public Requirements requirements(PoolFacts pool, ClusterSnapshot snapshot, Instant now) {
    var asked = pool.requirements();
    if (!mayBuy(asked, SPOT) || !mayBuy(asked, ON_DEMAND)) {
      return asked;
    }
    boolean offersSpot =
        state(pool, snapshot, now).map(state -> offersSpot(state, pool, snapshot)).orElse(true);
    return offersSpot ? asked : asked.and(Marks.CAPACITY_TYPE, NOT_SPOT);
  }

  private static boolean mayBuy(Requirements asked, String capacityType) {
    return asked.get(Marks.CAPACITY_TYPE).contains(capacityType);
  }

  private static boolean offersSpot(
      SpotBreaker.State state, PoolFacts pool, ClusterSnapshot snapshot) {
    return switch (state) {
      case SpotBreaker.State.Closed() -> true;
      case SpotBreaker.State.Open _ -> false;
      case SpotBreaker.State.Returning _ -> {
        var staying =
            snapshot.claimsOfPool(pool.name()).stream()
                .filter(c -> !c.meta().isDeleting())
                .toList();
        int spot = (int) staying.stream().filter(SpotBreakers::isSpot).count();
        yield SpotBreaker.offersSpot(state, spot, staying.size());
      }
    };
  }

  public static boolean isSpot(ClaimFacts claim) {
    return claim.meta().label(Marks.CAPACITY_TYPE).equals(SPOT);
  }

  /// The pool with more interruptions written down; as it was where no breaker counts them.
  public PoolFacts interrupted(PoolFacts pool, int count, ClusterSnapshot snapshot, Instant now) {
    if (state(pool, snapshot, now).isEmpty()) {
      return pool;
    }
    var tally = ControlSource.tally(pool, ControlKeys.INTERRUPTIONS).with(now, count, now);
    var annotations = new TreeMap<>(pool.meta().annotations());
    annotations.put(ControlKeys.INTERRUPTIONS, tally.text());
    return pool.withMeta(pool.meta().withAnnotations(annotations));
  }
}
