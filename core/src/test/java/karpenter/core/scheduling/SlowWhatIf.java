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
import karpenter.core.testkit.twin.Testimony;

/// What [WhatIf] answers, found by removing the nodes from the problem and placing everything by
/// the slow twin, from scratch for every question (docs/what-if.md).
///
/// The order in which pods are tried is the one thing it does not find out by itself.
public final class SlowWhatIf {
  private final SchedulingProblem problem;
  private final Map<String, List<Pod>> movable;
  private final Set<String> closed;
  private final CompiledCatalogue catalogue;

  /// @param movable the pods of a node that would have to move, by node
  /// @param closed nodes that pods which move may not go to
  public SlowWhatIf(SchedulingProblem problem, Map<String, List<Pod>> movable, Set<String> closed) {
    this.problem = problem;
    this.movable = movable;
    this.closed = closed;
    this.catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
  }

  /// Where all pods go without these nodes, under [Effort#WHOLE].
  public Placement without(SortedSet<String> nodes) {
    var left = reduced(nodes);
    return SlowTwin.place(
        left,
        sorted(left, PodOrder.EXCLUSIVE_FIRST, problem.pending()),
        sorted(left, PodOrder.EXCLUSIVE_FIRST, moving(nodes)),
        closed);
  }

  /// The same when one new node is the most that may come. Packed in one order, and in another as
  /// well where that took more than one: then the second counts.
  public List<Moved> ways(SortedSet<String> nodes) {
    var left = reduced(nodes);
    List<Moved> ways = new ArrayList<>();
    for (PodOrder order : List.of(PodOrder.EXCLUSIVE_FIRST, PodOrder.SIZE)) {
      if (!ways.isEmpty() && ways.getFirst().opened() <= 1) break;
      ways.add(
          SlowTwin.move(
              left,
              sorted(left, PodOrder.EXCLUSIVE_FIRST, problem.pending()),
              sorted(left, order, moving(nodes)),
              closed));
    }
    return ways;
  }

  /// Who takes a pod, and who refuses it for what, once all others were placed.
  Testimony testimony(SortedSet<String> nodes, Pod pod) {
    var left = reduced(nodes);
    return Testimony.of(
        left,
        sorted(left, PodOrder.EXCLUSIVE_FIRST, problem.pending()),
        sorted(left, PodOrder.EXCLUSIVE_FIRST, moving(nodes)),
        closed,
        pod);
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

  private List<Pod> sorted(SchedulingProblem left, PodOrder order, List<Pod> pods) {
    return order.sort(new Batch(catalogue, left), pods, Priority.IGNORED);
  }
}
