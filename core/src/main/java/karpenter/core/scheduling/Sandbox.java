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
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.scheduling.Run.Opening;
import org.jspecify.annotations.Nullable;

/// A compiled cluster in which questions are tried out and taken back. Mutable, for one thread.
///
/// Two journals lie on top of each other: one for the pods that wait, taken back when the cluster
/// changes, and one for the question.
final class Sandbox {
  final Batch batch;

  /// When what last changed for good.
  final Ages ages;

  private final Run run;
  private final Journal base;
  private final Journal journal;
  private final Waiting mode;

  /// Pods that wait, and those of them without a place before any question.
  private List<Pod> waiting = List.of();

  private List<Pod> leftBefore = List.of();

  private final Map<String, Integer> indexOf = new HashMap<>();
  private final List<List<Pod>> boundOn = new ArrayList<>();
  private final @Nullable Footprint[] footprints;
  private final IdentityHashMap<PodSpec, CountGroup[]> groupsOf = new IdentityHashMap<>();
  private final Set<CountGroup> groupsOfWaiting =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private final LoneDomains lone;

  /// Nodes that are gone for good.
  private final long[] gone;

  /// Nodes that pods which wait have come to.
  private int[] usedByWaiting = {};

  /// What a node's pods count for.
  private record Footprint(CountGroup[] groups, int[] domains) {}

  /// Whether the pods that wait are placed once for all questions, or anew in every one.
  enum Waiting {
    PLACED,
    ANEW
  }

  Sandbox(Batch batch, Waiting mode) {
    this.batch = batch;
    this.mode = mode;
    int count = batch.nodes.size();
    this.ages = new Ages(count);
    for (int i = 0; i < count; i++) {
      indexOf.put(batch.nodes.get(i).node.name(), i);
      boundOn.add(new ArrayList<>());
    }
    List<Pod> pending = batch.problem.pending();
    Set<String> pendingIds = new HashSet<>();
    for (Pod pod : pending) pendingIds.add(pod.uid());
    for (var bound : batch.problem.bound()) {
      Integer index = indexOf.get(bound.node());
      if (index == null || pendingIds.contains(bound.pod().uid())) continue;
      boundOn.get(index).add(bound.pod());
    }
    this.footprints = new @Nullable Footprint[count];
    this.lone = new LoneDomains(batch);
    this.gone = Bits.none(count);
    this.run = new Run(batch, Opening.IF_CHEAPER);
    this.base = new Journal(run);
    this.journal = new Journal(run);
    settle(pending);
  }

  /// Places the pods that wait, to stay until the cluster changes.
  private void settle(List<Pod> pending) {
    waiting = pending;
    leftBefore = List.of();
    groupsOfWaiting.clear();
    usedByWaiting = new int[0];
    run.soughtNew = false;
    run.weighed = new long[0];
    if (mode == Waiting.PLACED && !pending.isEmpty()) {
      run.journal = base;
      var phases = new Phases(batch, pending, List.of(), new long[0], Effort.WHOLE);
      leftBefore = phases.place(this::withoutWaiting, gone).waiting();
      usedByWaiting = base.touchedNodes();
      base.settle();
      noteGroupsOfWaiting(pending);
    }
    soughtNew = run.soughtNew;
    weighed = run.weighed.clone();
    run.journal = journal;
    journal.begin();
  }

  private boolean soughtNew;
  private long[] weighed = {};

  private Run withoutWaiting() {
    base.undo();
    base.begin();
    return run;
  }

