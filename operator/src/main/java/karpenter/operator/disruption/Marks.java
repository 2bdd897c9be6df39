package karpenter.operator.disruption;

import java.util.Optional;
import karpenter.core.disruption.command.DisruptionMark;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.core.facts.NodeFacts;
import karpenter.core.statics.StaticCount;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Written;

/// Puts the marks of a disruption on a node and its claim, and takes them off again.
///
/// The record comes first and goes last: marks without a record belong to nobody and are removed.
record Marks(LoopContext context) {

  /// What came of it.
  sealed interface Marked {
    record Yes() implements Marked {}

    /// @param reason a sentence
    record No(String reason) implements Marked {}
  }

  Marked put(ClaimFacts claim, CommandRecord record, String reason)
      throws Unreachable, InterruptedException {
    var rewriter = new Rewriter(context);
    var recorded =
        rewriter.claim(
            claim, c -> isLeaving(c) ? c : c.withMeta(record.on(CommandRecord.off(c.meta()))));
    if (recorded.result().isEmpty()) {
      return no(claim, recorded);
    }
    if (isLeaving(recorded.result().get())) {
      return new Marked.No("NodeClaim %s is going by itself".formatted(claim.name()));
    }
    var node = nodeOf(claim, context.state().snapshot());
    if (node.isEmpty()) {
      return new Marked.No("NodeClaim %s has no node any more".formatted(claim.name()));
    }
    var tainted = rewriter.node(node.get(), DisruptionMark::tainted);
    if (tainted.result().isEmpty()) {
      return no(claim, tainted);
    }
    var now = context.clock().instant();
    var reasoned = rewriter.claimStatus(claim, c -> DisruptionMark.reasoned(c, reason, now));
    return reasoned.result().isEmpty() ? no(claim, reasoned) : new Marked.Yes();
  }

  private static Marked no(ClaimFacts claim, Written<?> written) {
    return new Marked.No("NodeClaim %s could not be marked: %s".formatted(claim.name(), written));
  }

  /// Takes everything off that is on; what is going is left as it is.
  ///
  /// @return whether all is off
  boolean remove(ClaimFacts claim) throws Unreachable, InterruptedException {
    var rewriter = new Rewriter(context);
    var node = nodeOf(claim, context.state().snapshot());
    if (node.isPresent()
        && !isOff(
            rewriter.node(
                node.get(), n -> n.meta().isDeleting() ? n : DisruptionMark.untainted(n)))) {
      return false;
    }
    return isOff(rewriter.claimStatus(claim, c -> isLeaving(c) ? c : DisruptionMark.unreasoned(c)))
        && isOff(forget(claim));
  }

  /// The record alone.
  Written<ClaimFacts> forget(ClaimFacts claim) throws Unreachable, InterruptedException {
    return new Rewriter(context)
        .claim(claim, c -> isLeaving(c) ? c : c.withMeta(CommandRecord.off(c.meta())));
  }

  static boolean isOff(Written<?> written) throws Unreachable {
    return switch (written) {
      case Written.Stored<?> _, Written.Unchanged<?> _, Written.Missing<?> _ -> true;
      case Written.Stale<?> _ -> false;
      case Written.Refused<?>(var message) -> throw new Unreachable("unmarking: " + message);
    };
  }

  static boolean isLeaving(ClaimFacts claim) {
    return StaticCount.isDeleting(claim);
  }

  /// The one node of the claim.
  static Optional<NodeFacts> nodeOf(ClaimFacts claim, ClusterSnapshot snapshot) {
    return claim.providerId().stream()
        .flatMap(id -> snapshot.nodesWithProviderId(id).stream())
        .findFirst();
  }
}
