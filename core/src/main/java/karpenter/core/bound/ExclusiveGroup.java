package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.Namespace;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;

/// Pods of which a node takes at most a few, whatever its size. A node has that many *slots* for
/// the group and each pod takes one: one more good, with a price of its own.
record ExclusiveGroup(
    Exclusion exclusion, int perNode, List<Pod> pods, double[] least, long facets) {
  /// Each is one more unknown. The largest groups decide the number of nodes.
  static final int MAX_GROUPS = 8;

  static List<ExclusiveGroup> of(
      List<Pod> placed, List<Namespace> namespaces, Facets facets, Goods goods) {
    var found = new Found(namespaces);
    placed.forEach(found::add);
    return found.groups.entrySet().stream()
        .filter(group -> group.getValue().pods.size() > group.getValue().perNode)
        .sorted(Comparator.comparingDouble(group -> -group.getValue().nodes()))
        .limit(MAX_GROUPS)
        .map(
            group -> {
              var members = group.getValue().pods;
              return new ExclusiveGroup(
                  group.getKey(),
                  group.getValue().perNode,
                  List.copyOf(members),
                  Facets.least(members, goods),
                  facets.of(members));
            })
        .toList();
  }

  /// Slots of a node with so much room, open to these facets.
  int slots(double[] room, long users) {
    return (users & facets) != 0 && Goods.fits(least, room) ? perNode : 0;
  }

  /// How many slots the pods that run on `node` leave.
  int slotsBeside(List<BoundPod> running, ExistingNode node, List<Namespace> namespaces) {
    return switch (exclusion) {
      case Exclusion.Port(var port) ->
          node.hostPorts().stream().anyMatch(port::conflictsWith) ? 0 : perNode;
      case Exclusion.Spread spread -> {
        long here =
            running.stream()
                .map(bound -> bound.pod().spec())
                .filter(spec -> spread.covers(spec.namespace(), spec.labels()))
                .count();
        yield (int) Math.max(0, perNode - here);
      }
      case Exclusion.AntiAffinity term ->
          running.stream().anyMatch(bound -> repels(term, bound.pod().spec(), namespaces))
              ? 0
              : perNode;
    };
  }

  private static boolean repels(
      Exclusion.AntiAffinity term, PodSpec running, List<Namespace> namespaces) {
    if (term.covers(running.namespace(), running.labels())) return true;
    return running.antiAffinity().stream()
        .filter(ExclusiveGroup::isByHostname)
        .anyMatch(other -> Exclusion.of(other, running.namespace(), namespaces).equals(term));
  }

  private static boolean isByHostname(AffinityTerm term) {
    return term.topologyKey().equals(Exclusion.HOSTNAME);
  }

  private static boolean isHardByHostname(SpreadConstraint constraint) {
    return constraint.topologyKey().equals(Exclusion.HOSTNAME)
        && constraint.strength() == SpreadConstraint.Strength.DO_NOT_SCHEDULE;
  }

  private static final class Group {
    final List<Pod> pods = new ArrayList<>();
    int perNode;

    double nodes() {
      return (double) pods.size() / perNode;
    }
  }

  private static final class Found {
    final Map<Exclusion, Group> groups = new LinkedHashMap<>();
    private final List<Namespace> namespaces;
    private final Map<PodSpec, Map<Group, Integer>> known = new IdentityHashMap<>();

    Found(List<Namespace> namespaces) {
      this.namespaces = namespaces;
    }

    void add(Pod pod) {
      known
          .computeIfAbsent(pod.spec(), this::groupsOf)
          .forEach(
              (group, perNode) -> {
                group.pods.add(pod);
                group.perNode = Math.max(group.perNode, perNode);
              });
    }

    private Map<Group, Integer> groupsOf(PodSpec spec) {
      Map<Group, Integer> mine = new LinkedHashMap<>();
      for (AffinityTerm term : spec.antiAffinity()) {
        if (!isByHostname(term)) continue;
        var exclusion = Exclusion.of(term, spec.namespace(), namespaces);
        if (exclusion.covers(spec.namespace(), spec.labels())) mine.put(group(exclusion), 1);
      }
      for (SpreadConstraint constraint : spec.spread()) {
        if (!isHardByHostname(constraint)) continue;
        var exclusion = Exclusion.of(constraint, spec);
        if (exclusion.covers(spec.namespace(), spec.labels())) {
          // Of several constraints of one pod on the same group the tightest holds it.
          mine.merge(group(exclusion), constraint.maxSkew(), Math::min);
        }
      }
      for (HostPort port : spec.hostPorts()) mine.put(group(new Exclusion.Port(port)), 1);
      return mine;
    }

    private Group group(Exclusion exclusion) {
      return groups.computeIfAbsent(exclusion, _ -> new Group());
    }
  }
}
