package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import karpenter.core.cluster.BoundPod;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.scheduling.Run.Opening;
import org.jspecify.annotations.Nullable;

/// A compiled cluster in which questions are tried out and taken back. Mutable, for one thread.
final class Sandbox {
  final Batch batch;
  private final Run run;
  private final Journal journal;
  private final List<Pod> waitingToPlace;

  /// Pods that wait and have no place before any question.
  private final List<Pod> leftBefore;

  /// Whether limits had a say in where they went.
  private final boolean soughtNew;

  /// Nodes that bore on where they went.
  private final long[] weighedByWaiting;

  private final Map<String, Integer> indexOf = new HashMap<>();
  private final Map<String, List<BoundPod>> boundOn = new HashMap<>();
  private final @Nullable Footprint[] footprints;
  private final IdentityHashMap<PodSpec, CountGroup[]> groupsOf = new IdentityHashMap<>();
  private final Set<CountGroup> groupsOfWaiting =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private final LoneDomains lone;

  /// Nodes that pods which wait have come to.
  private final int[] usedByWaiting;

  /// What a node's pods count for.
  private record Footprint(CountGroup[] groups, int[] domains) {}

  /// Whether the pods that wait are placed once and for all, or anew in every question.
  enum Waiting {
    PLACED,
    ANEW
  }

  Sandbox(Batch batch, Waiting waiting) {
    this.batch = batch;
    List<Pod> pending = batch.problem.pending();
    this.waitingToPlace = waiting == Waiting.ANEW ? pending : List.of();
    for (int i = 0; i < batch.nodes.size(); i++) indexOf.put(batch.nodes.get(i).node.name(), i);
    Set<String> pendingIds = new HashSet<>();
    for (Pod pod : pending) pendingIds.add(pod.uid());
    for (BoundPod bound : batch.problem.bound()) {
      if (pendingIds.contains(bound.pod().uid())) continue;
      boundOn.computeIfAbsent(bound.node(), _ -> new ArrayList<>()).add(bound);
    }
    this.footprints = new @Nullable Footprint[batch.nodes.size()];
    this.lone = new LoneDomains(batch);
    if (waiting == Waiting.PLACED && !pending.isEmpty()) {
      var phases = new Phases(batch, pending, List.of(), new long[0], Effort.WHOLE);
      var placed = phases.place(this::freshRun, new long[0]);
      this.run = placed.run();
      this.leftBefore = placed.waiting();
      noteGroupsOfWaiting(pending);
    } else {
      this.run = new Run(batch, Opening.IF_CHEAPER);
      this.leftBefore = List.of();
    }
    this.soughtNew = run.soughtNew;
    this.weighedByWaiting = run.weighed.clone();
    this.usedByWaiting =
        IntStream.range(0, batch.nodes.size())
            .filter(i -> !batch.nodes.get(i).pods.isEmpty())
            .toArray();
    this.journal = new Journal(run);
    run.journal = journal;
  }

  private Run freshRun() {
    batch.reset();
    return new Run(batch, Opening.IF_CHEAPER);
  }

  private void noteGroupsOfWaiting(List<Pod> pending) {
    Set<PodClass> seen = new HashSet<>();
    for (Pod pod : pending) {
      PodClass podClass = batch.classOf(pod);
      if (!seen.add(podClass)) continue;
      groupsOfWaiting.addAll(List.of(podClass.asked));
      groupsOfWaiting.addAll(
          batch.inverse.selecting(podClass.spec.namespace(), podClass.spec.labels()));
    }
  }

  /// These nodes as candidates; those that are not there are left out.
  long[] bitsOf(Set<String> names) {
    if (names.isEmpty()) return new long[0];
    long[] bits = Bits.none(batch.nodes.size());
    for (String name : names) {
      Integer index = indexOf.get(name);
      if (index != null) Bits.set(bits, index);
    }
    return bits;
  }

  /// The numbers of these nodes.
  int[] indexesOf(Iterable<String> names) {
    List<Integer> found = new ArrayList<>();
    for (String name : names) {
      Integer index = indexOf.get(name);
      if (index == null) throw new IllegalArgumentException("no such node: " + name);
      found.add(index);
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  /// Whether what was compiled does not hold without these nodes.
  boolean outgrows(int[] removed) {
    return lone.vanishWith(removed);
  }

  /// Whether pods that wait might go elsewhere if these nodes were not there.
  boolean unsettlesWaiting(int[] removed) {
    if (batch.problem.pending().isEmpty()) return false;
    for (int node : removed) {
      NodeSlot slot = batch.nodes.get(node);
      if (!slot.pods.isEmpty() || Bits.get(weighedByWaiting, node)) return true;
      for (CountGroup group : footprint(node).groups) {
        if (groupsOfWaiting.contains(group)) return true;
      }
      for (Limits limits : run.limits) if (soughtNew && limits.concerns(slot.node)) return true;
    }
    return false;
  }

  /// Takes the nodes away, places the pods, has the outcome looked at, and takes it all back.
  ///
  /// @param closed nodes no moving pod may go to
  <T> T ask(
      int[] removed,
      List<Pod> moving,
      long[] closed,
      Effort effort,
      Function<Phases.Result, T> look) {
    var phases = new Phases(batch, waitingToPlace, moving, closed, effort);
    long[] barred = Bits.none(batch.nodes.size());
    for (int node : removed) Bits.set(barred, node);
    try {
      return look.apply(phases.place(() -> without(removed), barred));
    } finally {
      journal.undo();
    }
  }

  /// The nodes that have got pods by now, in the order they are tried. Within a question only.
  int[] usedNodes() {
    int[] touched = journal.touchedNodes();
    return usedByWaiting.length == 0
        ? touched
        : IntStream.concat(Arrays.stream(touched), Arrays.stream(usedByWaiting))
            .sorted()
            .distinct()
            .toArray();
  }

  /// What is done to drafts from now on is taken back as well.
  void keepDrafts() {
    for (Draft draft : run.drafts) journal.touch(draft);
  }

  /// Pods that wait and have no place before any question.
  List<Pod> leftBefore() {
    return leftBefore;
  }

  private Run without(int[] removed) {
    journal.undo();
    journal.begin();
    for (int node : removed) {
      Footprint print = footprint(node);
      for (int i = 0; i < print.groups.length; i++) {
        print.groups[i].take(print.domains[i], 1);
        journal.counted(print.groups[i], print.domains[i], -1);
      }
      NodeSlot slot = batch.nodes.get(node);
      for (int t = 0; t < run.limits.length; t++) {
        if (!run.limits[t].concerns(slot.node)) continue;
        journal.touchLimits(t);
        run.limits[t].release(slot.node);
      }
    }
    return run;
  }

  private Footprint footprint(int node) {
    Footprint known = footprints[node];
    if (known != null) return known;
    NodeSlot slot = batch.nodes.get(node);
    List<CountGroup> groups = new ArrayList<>();
    List<Integer> domains = new ArrayList<>();
    for (BoundPod bound : boundOn.getOrDefault(slot.node.name(), List.of())) {
      CountGroup[] selecting = groupsOf.computeIfAbsent(bound.pod().spec(), batch::groupsCounting);
      for (CountGroup group : selecting) {
        int domain = batch.domainOn(group, node);
        if (domain < 0 || !batch.counts(group, slot)) continue;
        groups.add(group);
        domains.add(domain);
      }
    }
    var made =
        new Footprint(
            groups.toArray(CountGroup[]::new),
            domains.stream().mapToInt(Integer::intValue).toArray());
    footprints[node] = made;
    return made;
  }
}
