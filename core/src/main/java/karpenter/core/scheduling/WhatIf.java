package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
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
  /// What is learnt on the way is kept; now and then it is time to begin anew.
  private static final int MAX_UPDATES = 1_000;

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
    final Answers answers;
    private final List<long[]> doors;
    private @Nullable Sandbox unsettled;
    private boolean superseded;

    Compiled(
        CompiledCatalogue catalogue,
        SchedulingProblem problem,
        Map<String, List<Pod>> movable,
        Map<String, NodeSlot> before) {
      this.catalogue = catalogue;
      this.problem = problem;
      this.movable = movable;
      this.waitingClaimDevices = claimDevices(problem, problem.pending());
      this.settled = new Sandbox(batch(before), Waiting.PLACED);
      this.answers = new Answers();
      this.doors = new ArrayList<>();
    }

    /// The same, changed.
    private Compiled(Compiled before, SchedulingProblem problem, Map<String, List<Pod>> movable) {
      this.catalogue = before.catalogue;
      this.problem = problem;
      this.movable = movable;
      this.waitingClaimDevices = claimDevices(problem, problem.pending());
      this.settled = before.settled;
      this.answers = before.answers;
      this.doors = before.doors;
    }

    Compiled changed(
        Changes changes, SchedulingProblem later, Map<String, List<Pod>> laterMovable) {
      settled.apply(changes);
      answers.prune(settled.ages.now());
      superseded = true;
      return new Compiled(this, later, laterMovable);
    }

    private Batch batch(Map<String, NodeSlot> before) {
      List<Pod> pods = new ArrayList<>();
      for (ExistingNode node : problem.nodes()) pods.addAll(movingFrom(node.name()));
      return new Batch(catalogue, problem, pods, before);
    }

    /// By name.
    Map<String, NodeSlot> slots() {
      Map<String, NodeSlot> slots = new HashMap<>();
      for (NodeSlot slot : settled.batch.nodes) slots.put(slot.node.name(), slot);
      return slots;
    }

    List<Pod> movingFrom(String node) {
      return movable.getOrDefault(node, List.of());
    }

    Sandbox sandboxFor(int[] removed) {
      if (!settled.unsettlesWaiting(removed)) return settled;
      if (unsettled == null) unsettled = new Sandbox(batch(slots()), Waiting.ANEW);
      return unsettled;
    }

    /// The same nodes closed are the same array, so that answers are quickly compared.
    long[] doors(Set<String> closed) {
      long[] bits = settled.bitsOf(closed);
      for (long[] known : doors) if (Arrays.equals(known, bits)) return known;
      doors.add(bits);
      return bits;
    }
  }

  private WhatIf(Compiled compiled, Set<String> closed) {
    this.compiled = compiled;
    this.closed = Set.copyOf(closed);
    this.closedBits = compiled.doors(closed);
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
    return of(catalogue, problem, movable, closed, Map.of());
  }

  private static WhatIf of(
      CompiledCatalogue catalogue,
      SchedulingProblem problem,
      Map<String, List<Pod>> movable,
      Set<String> closed,
      Map<String, NodeSlot> before) {
    Set<String> pending = new HashSet<>();
    for (Pod pod : problem.pending()) pending.add(pod.uid());
    Set<String> bound = new HashSet<>();
    for (BoundPod one : problem.bound()) bound.add(one.pod().uid());
    Map<String, List<Pod>> moving = moving(problem, movable, pending);
    List<BoundPod> neighbours = new ArrayList<>(problem.bound());
    for (ExistingNode node : problem.nodes()) {
      for (Pod pod : moving.getOrDefault(node.name(), List.of())) {
        if (bound.add(pod.uid())) neighbours.add(new BoundPod(pod, node.name()));
      }
    }
    var compiled = new Compiled(catalogue, withBound(problem, neighbours), moving, before);
    return new WhatIf(compiled, closed);
  }

  /// Pods that wait are not moved.
  private static Map<String, List<Pod>> moving(
      SchedulingProblem problem, Map<String, List<Pod>> movable, Set<String> pending) {
    if (pending.isEmpty()) return movable;
    Map<String, List<Pod>> moving = new HashMap<>();
    for (ExistingNode node : problem.nodes()) {
      moving.put(
          node.name(),
          movable.getOrDefault(node.name(), List.of()).stream()
              .filter(pod -> !pending.contains(pod.uid()))
              .toList());
    }
    return moving;
  }

  /// The cluster as it is now, compiled at the cost of what has changed where that can be done.
  /// This object must not be asked any more.
  ///
  /// Answers of before are given again where they still hold: a move that was possible as long as
  /// nothing it rests on has changed, one that was not until something could have made it possible.
  public WhatIf updated(
      CompiledCatalogue catalogue,
      SchedulingProblem problem,
      Map<String, List<Pod>> movable,
      Set<String> closed) {
    if (isSuperseded()
        || compiled.settled.ages.now() > MAX_UPDATES
        || !isSameWorld(catalogue, problem)) {
      return of(catalogue, problem, movable, closed, compiled.slots());
    }
    Set<String> pending = new HashSet<>();
    for (Pod pod : problem.pending()) pending.add(pod.uid());
    Map<String, List<Pod>> moving = moving(problem, movable, pending);
    Changes changes = new Difference(compiled.settled, compiled.movable, problem, moving).find();
    if (changes == null) return of(catalogue, problem, movable, closed, compiled.slots());
    return new WhatIf(compiled.changed(changes, problem, moving), closed);
  }

  private boolean isSameWorld(CompiledCatalogue catalogue, SchedulingProblem later) {
    SchedulingProblem before = compiled.problem;
    return compiled.catalogue == catalogue
        && before.options().equals(later.options())
        && before.daemons().equals(later.daemons())
        && before.namespaces().equals(later.namespaces())
        && isSameWithDevices(later);
  }

  /// Questions about pods that claim devices are answered afresh, so that devices are part of what
  /// was compiled only where such pods wait.
  private boolean isSameWithDevices(SchedulingProblem later) {
    return compiled.problem.devices().equals(later.devices())
        || !(compiled.waitingClaimDevices || claimDevices(later, later.pending()));
  }

  /// Whether [#updated] has made another of it.
  public boolean isSuperseded() {
    return compiled.superseded;
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
    int[] removed = removed(nodes);
    if (mustStartAfresh(removed, moving)) return afreshPlacement(nodes, effort);
    Sandbox sandbox = compiled.sandboxFor(removed);
    if (sandbox != compiled.settled) return ask(sandbox, nodes, moving, effort, _ -> {});
    Answers answers = compiled.answers;
    Placement known = answers.get(sandbox, nodes, effort, removed, closedBits);
    if (known != null) return known;
    return ask(
        sandbox,
        nodes,
        moving,
        effort,
        found ->
            answers.put(
                sandbox,
                nodes,
                effort,
                moving,
                found,
                sandbox.touchedNodes(),
                removed,
                closedBits));
  }

  /// Sandboxes number nodes each in its own way.
  private long[] closedIn(Sandbox sandbox) {
    return sandbox == compiled.settled ? closedBits : sandbox.bitsOf(closed);
  }

  private int[] removed(SortedSet<String> nodes) {
    if (isSuperseded()) throw new IllegalStateException("the cluster has been updated since");
    return compiled.settled.indexesOf(nodes);
  }

  private Placement ask(
      Sandbox sandbox,
      SortedSet<String> nodes,
      List<Pod> moving,
      Effort effort,
      Consumer<Placement> note) {
    return sandbox.ask(
        sandbox.indexesOf(nodes),
        moving,
        closedIn(sandbox),
        effort,
        result -> {
          sandbox.keepDrafts();
          List<Pod> unplaced = new ArrayList<>(sandbox.leftBefore());
          unplaced.addAll(result.waiting());
          unplaced.addAll(result.moving());
          result.run().takeBackTypes();
          var found = new PlacementBuilder(result.run()).build(unplaced, sandbox.usedNodes());
          note.accept(found);
          return found;
        });
  }

  /// Where the pods of these nodes go.
  public Relocation relocation(SortedSet<String> nodes, Effort effort) {
    List<Pod> moving = moving(nodes);
    int[] removed = removed(nodes);
    if (mustStartAfresh(removed, moving)) {
      var result = afresh(nodes, moving, effort);
      int[] all = IntStream.range(0, result.run().batch.nodes.size()).toArray();
      return new Relocations(nodes, moving).of(result, all);
    }
    Sandbox sandbox = compiled.sandboxFor(removed);
    return sandbox.ask(
        sandbox.indexesOf(nodes),
        moving,
        closedIn(sandbox),
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
        problem.devices().without(nodes, ids));
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
      Set<Pod> moved = Collections.newSetFromMap(new IdentityHashMap<>());
      moved.addAll(moving);
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
