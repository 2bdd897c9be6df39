package karpenter.bench.check;

import java.util.List;
import java.util.function.Consumer;

/// Pods on a node that exists must fit beside the pods it has and the daemons it still expects.
final class NodeRoom {
  private NodeRoom() {}

  static void check(Scene scene, Consumer<Fault> faults) {
    for (var node : scene.nodes().values()) {
      if (node.pods().isEmpty()) continue; // what was there before is not this placement's doing
      var room = room(node, scene.workload().daemonSets());
      sum(node.pods())
          .firstExceeding(room)
          .ifPresent(
              resource ->
                  faults.accept(
                      new Fault(
                          Fault.Code.NODE_OVERCOMMITTED,
                          node.name(),
                          "gets pods that want %d of %s, %d are left (cpu in thousandths)"
                              .formatted(
                                  sum(node.pods()).get(resource), resource, room.get(resource)))));
    }
  }

  /// What the pods of a placement may use of the node.
  static Resources room(ExistingNode node, List<DaemonSet> daemonSets) {
    var expected =
        daemonSets.stream()
            .filter(set -> set.tolerates(node.taints()))
            .filter(set -> node.surelyMeets(set.selection().alternatives()))
            .map(DaemonSet::requests)
            .reduce(Resources.NONE, Resources::plus);
    var running = sum(node.bound().stream().filter(Pod::ofDaemonSet).toList());
    return node.node()
        .allocatable()
        .minus(sum(node.bound()))
        .minus(expected.minus(running).floorAtZero());
  }

  static Resources sum(List<Pod> pods) {
    return pods.stream().map(Pod::requests).reduce(Resources.NONE, Resources::plus);
  }
}
