package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
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
  private final CompiledCatalogue catalogue;
  private final SchedulingProblem problem;
  private final Map<String, List<Pod>> movable;
  private final Set<String> closed;
  private final Sandbox settled;
  private @Nullable Sandbox unsettled;
  private final boolean waitingClaimDevices;

  private WhatIf(
      CompiledCatalogue catalogue,
      SchedulingProblem problem,
      Map<String, List<Pod>> movable,
      Set<String> closed) {
    this.catalogue = catalogue;
    this.problem = problem;
    this.movable = movable;
    this.closed = closed;
    this.settled = new Sandbox(batch(), closed, Waiting.PLACED);
    this.waitingClaimDevices = claimsDevices(problem.pending());
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
    return new WhatIf(catalogue, withBound(problem, neighbours), moving, Set.copyOf(closed));
  }

  /// Where all pods go without these nodes: those that wait first, then those that must move.
  public Placement without(SortedSet<String> nodes) {
    List<Pod> moving = moving(nodes);
    int[] removed = settled.indexesOf(nodes);
    if (mustStartAfresh(removed, moving)) return placement(afresh(nodes, moving, Effort.WHOLE));
    Sandbox sandbox = sandboxFor(removed);
    return sandbox.ask(
        removed,
        moving,
        Effort.WHOLE,
        result -> {
          for (Draft draft : result.run().drafts) sandbox.journal().touch(draft);
          List<Pod> unplaced = new ArrayList<>(sandbox.leftBefore());
          return placement(result, unplaced);
        });
  }

  /// Where the pods of these nodes go.
  public Relocation relocation(SortedSet<String> nodes, Effort effort) {
    List<Pod> moving = moving(nodes);
    int[] removed = settled.indexesOf(nodes);
    if (mustStartAfresh(removed, moving)) {
      var result = afresh(nodes, moving, effort);
      return new Relocations(nodes, moving).of(result, allNodes(result.run()));
    }
    Sandbox sandbox = sandboxFor(removed);
    return sandbox.ask(
        removed,
        moving,
        effort,
        result -> new Relocations(nodes, moving).of(result, sandbox.journal().touchedNodes()));
  }

  /// What every node and pool answers a pod that would have no place without these nodes.
  public Trace explain(SortedSet<String> nodes, Pod pod) {
    var result = afresh(nodes, moving(nodes), Effort.WHOLE);
    var placement = placement(result);
    Trace trace = new Tracer(result.run(), placement).trace(pod);
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

  private Batch batch() {
    List<Pod> pods = new ArrayList<>();
    for (ExistingNode node : problem.nodes()) pods.addAll(movingFrom(node.name()));
    return new Batch(catalogue, problem, pods);
  }

  private List<Pod> movingFrom(String node) {
    return movable.getOrDefault(node, List.of());
  }

  private List<Pod> moving(SortedSet<String> nodes) {
    if (nodes.size() == 1) return movingFrom(nodes.first());
    List<Pod> pods = new ArrayList<>();
    for (String node : nodes) pods.addAll(movingFrom(node));
    return pods;
  }

  private Sandbox sandboxFor(int[] removed) {
    if (!settled.unsettlesWaiting(removed)) return settled;
    if (unsettled == null) unsettled = new Sandbox(batch(), closed, Waiting.ANEW);
    return unsettled;
  }

  /// Devices given out are not taken back, and domains that vanish with their last node change what
  /// was compiled.
  private boolean mustStartAfresh(int[] removed, List<Pod> moving) {
    return waitingClaimDevices || claimsDevices(moving) || settled.outgrows(removed);
  }

  private boolean claimsDevices(List<Pod> pods) {
    return problem.options().deviceRequests() == DeviceRequests.HONOURED
        && pods.stream().anyMatch(pod -> !pod.spec().deviceClaims().isEmpty());
  }

  private Phases.Result afresh(SortedSet<String> nodes, List<Pod> moving, Effort effort) {
    var batch = new Batch(catalogue, reduced(nodes));
    long[] barred = Bits.none(batch.nodes.size());
    for (int i = 0; i < batch.nodes.size(); i++) {
      if (closed.contains(batch.nodes.get(i).node.name())) Bits.set(barred, i);
    }
    var opening = effort == Effort.WHOLE ? Opening.IF_CHEAPER : Opening.IF_NEEDED;
    return new Phases(batch, problem.pending(), moving, barred, effort)
        .place(
            () -> {
              batch.reset();
              return new Run(batch, opening);
            },
            new long[0]);
  }

  private static Placement placement(Phases.Result result) {
    return placement(result, new ArrayList<>());
  }

  private static Placement placement(Phases.Result result, List<Pod> unplaced) {
    unplaced.addAll(result.waiting());
    unplaced.addAll(result.moving());
    result.run().takeBackTypes();
    return new PlacementBuilder(result.run()).build(unplaced);
  }

  private static int[] allNodes(Run run) {
    int[] all = new int[run.batch.nodes.size()];
    for (int i = 0; i < all.length; i++) all[i] = i;
    return all;
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
