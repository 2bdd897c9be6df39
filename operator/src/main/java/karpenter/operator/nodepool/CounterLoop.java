package karpenter.operator.nodepool;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.nodepool.PoolUsage;
import karpenter.core.resource.Resources;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Kind;
import karpenter.operator.state.Written;

/// Says on a pool what its nodes amount to: when that changes, and at most every five seconds.
final class CounterLoop extends PoolLoop {
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration UNSYNCED_WAIT = Duration.ofSeconds(1);

  private final Map<String, Instant> written = new ConcurrentHashMap<>();

  CounterLoop(LoopContext ctx) {
    super(ctx, "nodepool.counter");
  }

  List<String> keys(Change change) {
    if (change.concerns(Kind.NODE_POOLS)) {
      // Its own write comes back as a change, and is none for it.
      return change.before().isEmpty() || change.after().isEmpty()
          ? List.of(change.key().name())
          : List.of();
    }
    return Stream.concat(
            change.latest(Kind.NODE_CLAIMS).stream().map(ClaimFacts::meta),
            change.latest(Kind.NODES).stream().map(node -> node.meta()))
        .map(meta -> meta.label(Labels.NODE_POOL))
        .filter(pool -> !pool.isEmpty())
        .toList();
  }

  @Override
  Outcome reconcile(PoolFacts pool) throws Unreachable, InterruptedException {
    var snapshot = ctx.state().snapshot();
    if (!snapshot.isSynced()) {
      return Outcome.again(UNSYNCED_WAIT);
    }
    var now = ctx.clock().instant();
    // First, because adding up a thousand nodes for each of their changes is what costs.
    var left =
        PERIOD.minus(Duration.between(written.getOrDefault(pool.name(), Instant.EPOCH), now));
    // More than a period is left only when the clock was set back.
    if (left.isPositive() && left.compareTo(PERIOD) <= 0) {
      return Outcome.again(left);
    }
    var usage = usage(pool, snapshot);
    long nodes = usage.get(Resources.NODES);
    if (usage.equals(pool.usage()) && pool.nodes().orElse(0) == nodes) {
      return Outcome.DONE;
    }
    var answer = ctx.writer().patchPoolStatus(pool, pool.withUsage(usage, nodes), Guard.NONE);
    if (answer instanceof Written.Stored<PoolFacts>) {
      written.put(pool.name(), now);
    }
    return Outcome.of(answer);
  }

  @Override
  void gone(String pool) {
    written.remove(pool);
  }

  private static Resources usage(PoolFacts pool, ClusterSnapshot snapshot) {
    var marked = snapshot.notes().markedForDeletion();
    var members =
        snapshot.claimsOfPool(pool.name()).stream()
            .filter(claim -> claim.providerId().isPresent())
            .filter(claim -> !PoolUsage.isGoing(claim) && !marked.contains(claim.name()))
            .map(
                claim ->
                    new PoolUsage.Member(
                        claim,
                        snapshot.nodesWithProviderId(claim.providerId().orElseThrow()).stream()
                            .findFirst()))
            .toList();
    return PoolUsage.of(members);
  }
}
