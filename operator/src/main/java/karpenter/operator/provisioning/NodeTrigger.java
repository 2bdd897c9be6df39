package karpenter.operator.provisioning;

import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.termination.PodPredicates;
import karpenter.operator.LoopContext;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;

/// Asks for a pass when nodes go, since their pods need another place; when a claim goes that pods
/// may have been promised; and when a pool comes to be of use.
final class NodeTrigger implements Loop<NodeTrigger.Cause> {
  private static final int WORKERS = 10;

  private final Batcher batcher;

  /// @param uid of the node, claim or pool
  record Cause(String uid) {}

  NodeTrigger(Batcher batcher) {
    this.batcher = batcher;
  }

  static LoopPlan<Cause> plan(LoopContext context, Batcher batcher) {
    return LoopPlan.of(new NodeTrigger(batcher), Pace.standard(WORKERS), NodeTrigger::causes);
  }

  static List<Cause> causes(Change change) {
    if (change.concerns(Kind.NODES)) {
      return when(
          change.after(Kind.NODES).map(NodeTrigger::isDisrupted).orElse(false)
              && !change.before(Kind.NODES).map(NodeTrigger::isDisrupted).orElse(false),
          change.latest(Kind.NODES).map(node -> node.meta().uid()).orElse(""));
    }
    if (change.concerns(Kind.NODE_CLAIMS)) {
      return when(
          !change.after(Kind.NODE_CLAIMS).map(NodeTrigger::stays).orElse(false)
              && change.before(Kind.NODE_CLAIMS).map(NodeTrigger::stays).orElse(false),
          change.latest(Kind.NODE_CLAIMS).map(claim -> claim.meta().uid()).orElse(""));
    }
    if (change.concerns(Kind.NODE_POOLS)) {
      var before = change.before(Kind.NODE_POOLS).map(PoolState::facts);
      var after = change.after(Kind.NODE_POOLS).map(PoolState::facts);
      return when(
          after.map(pool -> isOfMoreUse(before.filter(PoolFacts::isReady), pool)).orElse(false),
          after.map(pool -> pool.meta().uid()).orElse(""));
    }
    return List.of();
  }

  private static List<Cause> when(boolean matters, String uid) {
    return matters ? List.of(new Cause(uid)) : List.of();
  }

  private static boolean isDisrupted(NodeFacts node) {
    return node.hasTaint(PodPredicates.DISRUPTED);
  }

  private static boolean stays(ClaimFacts claim) {
    return !claim.meta().isDeleting();
  }

  /// @param before the pool, if it was ready
  private static boolean isOfMoreUse(Optional<PoolFacts> before, PoolFacts pool) {
    return pool.isReady()
        && before.map(b -> b.meta().generation() != pool.meta().generation()).orElse(true);
  }

  @Override
  public String name() {
    return "provisioner.trigger.node";
  }

  @Override
  public Outcome reconcile(Cause cause) {
    batcher.trigger(cause.uid());
    return Outcome.DONE;
  }
}
