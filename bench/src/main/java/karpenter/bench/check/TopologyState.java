package karpenter.bench.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Constraints between pods while a packing grows: whether the kube-scheduler would bind the next
/// pod here and now. Nodes are numbered in the order of their opening.
///
/// Mutable: one packing, one thread.
public final class TopologyState {
  private final Scene scene;
  private final Neighbours neighbours;
  private final List<NewNode> nodes = new ArrayList<>();

  TopologyState(Scene scene, List<PodKind> kinds) {
    this.scene = scene;
    Collection<Pod> pods = new ArrayList<>();
    for (var kind : kinds) for (int i = 0; i < kind.count(); i++) pods.add(kind.pod(i));
    this.neighbours = new Neighbours(scene, new Domains(scene), pods);
  }

  /// A new, empty node; its number.
  public int open(NodeOffer offer) {
    nodes.add(PackingModel.newNode(scene, offer, nodes.size()));
    return nodes.size() - 1;
  }

  /// Whether rules between pods allow one more of the kind on the node.
  public boolean allows(PodKind kind, int node) {
    return neighbours.objection(kind.first(), nodes.get(node)).isEmpty()
        && kind.first().ports().stream().noneMatch(port -> isTaken(port, nodes.get(node)));
  }

  private static boolean isTaken(HostPort port, NewNode node) {
    return node.pods().stream().anyMatch(pod -> pod.ports().stream().anyMatch(port::conflictsWith));
  }

  /// Whether they would allow it on a fresh node bought so.
  public boolean allowsOnFresh(PodKind kind, NodeOffer offer) {
    return neighbours
        .objection(kind.first(), PackingModel.newNode(scene, offer, nodes.size()))
        .isEmpty();
  }

  /// @param number which pod of the kind
  public void bind(PodKind kind, int number, int node) {
    neighbours.bind(kind.pod(number), nodes.get(node));
    nodes.get(node).pods().add(kind.pod(number));
  }
}
