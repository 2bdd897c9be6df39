package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Writes what loops decided: patches of what differs, safe to repeat, and echoed into the state.
public interface ClusterWriter {
  /// @param claim as `ClaimWriter` wrote it; a name is made from its `generateName` where it has
  ///   none
  Written<ClaimFacts> createClaim(ObjectNode claim) throws Unreachable, InterruptedException;

  /// Metadata: labels, annotations, finalizers, owners.
  Written<ClaimFacts> patchClaim(ClaimFacts before, ClaimFacts after, Guard guard)
      throws Unreachable, InterruptedException;

  Written<ClaimFacts> patchClaimStatus(ClaimFacts before, ClaimFacts after, Guard guard)
      throws Unreachable, InterruptedException;

  /// Metadata and taints.
  Written<NodeFacts> patchNode(NodeFacts before, NodeFacts after, Guard guard)
      throws Unreachable, InterruptedException;

  /// Removes one finalizer from a node by strategic merge, which needs no precondition.
  Written<NodeFacts> removeNodeFinalizer(NodeFacts node, String finalizer)
      throws Unreachable, InterruptedException;

  /// Metadata.
  Written<PoolFacts> patchPool(PoolFacts before, PoolFacts after, Guard guard)
      throws Unreachable, InterruptedException;

  /// Usage, node count, observed generation, conditions.
  Written<PoolFacts> patchPoolStatus(PoolFacts before, PoolFacts after, Guard guard)
      throws Unreachable, InterruptedException;

  /// A merge patch of any other object's status, such as a buffer's or an overlay's.
  Written<ObjectNode> patchStatus(Resource resource, ObjectKey key, ObjectNode body)
      throws Unreachable, InterruptedException;

  Written<ObjectNode> delete(Resource resource, ObjectKey key, Deletion deletion)
      throws Unreachable, InterruptedException;
}
