package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import org.jspecify.annotations.Nullable;

/// Finds what has changed between a compiled cluster and a later look at it. There is no answer
/// where more has changed than what was compiled can tell: new nodes, other labels or taints, pods
/// of kinds never seen, other namespaces, domains that are no longer there.
final class Difference {
  private final Sandbox sandbox;
  private final Batch batch;
  private final SchedulingProblem later;
  private final Map<String, List<Pod>> movableBefore;
  private final Map<String, List<Pod>> movable;
  private final Set<String> pendingIds = new HashSet<>();

  Difference(
      Sandbox sandbox,
      Map<String, List<Pod>> movableBefore,
      SchedulingProblem later,
      Map<String, List<Pod>> movable) {
    this.sandbox = sandbox;
    this.batch = sandbox.batch;
    this.later = later;
    this.movableBefore = movableBefore;
    this.movable = movable;
    for (Pod pod : later.pending()) pendingIds.add(pod.uid());
  }

  /// Null if the cluster must be compiled anew.
  @Nullable Changes find() {
    for (Pod pod : later.pending()) if (batch.knownClass(pod.spec()) == null) return null;
    int count = batch.nodes.size();
    ExistingNode[] nodes = new ExistingNode[count];
    for (ExistingNode node : later.nodes()) {
      int index = sandbox.indexOf(node.name());
      if (index < 0 || !isSameFrame(batch.nodes.get(index).node, node)) return null;
      nodes[index] = node;
    }
    List<Integer> gone = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (nodes[i] == null && sandbox.indexOf(batch.nodes.get(i).node.name()) == i) gone.add(i);
    }
    if (sandbox.outgrows(gone.stream().mapToInt(Integer::intValue).toArray())) return null;
    List<List<Pod>> bound = boundByNode();
    List<Changes.Changed> changed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (nodes[i] == null) continue;
      List<Pod> moved = movableBefore.getOrDefault(nodes[i].name(), List.of());
      List<Pod> moves = movable.getOrDefault(nodes[i].name(), List.of());
      boolean sameMoves = areSame(moved, moves);
      boolean samePods = areSame(sandbox.boundOn(i), bound.get(i));
      ExistingNode was = batch.nodes.get(i).node;
      if (sameMoves && samePods && (was == nodes[i] || was.equals(nodes[i]))) continue;
      if (!isKnown(moves, bound.get(i))) return null;
      changed.add(change(i, nodes[i], bound.get(i), samePods));
    }
    var changes = new Changes(changed, gone, later.pending());
    return keepsTerms(changes) ? changes : null;
  }

  /// Whether only pods and amounts may differ.
  private boolean isSameFrame(ExistingNode was, ExistingNode is) {
    return was == is
        || (was.initialized() == is.initialized()
            && was.labels().equals(is.labels())
            && was.taints().equals(is.taints())
            && was.hostname().equals(is.hostname())
            && was.capacity().equals(is.capacity())
            && was.pool().equals(is.pool())
            && was.undecided().equals(is.undecided())
            && areKnown(is.allocatable().names())
            && areKnown(is.podRequests().names()));
  }

  private boolean areKnown(Set<String> resources) {
    for (String name : resources) if (batch.resources.id(name) < 0) return false;
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // pods of one node mostly come together
  private List<List<Pod>> boundByNode() {
    List<List<Pod>> bound = new ArrayList<>();
    for (int i = 0; i < batch.nodes.size(); i++) bound.add(new ArrayList<>());
    String node = "";
    int index = -1;
    for (BoundPod one : later.bound()) {
      if (one.node() != node) {
        node = one.node();
        index = sandbox.indexOf(node);
      }
      if (index >= 0 && !pendingIds.contains(one.pod().uid())) bound.get(index).add(one.pod());
    }
    return bound;
  }

  /// Whether pods that may move are of kinds that were compiled, and count where they are.
  private boolean isKnown(List<Pod> moving, List<Pod> bound) {
    for (Pod pod : moving) {
      if (pendingIds.contains(pod.uid())) continue;
      if (batch.knownClass(pod.spec()) == null || find(pod, bound) == null) return false;
    }
    return true;
  }

  private static @Nullable Pod find(Pod pod, List<Pod> among) {
    for (Pod other : among) if (other == pod || other.uid().equals(pod.uid())) return other;
    return null;
  }

  private Changes.Changed change(int index, ExistingNode node, List<Pod> bound, boolean samePods) {
    List<Pod> before = sandbox.boundOn(index);
    return new Changes.Changed(
        index,
        node,
        bound,
        samePods ? List.of() : missing(before, bound),
        samePods ? List.of() : missing(bound, before));
  }

  /// Equal specs may come as other instances, which are then made known.
  private boolean areSame(List<Pod> some, List<Pod> others) {
    if (some == others) return true;
    if (some.size() != others.size()) return false;
    for (int i = 0; i < some.size(); i++) {
      Pod one = some.get(i);
      Pod other = others.get(i);
      if (one == other) continue;
      if (!isSame(one, other)) return false;
      if (one.spec() != other.spec()) batch.knownClass(other.spec());
    }
    return true;
  }

  private static boolean isSame(Pod one, Pod other) {
    return one == other
        || (one.uid().equals(other.uid())
            && (one.spec() == other.spec() || one.spec().equals(other.spec())));
  }

  private static List<Pod> missing(List<Pod> pods, List<Pod> among) {
    return pods.stream().filter(pod -> among.stream().noneMatch(o -> isSame(pod, o))).toList();
  }

  /// Whether the terms by which pods keep others away are those that were compiled: an entry nobody
  /// fills still narrows the zones of new nodes.
  private boolean keepsTerms(Changes changes) {
    Set<CountGroup> lost = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Pod pod : sandbox.waiting()) lose(pod.spec(), lost);
    for (var changed : changes.changed()) {
      for (Pod pod : changed.left()) lose(pod.spec(), lost);
      for (Pod pod : changed.came()) if (!batch.knowsInverse(pod.spec())) return false;
    }
    for (int node : changes.gone()) for (Pod pod : sandbox.boundOn(node)) lose(pod.spec(), lost);
    for (Pod pod : later.pending()) if (!batch.knowsInverse(pod.spec())) return false;
    if (lost.isEmpty()) return true;
    for (Pod pod : later.pending()) keep(pod.spec(), lost);
    for (BoundPod one : later.bound()) keep(one.pod().spec(), lost);
    return lost.isEmpty();
  }

  private void lose(PodSpec spec, Set<CountGroup> lost) {
    if (spec.antiAffinity().isEmpty()) return;
    for (CountGroup group : batch.owned(spec)) if (!group.isHostname()) lost.add(group);
  }

  private void keep(PodSpec spec, Set<CountGroup> lost) {
    if (lost.isEmpty() || spec.antiAffinity().isEmpty() || !batch.knowsInverse(spec)) return;
    for (CountGroup group : batch.owned(spec)) lost.remove(group);
  }
}
