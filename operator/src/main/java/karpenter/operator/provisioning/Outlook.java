package karpenter.operator.provisioning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.disruption.WhatIfs;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Taint;
import karpenter.core.scheduling.CompiledCatalogue;
import karpenter.core.scheduling.Effort;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NodeUse;
import karpenter.core.scheduling.Placement.Unplaced;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.scheduling.WhatIf;
import org.jspecify.annotations.Nullable;

/// What would happen if nodes went, at one moment. Nodes are known here by the name planning has
/// for them. Computes on demand; use it from one thread.
public final class Outlook implements WhatIfs {
  private static final Taint BARRED =
      new Taint("karpenter-jvm.dev/barred", "", Taint.Effect.NO_SCHEDULE);

  private final CompiledCatalogue catalogue;
  private final SchedulingProblem problem;
  private final Map<String, String> names;
  private final Map<String, List<Pod>> movable;
  private final Set<String> closed;
  private final Set<String> restless;
  private final Set<String> uninitialized;
  private final Set<String> waiting;
  private final Memory memory;
  private @Nullable Set<String> hopeless;
  private @Nullable WhatIf whatIf;
  private @Nullable WhatIf whatIfQuiet;

  /// @param names planning's by what notes call a node
  /// @param movable pods that would have to move, by node
  /// @param closed nodes that take nobody any more
  /// @param restless nodes that take nobody in a consolidation
  /// @param waiting pods that wait whatever goes, by uid
  /// @param memory what looks of before have left
  Outlook(
      CompiledCatalogue catalogue,
      SchedulingProblem problem,
      Map<String, String> names,
      Map<String, List<Pod>> movable,
      Set<String> closed,
      Set<String> restless,
      Set<String> uninitialized,
      Set<String> waiting,
      Memory memory) {
    this.memory = memory;
    this.catalogue = catalogue;
    this.problem = problem;
    this.names = names;
    this.movable = movable;
    this.closed = closed;
    this.restless = restless;
    this.uninitialized = uninitialized;
    this.waiting = waiting;
  }

  /// The cluster as it was compiled last: most of it is the same at the next look.
  static final class Memory {
    private @Nullable WhatIf last;

    WhatIf at(
        CompiledCatalogue catalogue, SchedulingProblem problem, Map<String, List<Pod>> movable) {
      var before = last;
      var now =
          before == null
              ? WhatIf.of(catalogue, problem, movable, Set.of())
              : before.updated(catalogue, problem, movable, Set.of());
      last = now;
      return now;
    }

    void forget() {
      last = null;
    }
  }

  /// Whether some pool could sell a replacement.
  public boolean hasPools() {
    return !problem.pools().isEmpty();
  }

  @Override
  public Placement without(SortedSet<String> claims, boolean consolidation) {
    return without(claims, consolidation, consolidation ? Effort.ONE_NEW_NODE : Effort.WHOLE);
  }

  @Override
  public Placement severalInsteadOf(SortedSet<String> claims) {
    return without(claims, true, Effort.WHOLE);
  }

  private Placement without(SortedSet<String> claims, boolean consolidation, Effort effort) {
    var gone = new TreeSet<String>();
    for (var claim : claims) {
      var name = names.get(claim);
      if (name == null) {
        throw new IllegalStateException(claim + " is going already");
      }
      gone.add(name);
    }
    var asked = consolidation ? consolidating() : anyway();
    return certain(asked.without(gone, effort), gone);
  }

  /// Compiled when the first question comes, from what was compiled before where that is quicker.
  private WhatIf anyway() {
    var known = whatIf;
    if (known == null || known.isSuperseded()) {
      known = memory.at(catalogue, barred(problem), movable);
      whatIf = known;
      whatIfQuiet = null;
    }
    return known;
  }

  private WhatIf consolidating() {
    var all = anyway();
    var known = whatIfQuiet;
    if (known == null) {
      known = all.closing(restless);
      whatIfQuiet = known;
    }
    return known;
  }

  @Override
  public Set<String> hopeless() {
    var known = hopeless;
    if (known == null) {
      known = new HashSet<>(waiting);
      if (problem.pending().size() > waiting.size()) {
        var asItIs = anyway().without(Collections.emptySortedSet());
        for (var unplaced : asItIs.unplaced()) {
          known.add(unplaced.pod().uid());
        }
      }
      hopeless = known;
    }
    return known;
  }

  private SchedulingProblem barred(SchedulingProblem cluster) {
    if (closed.isEmpty()) {
      return cluster;
    }
    return new SchedulingProblem(
        cluster.pools(),
        cluster.nodes().stream()
            .map(node -> closed.contains(node.name()) ? barred(node) : node)
            .toList(),
        cluster.pending(),
        cluster.bound(),
        cluster.daemons(),
        cluster.namespaces(),
        cluster.options(),
        cluster.devices());
  }

  /// A node that has not come to be is no place to move to.
  private Placement certain(Placement placement, Set<String> gone) {
    if (!usesUninitialized(placement)) {
      return placement;
    }
    var moved = new HashSet<String>();
    gone.forEach(name -> movable.getOrDefault(name, List.of()).forEach(p -> moved.add(p.uid())));
    var existing = new ArrayList<NodeUse>();
    var unplaced = new ArrayList<>(placement.unplaced());
    for (var use : placement.existing()) {
      if (!uninitialized.contains(use.node())) {
        existing.add(use);
        continue;
      }
      var kept = use.pods().stream().filter(pod -> !moved.contains(pod.uid())).toList();
      if (!kept.isEmpty()) {
        existing.add(new NodeUse(use.node(), kept));
      }
      use.pods().stream()
          .filter(pod -> moved.contains(pod.uid()))
          .forEach(pod -> unplaced.add(new Unplaced(pod, false)));
    }
    return new Placement(
        placement.newNodes(), existing, unplaced, placement.order(), placement.bindOrder());
  }

  private boolean usesUninitialized(Placement placement) {
    if (uninitialized.isEmpty()) {
      return false;
    }
    for (var use : placement.existing()) {
      if (uninitialized.contains(use.node())) {
        return true;
      }
    }
    return false;
  }

  /// With a taint that keeps pods away.
  private static ExistingNode barred(ExistingNode node) {
    var taints = new ArrayList<>(node.taints());
    taints.add(BARRED);
    return new ExistingNode(
        node.name(),
        node.hostname(),
        node.labels(),
        taints,
        node.capacity(),
        node.allocatable(),
        node.podRequests(),
        node.daemonRequests(),
        node.pool(),
        node.initialized(),
        node.hostPorts(),
        node.volumes(),
        node.volumeLimits(),
        node.undecided());
  }
}
