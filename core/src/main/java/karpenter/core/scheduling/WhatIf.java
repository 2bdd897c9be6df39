package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.IntStream;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Options.DeviceRequests;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.NodeUse;
import karpenter.core.scheduling.Run.Opening;
import karpenter.core.scheduling.Sandbox.Waiting;
import org.jspecify.annotations.Nullable;

/// A cluster compiled once, to be asked many times: what if these nodes went (docs/what-if.md)?
///
/// An answer is what placing afresh on the cluster without the nodes would give, at the cost of the
/// pods that move. Mutable inside; use one from one thread.
public final class WhatIf {
  private final Compiled compiled;
  private final Set<String> closed;
  private final long[] closedBits;

  /// What questions with other doors closed share.
  private static final class Compiled {
    final CompiledCatalogue catalogue;
    final SchedulingProblem problem;
    final Map<String, List<Pod>> movable;
    final boolean waitingClaimDevices;
    final Sandbox settled;
    private @Nullable Sandbox unsettled;

    Compiled(
        CompiledCatalogue catalogue, SchedulingProblem problem, Map<String, List<Pod>> movable) {
      this.catalogue = catalogue;
      this.problem = problem;
      this.movable = movable;
      this.waitingClaimDevices = claimDevices(problem, problem.pending());
      this.settled = new Sandbox(batch(), Waiting.PLACED);
    }

    private Batch batch() {
      List<Pod> pods = new ArrayList<>();
      for (ExistingNode node : problem.nodes()) pods.addAll(movingFrom(node.name()));
      return new Batch(catalogue, problem, pods);
    }

    List<Pod> movingFrom(String node) {
      return movable.getOrDefault(node, List.of());
    }

    Sandbox sandboxFor(int[] removed) {
      if (!settled.unsettlesWaiting(removed)) return settled;
      if (unsettled == null) unsettled = new Sandbox(batch(), Waiting.ANEW);
      return unsettled;
    }
  }

  private WhatIf(Compiled compiled, Set<String> closed) {
    this.compiled = compiled;
    this.closed = Set.copyOf(closed);
    this.closedBits = compiled.settled.bitsOf(closed);
  }

  /// @param catalogue compiled from the pools and daemons of `problem`
  /// @param problem all nodes that stay as things are, and the pods that wait for a place anyway
  /// @param movable the pods of a node that would have to move, by node
  /// @param closed nodes that pods coming from removed nodes may not go to; pods that wait may
  public static WhatIf of(
      CompiledCatalogue catalogue,
      SchedulingProblem problem,
      Map<String, List<Pod>> movable,
      Set<String> closed) {
    Set<String> pending = new HashSet<>();
    for (Pod pod : problem.pending()) pending.add(pod.uid());
    Set<String> bound = new HashSet<>();
    for (BoundPod one : problem.bound()) bound.add(one.pod().uid());
    Map<String, List<Pod>> moving = new HashMap<>();
    List<BoundPod> neighbours = new ArrayList<>(problem.bound());
    for (ExistingNode node : problem.nodes()) {
      List<Pod> here = new ArrayList<>();
      for (Pod pod : movable.getOrDefault(node.name(), List.of())) {
        if (pending.contains(pod.uid())) continue;
        here.add(pod);
        if (bound.add(pod.uid())) neighbours.add(new BoundPod(pod, node.name()));
      }
      moving.put(node.name(), here);
    }
    return new WhatIf(new Compiled(catalogue, withBound(problem, neighbours), moving), closed);
  }

  /// The same cluster with other nodes closed to pods that move.
  public WhatIf closing(Set<String> nodes) {
    return new WhatIf(compiled, nodes);
  }

  /// Where all pods go without these nodes: those that wait first, then those that must move.
  public Placement without(SortedSet<String> nodes) {
    return without(nodes, Effort.WHOLE);
  }

  /// As [#without(SortedSet)]; a question that ends early leaves out the pods after the one it
  /// ended at, which has no place or is on a second new node.
  public Placement without(SortedSet<String> nodes, Effort effort) {
    List<Pod> moving = moving(nodes);
    int[] removed = compiled.settled.indexesOf(nodes);
    if (mustStartAfresh(removed, moving)) return afreshPlacement(nodes, effort);
    Sandbox sandbox = compiled.sandboxFor(removed);
    return sandbox.ask(
        removed,
        moving,
        closedBits,
        effort,
        result -> {
          sandbox.keepDrafts();
          List<Pod> unplaced = new ArrayList<>(sandbox.leftBefore());
          unplaced.addAll(result.waiting());
          unplaced.addAll(result.moving());
          result.run().takeBackTypes();
          return new PlacementBuilder(result.run()).build(unplaced, sandbox.usedNodes());
        });
  }

  /// Where the pods of these nodes go.
  public Relocation relocation(SortedSet<String> nodes, Effort effort) {
    List<Pod> moving = moving(nodes);
    int[] removed = compiled.settled.indexesOf(nodes);
    if (mustStartAfresh(removed, moving)) {
      var result = afresh(nodes, moving, effort);
      int[] all = IntStream.range(0, result.run().batch.nodes.size()).toArray();
      return new Relocations(nodes, moving).of(result, all);
    }
    Sandbox sandbox = compiled.sandboxFor(removed);
    return sandbox.ask(
        removed,
        moving,
        closedBits,
        effort,
        result -> new Relocations(nodes, moving).of(result, sandbox.usedNodes()));
  }

