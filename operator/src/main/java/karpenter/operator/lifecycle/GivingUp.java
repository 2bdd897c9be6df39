package karpenter.operator.lifecycle;

import karpenter.core.facts.ClaimFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.ClaimLabels;
import karpenter.operator.state.Written;

/// The deletion of claims.
record GivingUp(LoopContext ctx) {
  /// Deletes this very claim, and counts it if we were the one to do so.
  ///
  /// @param reason of the metric, such as `expired`
  /// @return whether the deletion is ours
  boolean delete(ClaimFacts claim, String reason) throws Unreachable, InterruptedException {
    var written =
        ctx.writer()
            .delete(
                Resource.NODE_CLAIMS,
                ObjectKey.cluster(claim.name()),
                Deletion.of(claim.meta().uid()));
    return switch (written) {
      case Written.Stored<?> _ -> {
        ClaimLabels.countDisrupted(ctx.metrics(), claim, reason);
        yield true;
      }
      // Gone, or another claim of the same name is there: nothing of ours is left to delete.
      case Written.Unchanged<?> _, Written.Missing<?> _, Written.Stale<?> _ -> false;
      case Written.Refused<?>(var message) ->
          throw new Unreachable("deleting claim %s: %s".formatted(claim.name(), message));
    };
  }
}
