package karpenter.bench.simple;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.bench.check.PodKind;

/// Which of the nodes bought so far takes a pod.
enum Fit {
  /// The oldest with room.
  FIRST,
  /// The fullest with room.
  BEST,
  /// The oldest with room among those that have pods of this kind only.
  OWN_KIND;

  Optional<OpenNode> find(PodKind kind, List<OpenNode> nodes, PackingRun run) {
    return switch (this) {
      case FIRST -> nodes.stream().filter(node -> run.fits(kind, node)).findFirst();
      case BEST ->
          nodes.stream()
              .filter(node -> run.fits(kind, node))
              .min(Comparator.comparingDouble(OpenNode::slack).thenComparing(OpenNode::number));
      case OWN_KIND ->
          nodes.stream()
              .filter(node -> node.kinds().keySet().equals(Set.of(kind)))
              .filter(node -> run.fits(kind, node))
              .findFirst();
    };
  }
}
