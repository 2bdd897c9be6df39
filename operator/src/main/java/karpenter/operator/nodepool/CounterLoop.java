package karpenter.operator.nodepool;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeFacts;
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

  // Adding up a thousand nodes is what costs here, and most changes of claims and nodes are of no
  // account: how many were, and what was added up last.
  private final AtomicLong changes = new AtomicLong();
  private final Map<String, Sum> sums = new ConcurrentHashMap<>();

  /// What a pool's nodes amount to after so many changes.
  private record Sum(long changes, SortedSet<String> marked, Resources usage) {}

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
    var meta = meta(change);
    if (meta.isEmpty()) {
      return List.of();
    }
    if (isOfAccount(change)) {
      changes.incrementAndGet();
    }
    var pool = meta.get().label(Labels.NODE_POOL);
    return pool.isEmpty() ? List.of() : List.of(pool);
  }

  private static Optional<Meta> meta(Change change) {
    if (change.concerns(Kind.NODE_CLAIMS)) {
      return change.latest(Kind.NODE_CLAIMS).map(ClaimFacts::meta);
    }
    return change.concerns(Kind.NODES)
        ? change.latest(Kind.NODES).map(NodeFacts::meta)
        : Optional.empty();
  }

  /// Whether anything is different that is looked at when nodes are added up.
  private static boolean isOfAccount(Change change) {
    if (change.before().orElse(null) instanceof ClaimFacts was
        && change.after().orElse(null) instanceof ClaimFacts is) {
      return PoolUsage.isGoing(was) != PoolUsage.isGoing(is)
          || !was.providerId().equals(is.providerId())
          || !was.capacity().equals(is.capacity())
          || !was.meta().labels().equals(is.meta().labels());
    }
    if (change.before().orElse(null) instanceof NodeFacts was
        && change.after().orElse(null) instanceof NodeFacts is) {
      return !was.providerId().equals(is.providerId())
          || !was.capacity().equals(is.capacity())
          || !was.meta().labels().equals(is.meta().labels());
    }
    return true;
  }

  @Override
  Optional<Outcome> foregone(PoolFacts pool) {
    if (!ctx.state().snapshot().isSynced()) {
      return Optional.empty();
    }
    var left = untilNextWrite(pool, ctx.clock().instant());
    if (left.isPositive()) {
      return Optional.of(Outcome.again(left));
    }
    return isSaid(pool, usage(pool)) ? Optional.of(Outcome.DONE) : Optional.empty();
  }

  /// Nothing, if it may write now.
  private Duration untilNextWrite(PoolFacts pool, Instant now) {
    var left =
        PERIOD.minus(Duration.between(written.getOrDefault(pool.name(), Instant.EPOCH), now));
    // More than a period is left only when the clock was set back.
    return left.compareTo(PERIOD) <= 0 ? left : Duration.ZERO;
  }

  private static boolean isSaid(PoolFacts pool, Resources usage) {
    return usage.equals(pool.usage()) && pool.nodes().orElse(0) == usage.get(Resources.NODES);
  }

  @Override
  Outcome reconcile(PoolFacts pool) throws Unreachable, InterruptedException {
    if (!ctx.state().snapshot().isSynced()) {
      return Outcome.again(UNSYNCED_WAIT);
    }
    var now = ctx.clock().instant();
    // First, because adding up a thousand nodes for each of their changes is what costs.
    var left = untilNextWrite(pool, now);
    if (left.isPositive()) {
      return Outcome.again(left);
    }
    var usage = usage(pool);
    long nodes = usage.get(Resources.NODES);
    if (isSaid(pool, usage)) {
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
    sums.remove(pool);
  }

  private Resources usage(PoolFacts pool) {
    // Before the snapshot: a change in between is counted twice then, and none is missed.
    long counted = changes.get();
    var snapshot = ctx.state().snapshot();
    var marked = snapshot.notes().markedForDeletion();
    var known = sums.get(pool.name());
    if (known != null && known.changes == counted && known.marked.equals(marked)) {
      return known.usage;
    }
    var usage = usage(pool, snapshot, marked);
    sums.put(pool.name(), new Sum(counted, marked, usage));
    return usage;
  }

  private static Resources usage(
      PoolFacts pool, ClusterSnapshot snapshot, SortedSet<String> marked) {
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
