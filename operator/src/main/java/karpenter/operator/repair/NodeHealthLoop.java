package karpenter.operator.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.repair.Ailment;
import karpenter.core.repair.Health;
import karpenter.core.repair.Health.Tolerance;
import karpenter.core.repair.Outbreak;
import karpenter.core.termination.DrainDeadline;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Kind;
import karpenter.operator.state.Written;

/// Replaces a node whose illness is not tolerated any longer.
///
/// An illness counts from the moment it was *seen*. A node may be reported ill for longer than
/// tolerated and well again a millisecond later, before anybody has read the state; so what a
/// change brought is remembered until it was acted on, and judged by itself rather than by what the
/// node has become since.
final class NodeHealthLoop implements Loop<String> {
  private static final Duration OUTBREAK_RETRY = Duration.ofMinutes(5);

  private final LoopContext context;
  private final Managed managed;
  private final List<Tolerance> tolerances;
  private final RepairNews news;

  /// Nodes as they were when they were last seen ill, by name, until judged.
  private final Map<String, NodeFacts> seenIll = new ConcurrentHashMap<>();

  NodeHealthLoop(LoopContext context) {
    this.context = context;
    this.managed = Managed.by(context.provider());
    this.news = new RepairNews(context);
    this.tolerances =
        context.provider().repairPolicies().stream()
            .map(p -> new Tolerance(p.condition(), p.unhealthy(), p.toleration()))
            .toList();
  }

  @Override
  public String name() {
    return RepairNews.LOOP;
  }

  List<String> keys(Change change) {
    if (!change.concerns(Kind.NODES)) {
      return List.of();
    }
    var name = change.key().name();
    var after = change.after(Kind.NODES).filter(managed::is);
    if (after.isEmpty()) {
      seenIll.remove(name);
      return List.of();
    }
    var before = change.before(Kind.NODES).map(NodeFacts::conditions);
    if (before.equals(after.map(NodeFacts::conditions)) || !Health.isIll(after.get(), tolerances)) {
      return List.of();
    }
    seenIll.put(name, after.get());
    return List.of(name);
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var snapshot = context.state().snapshot();
    var node = snapshot.node(name).filter(managed::is);
    var claim = node.flatMap(snapshot::claimOf).filter(managed::is);
    if (claim.isEmpty() || claim.get().meta().isDeleting()) {
      seenIll.remove(name);
      return Outcome.DONE;
    }
    var now = context.clock().instant();
    var seen = Optional.ofNullable(seenIll.get(name)).filter(s -> isSame(s, node.get()));
    var judged = seen.filter(s -> Health.of(s, tolerances, now) instanceof Health.Incurable);
    if (judged.isEmpty()) {
      forget(seen);
    }
    return switch (Health.of(judged.orElse(node.get()), tolerances, now)) {
      case Health.Healthy _ -> Outcome.DONE;
      case Health.Tolerated(_, var left) -> Outcome.again(left);
      case Health.Incurable(var ailment) -> {
        var outbreak = outbreak(node.get(), claim.get(), snapshot);
        if (!outbreak.isTooLarge()) {
          yield replace(node.get(), claim.get(), ailment, now);
        }
        news.blocked(node.get(), claim.get(), outbreak);
        // When we look again, what counts is how the node fares then.
        forget(seen);
        yield Outcome.again(OUTBREAK_RETRY);
      }
    };
  }

  private static boolean isSame(NodeFacts one, NodeFacts other) {
    return one.meta().uid().equals(other.meta().uid());
  }

  /// Unless it has been seen ill once more meanwhile.
  private void forget(Optional<NodeFacts> seen) {
    seen.ifPresent(node -> seenIll.remove(node.name(), node));
  }

  /// Among the nodes of its pool; among all nodes for a claim without one. The node itself is ill,
  /// whatever the newest snapshot says of it.
  private Outbreak outbreak(NodeFacts node, ClaimFacts claim, ClusterSnapshot snapshot) {
    var pool = claim.meta().label(Marks.NODE_POOL);
    var group =
        snapshot.nodes().stream()
            .filter(n -> pool.isEmpty() || n.meta().label(Marks.NODE_POOL).equals(pool))
            .toList();
    var ill = group.stream().filter(n -> isSame(n, node) || Health.isIll(n, tolerances)).count();
    return new Outbreak((int) ill, group.size());
  }

  private Outcome replace(NodeFacts node, ClaimFacts claim, Ailment ailment, Instant now)
      throws Unreachable, InterruptedException {
    // Its pods cannot be drained in an orderly way; nobody waits for them.
    var hurried = DrainDeadline.within(claim, now);
    var written = context.writer().patchClaim(claim, hurried, Guard.NONE);
    return switch (written) {
      case Written.Stored<ClaimFacts> _, Written.Unchanged<ClaimFacts> _ ->
          delete(node, claim, ailment);
      case Written.Stale<ClaimFacts> _ -> Outcome.again(Outcome.STALE_WAIT);
      case Written.Missing<ClaimFacts> _ -> Outcome.DONE;
      case Written.Refused<ClaimFacts>(var message) -> Outcome.failed(message);
    };
  }

  private Outcome delete(NodeFacts node, ClaimFacts claim, Ailment ailment)
      throws Unreachable, InterruptedException {
    var key = ObjectKey.cluster(claim.name());
    var deletion = Deletion.of(claim.meta().uid());
    return switch (context.writer().delete(Resource.NODE_CLAIMS, key, deletion)) {
      case Written.Stored<?> _ -> {
        news.replaced(node, claim, ailment);
        yield Outcome.DONE;
      }
      case Written.Unchanged<?> _, Written.Missing<?> _ -> Outcome.DONE;
      case Written.Stale<?> _ -> Outcome.again(Outcome.STALE_WAIT);
      case Written.Refused<?>(var message) -> Outcome.failed(message);
    };
  }
}
