package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.SchedulingProblem;

/// The free room of the nodes that are there, added up over nodes that suit the same pods. It costs
/// nothing and there is only so much of it.
final class Standing {
  /// Room that suits the same pods.
  ///
  /// @param room of each good, then the slots of each exclusive group
  record Room(double[] room, long users) {
    static Room of(Offer node) {
      double[] room = Arrays.copyOf(node.room(), node.room().length + node.slots().length);
      for (int e = 0; e < node.slots().length; e++) room[node.room().length + e] = node.slots()[e];
      return new Room(room, node.users());
    }

    boolean takes(PodKinds.Kind kind) {
      return (users >>> kind.facet() & 1) != 0 && Goods.fits(kind.demand(), room);
    }
  }

  private Standing() {}

  static List<Offer> of(
      SchedulingProblem problem,
      Goods goods,
      Facets facets,
      List<ExclusiveGroup> groups,
      int quotas) {
    Map<String, List<BoundPod>> running = new HashMap<>();
    for (BoundPod bound : problem.bound()) {
      running.computeIfAbsent(bound.node(), _ -> new ArrayList<>()).add(bound);
    }
    Map<Long, Offer> byUsers = new TreeMap<>();
    for (ExistingNode node :
        problem.nodes().stream().sorted(Comparator.comparing(ExistingNode::name)).toList()) {
      Resources free = room(node, problem.daemons());
      // Overdrawn in one resource, a node takes no pod at all.
      if (!Resources.none().fits(free)) continue;
      double[] room = goods.amounts(free);
      long users =
          facets.tolerating(node.taints())
              & facets.suiting(node.requirements(), Set.of())
              & facets.fitting(room);
      if (users == 0) continue;
      var here = running.getOrDefault(node.name(), List.of());
      int[] slots = new int[groups.size()];
      for (int i = 0; i < slots.length; i++) {
        var group = groups.get(i);
        slots[i] =
            group.slots(room, users) == 0 ? 0 : group.slotsBeside(here, node, problem.namespaces());
      }
      byUsers.merge(users, new Offer(room, 0, users, slots, new double[quotas]), Offer::and);
    }
    return List.copyOf(byUsers.values());
  }

  private static Resources room(ExistingNode node, List<Daemon> daemons) {
    Resources free = node.allocatable().minus(node.podRequests());
    if (daemons.isEmpty()) return free;
    var labels = node.requirements();
    Resources load = Resources.none();
    for (Daemon daemon : daemons) {
      var spec = daemon.spec();
      boolean comes =
          Toleration.firstUntolerated(spec.tolerations(), node.taints(), SoftTaints.IGNORED)
                  .isEmpty()
              && spec.nodeAlternatives().stream().anyMatch(a -> labels.satisfies(a, Set.of()));
      if (comes) load = load.plus(spec.requests());
    }
    return free.minus(load.minus(node.daemonRequests()).floorAtZero());
  }
}