  private void noteGroupsOfWaiting(List<Pod> pending) {
    Set<PodClass> seen = new HashSet<>();
    for (Pod pod : pending) {
      PodClass podClass = batch.classOf(pod);
      if (seen.add(podClass)) groupsOfWaiting.addAll(List.of(batch.bearingOn(podClass)));
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

  /// The number of a node, or -1.
  int indexOf(String name) {
    return indexOf.getOrDefault(name, -1);
  }

  /// The numbers of these nodes.
  int[] indexesOf(Set<String> names) {
    int[] found = new int[names.size()];
    int count = 0;
    for (String name : names) {
      int index = indexOf(name);
      if (index < 0) throw new IllegalArgumentException("no such node: " + name);
      found[count++] = index;
    }
    return found;
  }

  int nodeCount() {
    return indexOf.size();
  }

  List<Pod> boundOn(int node) {
    return boundOn.get(node);
  }

  List<Pod> waiting() {
    return waiting;
  }

  /// Whether what was compiled does not hold without these nodes.
  boolean outgrows(int[] removed) {
    return lone.vanishWith(removed);
  }

  /// Whether pods that wait might go elsewhere if these nodes were not there.
  boolean unsettlesWaiting(int[] removed) {
    if (waiting.isEmpty()) return false;
    for (int node : removed) {
      NodeSlot slot = batch.nodes.get(node);
      if (!slot.pods.isEmpty() || Bits.get(weighed, node)) return true;
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
    List<Pod> toPlace = mode == Waiting.ANEW ? waiting : List.of();
    var phases = new Phases(batch, toPlace, moving, closed, effort);
    long[] barred = gone.clone();
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

  /// The nodes pods of the question have come to.
  int[] touchedNodes() {
    return journal.touchedNodes();
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
    var made = footprint(node, boundOn.get(node));
    footprints[node] = made;
    return made;
  }

  private Footprint footprint(int node, List<Pod> pods) {
    NodeSlot slot = batch.nodes.get(node);
    List<CountGroup> groups = new ArrayList<>();
    List<Integer> domains = new ArrayList<>();
    for (Pod pod : pods) {
      for (CountGroup group : groupsOf.computeIfAbsent(pod.spec(), batch::groupsCounting)) {
        int domain = batch.domainOn(group, node);
        if (domain < 0 || !batch.counts(group, slot)) continue;
        groups.add(group);
        domains.add(domain);
      }
    }
    return new Footprint(
        groups.toArray(CountGroup[]::new), domains.stream().mapToInt(Integer::intValue).toArray());
  }

  /// What has become of the cluster, none of it more than was compiled can tell.
  void apply(Changes changes) {
    var before = signature();
    base.undo();
    ages.advance();
    for (Changes.Changed changed : changes.changed()) change(changed);
    for (int node : changes.gone()) remove(node);
    settle(changes.pending());
    if (!before.equals(signature())) ages.waitingMoved();
  }

  /// Where waiting pods are; what drafts there are for them is not compared.
  private List<Object> signature() {
    List<Object> all = new ArrayList<>();
    if (mode == Waiting.ANEW) return all;
    if (!run.drafts.isEmpty()) all.add(new Object());
    for (Pod pod : leftBefore) all.add(pod.uid());
    for (int node : usedByWaiting) {
      all.add(node);
      for (Pod pod : batch.nodes.get(node).pods) all.add(pod.uid());
    }
    return all;
  }

  private void change(Changes.Changed changed) {
    int node = changed.index();
    count(footprint(node, changed.left()), -1);
    boolean gained =
        batch.nodes.get(node).become(changed.node(), batch.catalogue.daemons, batch.resources);
    count(footprint(node, changed.came()), 1);
    footprints[node] = null;
    boundOn.set(node, changed.bound());
    ages.changed(node, gained);
    if (!gained) return;
    for (Ask ask : batch.askList) {
      if (node >>> 6 < ask.open.length) Bits.set(ask.open, node);
    }
  }

  private void remove(int node) {
    count(footprint(node), -1);
    footprints[node] = null;
    boundOn.set(node, List.of());
    NodeSlot slot = batch.nodes.get(node);
    for (Limits limits : run.limits) {
      if (!limits.concerns(slot.node)) continue;
      limits.release(slot.node);
      ages.limitsEased();
    }
    lone.forget(node);
    indexOf.remove(slot.node.name());
    Bits.set(gone, node);
    ages.changed(node, false);
  }

  private void count(Footprint print, int times) {
    for (int i = 0; i < print.groups.length; i++) {
      CountGroup group = print.groups[i];
      if (times > 0) group.add(print.domains[i], 1);
      else group.take(print.domains[i], 1);
      group.version = ages.now();
    }
  }
}
