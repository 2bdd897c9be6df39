package karpenter.provider.kwok;

import java.util.Optional;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.state.ClusterState;

/// Makes the Node, once. Its name is the claim's own, so a second attempt meets the first.
final class NodeCreation {
  private NodeCreation() {}

  /// Empty when the node is there; otherwise why the server will not have it.
  static Optional<String> create(Kube kube, ClusterState state, KwokNode node)
      throws Unreachable, InterruptedException {
    return switch (kube.create(Resource.NODES, node.toTree())) {
      case Answer.Done(var object) -> {
        state.echo(Resource.NODES, object);
        yield Optional.empty();
      }
      case Answer.AlreadyExists _ -> known(kube, state, node);
      case Answer.Refused(_, _, var message, _) -> Optional.of(message);
      case Answer.Conflict(var message) -> Optional.of(message);
      case Answer.NotFound _ -> Optional.of("the server does not know nodes");
    };
  }

  private static Optional<String> known(Kube kube, ClusterState state, KwokNode node)
      throws Unreachable, InterruptedException {
    if (kube.get(Resource.NODES, ObjectKey.cluster(node.name()))
        instanceof Answer.Done(var object)) {
      state.echo(Resource.NODES, object);
    }
    return Optional.empty();
  }
}
