package karpenter.operator.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.termination.DrainDeadline;
import karpenter.core.termination.LeavingNode;
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
import karpenter.operator.state.Written;

/// Lets a node go that is being deleted, whoever deleted it (spec 02 §3.2):
/// 1. its claim goes with it;
/// 2. a node that is not ready and has no machine any more, by two answers, is let go at once;
/// 3. it is tainted and taken out of load balancers;
/// 4. its pods leave it, 5. then its volumes, 6. then its machine ends ([Departure]);
/// 7. what came of 4 to 6 is written onto the claim, and when all is done the finalizer goes.
///
/// Woken by whatever may move a drain on; the waits below are a net for what nothing tells of, such
/// as a pod that has been stuck for long enough.
final class NodeTerminationLoop implements Loop<String> {
  private static final Duration SECOND_ANSWER = Duration.ofSeconds(10);

  private final LoopContext context;
  private final Managed managed;
  private final DrainingNodes nodes;
  private final Departure departure;
  private final TerminationNews news;
  private final Map<String, Instant> notFoundSince = new ConcurrentHashMap<>();

  NodeTerminationLoop(LoopContext context, EvictionLoop evictions) {
    this.context = context;
    this.managed = Managed.by(context.provider());
    this.nodes = new DrainingNodes(managed);
    this.news = new TerminationNews(context);
    this.departure = new Departure(context, evictions, news);
  }

  @Override
  public String name() {
    return TerminationNews.LOOP;
  }

  List<String> keys(Change change) {
    return nodes.concernedBy(change);
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var node = context.state().snapshot().node(name).filter(nodes::isLeaving);
    if (node.isEmpty()) {
      departure.forget(name);
      notFoundSince.remove(name);
      return Outcome.DONE;
    }
    var claim = claimOf(node.get());
    if (claim.isPresent() && !claim.get().meta().isDeleting()) {
      if (!isDeleted(claim.get())) {
        return Outcome.again(Outcome.STALE_WAIT);
      }
      claim = claimOf(node.get());
    }
    return hasLostItsMachine(node.get())
        ? letGo(node.get(), "the node is not ready and its machine is gone")
        : drain(node.get(), claim);
  }

  /// None, if the link between the two is not beyond doubt.
  private Optional<ClaimFacts> claimOf(NodeFacts node) {
    return snapshot().claimOf(node).filter(managed::is);
  }

  private ClusterSnapshot snapshot() {
    return context.state().snapshot();
  }

  private boolean isDeleted(ClaimFacts claim) throws Unreachable, InterruptedException {
    var key = ObjectKey.cluster(claim.name());
    var deletion = Deletion.of(claim.meta().uid());
    return switch (context.writer().delete(Resource.NODE_CLAIMS, key, deletion)) {
      case Written.Stored<?> _ -> {
        news.claimDeleted(claim);
        yield true;
      }
      case Written.Unchanged<?> _, Written.Missing<?> _ -> true;
      case Written.Stale<?> _ -> false;
      case Written.Refused<?>(var message) ->
          throw new Unreachable("deleting NodeClaim " + claim.name() + ": " + message);
    };
  }

  /// A ready node is drained even if the provider does not know its machine: somebody runs pods
  /// there. Clouds say "not found" of machines that exist, so it takes two answers, some time
  /// apart; meanwhile the node is drained as any other.
  private boolean hasLostItsMachine(NodeFacts node) throws Unreachable, InterruptedException {
    if (node.isReady()
        || node.providerId().isEmpty()
        || context.provider().find(node.providerId().get()).isPresent()) {
      notFoundSince.remove(node.name());
      return false;
    }
    var now = context.clock().instant();
    var since = Objects.requireNonNullElse(notFoundSince.putIfAbsent(node.name(), now), now);
    return Duration.between(since, now).compareTo(SECOND_ANSWER) >= 0;
  }

  private Outcome drain(NodeFacts node, Optional<ClaimFacts> claim)
      throws Unreachable, InterruptedException {
    var deadline = claim.flatMap(DrainDeadline::of);
    deadline.ifPresent(end -> news.expiring(node, end));
    return switch (context.writer().patchNode(node, LeavingNode.marked(node), Guard.VERSION)) {
      case Written.Stored<NodeFacts>(var marked) -> {
        news.tainted(marked);
        yield depart(marked, claim, deadline);
      }
      case Written.Unchanged<NodeFacts>(var marked) -> depart(marked, claim, deadline);
      case Written.Stale<NodeFacts> _ -> Outcome.again(Outcome.STALE_WAIT);
      case Written.Missing<NodeFacts> _ -> Outcome.DONE;
      case Written.Refused<NodeFacts>(var message) -> Outcome.failed(message);
    };
  }

  private Outcome depart(NodeFacts node, Optional<ClaimFacts> claim, Optional<Instant> deadline)
      throws Unreachable, InterruptedException {
    var stand = departure.advance(node, claim, deadline);
    if (stand.claim().isPresent() && !isWritten(claim.orElseThrow(), stand.claim().get())) {
      return Outcome.again(Outcome.STALE_WAIT);
    }
    return stand.again().isPresent()
        ? Outcome.again(stand.again().get())
        : letGo(node, "its pods have gone and its machine has ended");
  }

  private boolean isWritten(ClaimFacts before, ClaimFacts after)
      throws Unreachable, InterruptedException {
    return switch (context.writer().patchClaimStatus(before, after, Guard.VERSION)) {
      case Written.Stored<ClaimFacts> _ -> {
        news.progressed(before, after);
        yield true;
      }
      case Written.Unchanged<ClaimFacts> _, Written.Missing<ClaimFacts> _ -> true;
      case Written.Stale<ClaimFacts> _ -> false;
      case Written.Refused<ClaimFacts>(var message) ->
          throw new Unreachable("status of NodeClaim " + before.name() + ": " + message);
    };
  }

  private Outcome letGo(NodeFacts node, String reason) throws Unreachable, InterruptedException {
    return switch (context.writer().removeNodeFinalizer(node, TerminationNews.FINALIZER)) {
      case Written.Stored<NodeFacts> _ -> {
        news.gone(node, reason);
        yield Outcome.DONE;
      }
      case Written.Unchanged<NodeFacts> _, Written.Missing<NodeFacts> _ -> Outcome.DONE;
      case Written.Stale<NodeFacts> _ -> Outcome.again(Outcome.STALE_WAIT);
      case Written.Refused<NodeFacts>(var message) -> Outcome.failed(message);
    };
  }
}
