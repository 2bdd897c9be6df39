package karpenter.operator.disruption;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.UnaryOperator;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Written;

/// Writes that others must not be in the way of for long. Kubelets and other loops write to the
/// same objects; when one was faster, the object is read from the server and the change made anew.
record Rewriter(LoopContext context) {
  /// Nobody writes to one object that often.
  private static final int MAX_ATTEMPTS = 5;

  private interface Attempt<T> {
    Written<T> write(T before) throws Unreachable, InterruptedException;
  }

  /// The node's metadata and taints.
  Written<NodeFacts> node(NodeFacts node, UnaryOperator<NodeFacts> change)
      throws Unreachable, InterruptedException {
    var key = ObjectKey.cluster(node.name());
    var uid = node.meta().uid();
    for (int attempt = 1; ; attempt++) {
      var now = context.state().snapshot().node(node.name());
      var written =
          write(
              now.filter(n -> n.meta().uid().equals(uid)),
              n -> context.writer().patchNode(n, change.apply(n), Guard.VERSION));
      if (!(written instanceof Written.Stale<?>) || attempt == MAX_ATTEMPTS) {
        return written;
      }
      refresh(Resource.NODES, key);
    }
  }

  /// The claim's metadata.
  Written<ClaimFacts> claim(ClaimFacts claim, UnaryOperator<ClaimFacts> change)
      throws Unreachable, InterruptedException {
    return retried(claim, c -> context.writer().patchClaim(c, change.apply(c), Guard.VERSION));
  }

  Written<ClaimFacts> claimStatus(ClaimFacts claim, UnaryOperator<ClaimFacts> change)
      throws Unreachable, InterruptedException {
    return retried(
        claim, c -> context.writer().patchClaimStatus(c, change.apply(c), Guard.VERSION));
  }

  private Written<ClaimFacts> retried(ClaimFacts claim, Attempt<ClaimFacts> patch)
      throws Unreachable, InterruptedException {
    var uid = claim.meta().uid();
    for (int attempt = 1; ; attempt++) {
      var now = context.state().snapshot().claim(claim.name());
      var written = write(now.filter(c -> c.meta().uid().equals(uid)), patch);
      if (!(written instanceof Written.Stale<?>) || attempt == MAX_ATTEMPTS) {
        return written;
      }
      refresh(Resource.NODE_CLAIMS, ObjectKey.cluster(claim.name()));
    }
  }

  private static <T> Written<T> write(Optional<T> before, Attempt<T> patch)
      throws Unreachable, InterruptedException {
    return before.isPresent() ? patch.write(before.get()) : new Written.Missing<>();
  }

  /// Looks at the object itself instead of waiting for the watch.
  ///
  /// @return the object; empty when there is none
  Optional<ObjectNode> refresh(Resource resource, ObjectKey key)
      throws Unreachable, InterruptedException {
    if (context.kube().get(resource, key) instanceof Answer.Done(var tree)) {
      context.state().echo(resource, tree);
      return Optional.of(tree);
    }
    return Optional.empty();
  }
}
