package karpenter.operator.statics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.statics.StaticCount;
import karpenter.core.statics.Victims;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.PoolState;
import karpenter.operator.state.Written;

/// Deletes the claims a static pool has too many. No budget holds it back; the drain of each node
/// still honours those of the pods.
final class StaticDeprovisioningLoop implements Loop<String> {
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final int AT_ONCE = 50;

  /// Pools and pods are told of by different watches: who scales a pool down right after placing a
  /// pod must not lose that pod's node because its news came later.
  static final Duration UNTIL_PODS_ARE_KNOWN = Duration.ofSeconds(1);

  private final LoopContext context;
  private final Managed managed;
  private final StaticNews news;
  private final Map<String, Instant> excessSince = new ConcurrentHashMap<>();

  StaticDeprovisioningLoop(LoopContext context) {
    this.context = context;
    this.managed = Managed.by(context.provider());
    this.news = new StaticNews(context, name());
  }

  @Override
  public String name() {
    return "static.deprovisioning";
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var snapshot = context.state().snapshot();
    var pool = snapshot.pool(name).filter(this::isHeld);
    if (pool.isEmpty()) {
      excessSince.remove(name);
      return Outcome.DONE;
    }
    var marked = snapshot.notes().markedForDeletion();
    var active =
        snapshot.claimsOfPool(name).stream()
            .filter(claim -> StaticCount.isActive(claim, marked))
            .toList();
    long excess = active.size() - pool.get().facts().replicas().orElseThrow();
    if (excess <= 0) {
      excessSince.remove(name);
      return Outcome.again(PERIOD);
    }
    var now = context.clock().instant();
    var since = excessSince.computeIfAbsent(name, _ -> now);
    var left = UNTIL_PODS_ARE_KNOWN.minus(Duration.between(since, now));
    if (left.isPositive()) {
      return Outcome.again(left);
    }
    var victims =
        Victims.choose(active, Math.toIntExact(excess), claim -> pods(claim, snapshot), now);
    return delete(pool.get(), victims).and(Outcome.again(PERIOD));
  }

  private boolean isHeld(PoolState pool) {
    var facts = pool.facts();
    return facts.isStatic() && managed.is(facts) && !facts.meta().isDeleting();
  }

  private static List<PodFacts> pods(ClaimFacts claim, ClusterSnapshot snapshot) {
    var nodes = claim.providerId().map(snapshot::nodesWithProviderId).orElse(List.of());
    return nodes.stream().map(NodeFacts::name).flatMap(n -> snapshot.podsOn(n).stream()).toList();
  }

  private Outcome delete(PoolState pool, List<ClaimFacts> victims) throws InterruptedException {
    var results = context.parallel().map(victims, AT_ONCE, claim -> delete(pool, claim));
    Outcome outcome = Outcome.DONE;
    for (var result : results) {
      outcome =
          outcome.and(
              switch (result) {
                case Result.Answered<Outcome>(var answer) -> answer;
                case Result.Unanswered<Outcome>(var cause) ->
                    Outcome.failed(String.valueOf(cause.getMessage()));
              });
    }
    return outcome;
  }

  private Outcome delete(PoolState pool, ClaimFacts claim)
      throws Unreachable, InterruptedException {
    var key = ObjectKey.cluster(claim.name());
    var written =
        context.writer().delete(Resource.NODE_CLAIMS, key, Deletion.of(claim.meta().uid()));
    Optional.of(written)
        .filter(answer -> answer instanceof Written.Stored<?>)
        .ifPresent(_ -> news.deleted(pool, claim));
    return Outcome.of(written);
  }
}
