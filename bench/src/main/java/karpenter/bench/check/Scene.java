package karpenter.bench.check;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Workload and placement brought together: every pod where the placement wants it.
///
/// @param nodeCost what a node costs beside its price, in NodePools that do not say
/// @param newNodes claims of pools that exist
/// @param nodes every node that was there before, by name
/// @param homes where each placed pod is
record Scene(
    Workload workload,
    Placement placement,
    double nodeCost,
    Market market,
    List<NewNode> newNodes,
    SortedMap<String, ExistingNode> nodes,
    Map<Pod, Place> homes) {

  /// Builds the scene and reports pods, pools and nodes that do not add up.
  static Scene of(Workload workload, Placement placement, double nodeCost, Consumer<Fault> faults) {
    var scene =
        new Scene(
            workload,
            placement,
            nodeCost,
            new Market(workload),
            new ArrayList<>(),
            new TreeMap<>(),
            new IdentityHashMap<>());
    workload.nodes().forEach((name, node) -> scene.nodes.put(name, new ExistingNode(node)));
    for (var pod : workload.boundPods()) scene.hostOf(pod).ifPresent(host -> host.bound().add(pod));
    new Arrivals(scene, faults).settle();
    return scene;
  }

  double nodeCost(Pool pool) {
    return pool.nodeCost().orElse(nodeCost);
  }

  /// What the node costs an hour: its price, and what comes with being a node.
  double cost(NewNode node) {
    return node.price() + nodeCost(node.pool());
  }

  Optional<ExistingNode> hostOf(Pod bound) {
    return bound.node().map(nodes::get);
  }

  Stream<Place> places() {
    return Stream.concat(nodes.values().stream(), newNodes.stream());
  }

  /// Counts where each pod of the workload turns up.
  private static final class Arrivals {
    private final Scene scene;
    private final Consumer<Fault> faults;
    private final Map<String, List<String>> seen = new LinkedHashMap<>();

    Arrivals(Scene scene, Consumer<Fault> faults) {
      this.scene = scene;
      this.faults = faults;
    }

    void settle() {
      for (var claim : scene.placement.claims()) settle(claim);
      for (var onNode : scene.placement.existing()) settle(onNode);
      scene.placement.unplaced().forEach(pod -> note(pod, "unplaced"));
      for (var pod : scene.workload.pods().keySet())
        if (!seen.containsKey(pod))
          faults.accept(
              new Fault(Fault.Code.POD_LOST, pod, "is neither placed nor reported as unplaced"));
      seen.forEach(this::checkOnce);
    }

    private void settle(Placement.Claim claim) {
      var pool = scene.workload.pools().get(claim.pool());
      if (pool == null || pool.fixed()) {
        faults.accept(
            new Fault(
                Fault.Code.POOL_UNUSABLE,
                claim.name(),
                "NodePool \"%s\" %s"
                    .formatted(claim.pool(), pool == null ? "does not exist" : "is static")));
        claim.pods().forEach(pod -> note(pod, claim.name()));
        return;
      }
      var node = new NewNode(claim, pool, scene.market);
      scene.newNodes.add(node);
      claim.pods().forEach(pod -> settle(pod, node));
    }

    private void settle(Placement.OnNode onNode) {
      var node = scene.nodes.get(onNode.node());
      if (node == null) {
        faults.accept(
            new Fault(
                Fault.Code.NODE_UNKNOWN,
                "node " + onNode.node(),
                "gets %d pods but is no node of the workload, or is leaving"
                    .formatted(onNode.pods().size())));
        onNode.pods().forEach(pod -> note(pod, "node " + onNode.node()));
        return;
      }
      onNode.pods().forEach(pod -> settle(pod, node));
    }

    private void settle(String id, Place place) {
      note(id, place.name());
      var pod = scene.workload.pods().get(id);
      if (pod != null && scene.homes.putIfAbsent(pod, place) == null) place.pods().add(pod);
    }

    private void note(String pod, String where) {
      seen.computeIfAbsent(pod, _ -> new ArrayList<>()).add(where);
    }

    private void checkOnce(String pod, List<String> where) {
      if (!scene.workload.pods().containsKey(pod))
        faults.accept(
            new Fault(
                Fault.Code.POD_UNKNOWN,
                pod,
                "is not part of the workload but is on " + where.getFirst()));
      else if (where.size() > 1)
        faults.accept(
            new Fault(
                Fault.Code.POD_TWICE, pod, "appears more than once: " + String.join(", ", where)));
    }
  }
}