  /// What every node and pool answers a pod that would have no place without these nodes.
  public Trace explain(SortedSet<String> nodes, Pod pod) {
    var result = afresh(nodes, moving(nodes), Effort.WHOLE);
    Trace trace = new Tracer(result.run(), placement(result)).trace(pod);
    return new Trace(
        trace.pod(),
        trace.deferred(),
        trace.verdicts().stream()
            .filter(
                verdict ->
                    !(verdict.candidate() instanceof Trace.Candidate.Existing(var name)
                        && closed.contains(name)))
            .toList());
  }

  /// The problem that is left when the nodes have gone.
  SchedulingProblem reduced(SortedSet<String> nodes) {
    SchedulingProblem problem = compiled.problem;
    List<Pod> moving = moving(nodes);
    Set<String> ids = new HashSet<>();
    for (Pod pod : moving) ids.add(pod.uid());
    List<Pod> pending = new ArrayList<>(problem.pending());
    pending.addAll(moving);
    return new SchedulingProblem(
        problem.pools(),
        problem.nodes().stream().filter(node -> !nodes.contains(node.name())).toList(),
        pending,
        problem.bound().stream().filter(one -> !ids.contains(one.pod().uid())).toList(),
        problem.daemons(),
        problem.namespaces(),
        problem.options(),
        problem.devices());
  }

  private List<Pod> moving(SortedSet<String> nodes) {
    if (nodes.size() == 1) return compiled.movingFrom(nodes.first());
    List<Pod> pods = new ArrayList<>();
    for (String node : nodes) pods.addAll(compiled.movingFrom(node));
    return pods;
  }

  /// Devices given out are not taken back, and domains that vanish with their last node change what
  /// was compiled.
  private boolean mustStartAfresh(int[] removed, List<Pod> moving) {
    return compiled.waitingClaimDevices
        || claimDevices(compiled.problem, moving)
        || compiled.settled.outgrows(removed);
  }

  private static boolean claimDevices(SchedulingProblem problem, List<Pod> pods) {
    return problem.options().deviceRequests() == DeviceRequests.HONOURED
        && pods.stream().anyMatch(pod -> !pod.spec().deviceClaims().isEmpty());
  }

  /// The answer found the long way.
  Placement afreshPlacement(SortedSet<String> nodes, Effort effort) {
    return placement(afresh(nodes, moving(nodes), effort));
  }

  private Phases.Result afresh(SortedSet<String> nodes, List<Pod> moving, Effort effort) {
    var batch = new Batch(compiled.catalogue, reduced(nodes));
    long[] barred = Bits.none(batch.nodes.size());
    for (int i = 0; i < batch.nodes.size(); i++) {
      if (closed.contains(batch.nodes.get(i).node.name())) Bits.set(barred, i);
    }
    return new Phases(batch, compiled.problem.pending(), moving, barred, effort)
        .place(
            () -> {
              batch.reset();
              return new Run(batch, Opening.IF_CHEAPER);
            },
            new long[0]);
  }

  private static Placement placement(Phases.Result result) {
    List<Pod> unplaced = new ArrayList<>(result.waiting());
    unplaced.addAll(result.moving());
    result.run().takeBackTypes();
    return new PlacementBuilder(result.run()).build(unplaced);
  }

  private static SchedulingProblem withBound(SchedulingProblem problem, List<BoundPod> bound) {
    return new SchedulingProblem(
        problem.pools(),
        problem.nodes(),
        problem.pending(),
        bound,
        problem.daemons(),
        problem.namespaces(),
        problem.options(),
        problem.devices());
  }

  /// Writes down what becomes of moved pods.
  private record Relocations(SortedSet<String> nodes, List<Pod> moving) {

    /// @param touched the nodes that may have got some of them
    Relocation of(Phases.Result result, int[] touched) {
      Run run = result.run();
      run.takeBackTypes();
      var builder = new PlacementBuilder(run);
      Set<Pod> moved = new HashSet<>(moving);
      List<NodeUse> existing = new ArrayList<>();
      for (int index : touched) {
        NodeSlot slot = run.batch.nodes.get(index);
        var pods = slot.pods.stream().filter(moved::contains).toList();
        if (!pods.isEmpty()) existing.add(new NodeUse(slot.node.name(), pods));
      }
      int before = result.pricesBefore().length;
      List<NewNode> bought = new ArrayList<>();
      List<NewNode> widened = new ArrayList<>();
      double cost = 0;
      for (int i = 0; i < run.drafts.size(); i++) {
        Draft draft = run.drafts.get(i);
        boolean isNew = i >= before;
        if (!isNew && draft.pods.stream().noneMatch(moved::contains)) continue;
        NewNode node = builder.newNode(draft);
        (isNew ? bought : widened).add(node);
        cost += node.price() - (isNew ? 0 : result.pricesBefore()[i]);
      }
      return new Relocation(
          nodes,
          existing,
          bought,
          widened,
          result.moving().stream().map(builder::unplaced).toList(),
          Optional.ofNullable(result.stoppedAt()),
          cost);
    }
  }
}
