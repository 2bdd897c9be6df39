package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import karpenter.core.cluster.BoundPod;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.PodOrder.Priority;
import karpenter.core.testkit.twin.SlowTwin;
import karpenter.core.testkit.twin.SlowTwin.Moved;

/// What [WhatIf] answers, found by removing the nodes from the problem and placing everything by
/// the slow twin, from scratch for every question (docs/what-if.md).
///
/// @param movable the pods of a node that would have to move, by node
/// @param closed nodes that pods which move may not go to
public record SlowWhatIf(
    SchedulingProblem problem, Map<String, List<Pod>> movable, Set<String> closed) {

  /// Where all pods go without these nodes, under [Effort#WHOLE].
  public Placement without(SortedSet<String> nodes) {
    var left = reduced(nodes);
    return SlowTwin.place(
        left,
        sorted(left, PodOrder.EXCLUSIVE_FIRST, problem.pending()),
        sorted(left, PodOrder.EXCLUSIVE_FIRST, moving(nodes)),
        closed);
  }

  /// The same when one new node is the most that may come, in each order that is tried: the second
  /// counts if the first needs more than one.
  public List<Moved> ways(SortedSet<String> nodes) {
    var left = reduced(nodes);
    List<Moved> ways = new ArrayList<>();
    for (PodOrder order : List.of(PodOrder.EXCLUSIVE_FIRST, PodOrder.SIZE)) {
      ways.add(
          SlowTwin.move(
              left,
              sorted(left, PodOrder.EXCLUSIVE_FIRST, problem.pending()),
              sorted(left, order, moving(nodes)),
              closed));
    }
    return ways;
  }

  /// Whether pods are ranked by priority, which the twin is not told of.
  boolean ranks(SortedSet<String> nodes) {
    return Batch.prioritiesDiffer(problem.pending()) || Batch.prioritiesDiffer(moving(nodes));
  }

  public List<Pod> moving(SortedSet<String> nodes) {
    List<Pod> moving = new ArrayList<>();
    for (String node : nodes) moving.addAll(movable.getOrDefault(node, List.of()));
    moving.removeAll(problem.pending());
    return moving;
  }

  public SchedulingProblem reduced(SortedSet<String> nodes) {
    List<Pod> moving = moving(nodes);
    Set<String> uids = new HashSet<>();
    moving.forEach(pod -> uids.add(pod.uid()));
    List<Pod> pending = new ArrayList<>(problem.pending());
    pending.addAll(moving);
    List<BoundPod> bound =
        problem.bound().stream().filter(one -> !uids.contains(one.pod().uid())).toList();
    return new SchedulingProblem(
        problem.pools(),
        problem.nodes().stream().filter(node -> !nodes.contains(node.name())).toList(),
        pending,
        bound,
        problem.daemons(),
        problem.namespaces(),
        problem.options(),
        problem.devices());
  }

  private static List<Pod> sorted(SchedulingProblem left, PodOrder order, List<Pod> pods) {
    var catalogue = CompiledCatalogue.compile(left.pools(), left.daemons(), left.options());
    return order.sort(new Batch(catalogue, left), pods, Priority.IGNORED);
  }
}
