package karpenter.core.scheduling;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement.NodeUse;
import org.jspecify.annotations.Nullable;

/// What was answered before, and whether it still holds (docs/what-if.md).
///
/// Only answers about single nodes are kept: there are as many as nodes, and each is asked for
/// again in the next pass.
///
/// A move that was possible holds while nothing it rests on has changed: the node that goes, what
/// counts for its pods, and that they still fit the nodes they go to. A move that was impossible
/// holds until something could have made it possible: its node changed, a node gained room that one
/// of its pods could use, what counts for its pods changed, limits eased or a door opened. A move
/// that needs a new node, or one that is not initialized yet, must meet both: with more room
/// elsewhere it may need neither.
final class Answers {
  /// Answers nobody has wanted for so many changes are forgotten.
  private static final int MAX_AGE = 16;

  /// By the node's name.
  private final Map<Effort, Map<String, Answer>> known = new EnumMap<>(Effort.class);

  private static final class Answer {
    final Placement placement;
    final boolean isPossible;

    /// The nodes that go and those pods go to.
    final int[] nodes;

    final PodClass[] classes;

    /// Whether pods go to a new node, or to one that is not initialized.
    final boolean needsNewNode;

    final long[] closed;
    long asOf;

    Answer(
        Placement placement,
        boolean isPossible,
        int[] nodes,
        PodClass[] classes,
        boolean needsNewNode,
        long[] closed,
        long asOf) {
      this.placement = placement;
      this.isPossible = isPossible;
      this.nodes = nodes;
      this.classes = classes;
      this.needsNewNode = needsNewNode;
      this.closed = closed;
      this.asOf = asOf;
    }
  }

  void prune(long now) {
    for (var answers : known.values()) {
      answers.values().removeIf(answer -> answer.asOf < now - MAX_AGE);
    }
  }

  void put(
      Sandbox sandbox,
      SortedSet<String> nodes,
      Effort effort,
      List<Pod> moving,
      Placement placement,
      int[] rest,
      int[] removed,
      long[] closed) {
    if (nodes.size() != 1) return;
    Set<PodClass> classes = new LinkedHashSet<>();
    for (Pod pod : moving) classes.add(sandbox.batch.classOf(pod));
    boolean isPossible =
        placement.unplaced().size() == sandbox.leftBefore().size()
            && placement.order().size() + placement.unplaced().size()
                == sandbox.waiting().size() + moving.size()
            && (effort == Effort.WHOLE || placement.newNodes().size() <= 1);
    int[] touched = Arrays.copyOf(removed, removed.length + rest.length);
    System.arraycopy(rest, 0, touched, removed.length, rest.length);
    var ofEffort = known.computeIfAbsent(effort, _ -> new HashMap<>());
    ofEffort.put(
        nodes.first(),
        new Answer(
            placement,
            isPossible,
            touched,
            classes.toArray(PodClass[]::new),
            !placement.newNodes().isEmpty() || isAnyUninitialized(rest, sandbox),
            closed,
            sandbox.ages.now()));
  }

  private static boolean isAnyUninitialized(int[] nodes, Sandbox sandbox) {
    for (int node : nodes) if (!sandbox.batch.nodes.get(node).node.initialized()) return true;
    return false;
  }

  /// What was answered, if it still holds.
  @Nullable Placement get(
      Sandbox sandbox, SortedSet<String> nodes, Effort effort, int[] removed, long[] closed) {
    if (nodes.size() != 1) return null;
    Answer answer = known.getOrDefault(effort, Map.of()).get(nodes.first());
    if (answer == null || !holds(answer, sandbox, removed, closed)) return null;
    answer.asOf = sandbox.ages.now();
    return answer.placement;
  }

  private static boolean holds(Answer answer, Sandbox sandbox, int[] removed, long[] closed) {
    Ages ages = sandbox.ages;
    if (answer.asOf == ages.now() && closed == answer.closed) return true;
    if (ages.haveWaitingMoved(answer.asOf)) return false;
    for (PodClass podClass : answer.classes) {
      for (CountGroup group : sandbox.batch.bearingOn(podClass)) {
        if (group.version > answer.asOf) return false;
      }
    }
    return !ages.hasChanged(removed, answer.asOf)
        && (!answer.isPossible || canStillBeDone(answer, sandbox, removed, closed))
        && ((answer.isPossible && !answer.needsNewNode) || !mayBeBetter(answer, sandbox, closed));
  }

  private static boolean canStillBeDone(
      Answer answer, Sandbox sandbox, int[] removed, long[] closed) {
    return fitsStill(answer, removed.length, sandbox)
        && noneIsIn(answer.nodes, removed.length, closed);
  }

  /// Whether pods that had no place, or needed a new node, may have found room since.
  private static boolean mayBeBetter(Answer answer, Sandbox sandbox, long[] closed) {
    Ages ages = sandbox.ages;
    return ages.haveLimitsEased(answer.asOf)
        || !allAreIn(answer.closed, closed)
        || helps(ages.gainedSince(answer.asOf), answer, sandbox.batch);
  }

  /// Whether nodes that pods go to and that have changed since have room for them as they are now.
  /// Who keeps whom away was looked at before.
  private static boolean fitsStill(Answer answer, int from, Sandbox sandbox) {
    for (int i = from; i < answer.nodes.length; i++) {
      int node = answer.nodes[i];
      if (sandbox.ages.hasChanged(node, answer.asOf) && !fits(answer, node, sandbox)) return false;
    }
    return true;
  }

  private static boolean fits(Answer answer, int node, Sandbox sandbox) {
    NodeSlot slot = sandbox.batch.nodes.get(node);
    if (sandbox.indexOf(slot.node.name()) != node) return false;
    long[] left = slot.roomLeft();
    for (NodeUse use : answer.placement.existing()) {
      if (!use.node().equals(slot.node.name())) continue;
      for (Pod pod : use.pods()) {
        // Those that wait are in the room that is taken already.
        if (slot.pods.contains(pod)) continue;
        if (!pod.spec().hostPorts().isEmpty() || !pod.spec().volumes().isEmpty()) return false;
        long[] asks = sandbox.batch.classOf(pod).vector(sandbox.batch.resources);
        for (int r = 0; r < left.length; r++) left[r] -= asks[r];
      }
    }
    for (long amount : left) if (amount < 0) return false;
    return true;
  }

  private static boolean noneIsIn(int[] nodes, int from, long[] bits) {
    for (int i = from; i < nodes.length; i++) if (Bits.get(bits, nodes[i])) return false;
    return true;
  }

  private static boolean allAreIn(long[] some, long[] all) {
    for (int w = 0; w < some.length; w++) {
      if ((some[w] & ~(w < all.length ? all[w] : 0)) != 0) return false;
    }
    return true;
  }

  private static boolean helps(@Nullable List<Integer> gained, Answer answer, Batch batch) {
    if (gained == null) return true;
    for (int node : gained) {
      NodeSlot slot = batch.nodes.get(node);
      for (PodClass podClass : answer.classes) {
        if (couldTake(slot, node, podClass, batch)) return true;
      }
    }
    return false;
  }

  /// With every wish given up, topology aside.
  private static boolean couldTake(NodeSlot slot, int index, PodClass podClass, Batch batch) {
    for (int i = 0; i < podClass.profileCount(); i++) {
      if (!podClass.isLastResort(i)) continue;
      Ask ask = podClass.profile(i, batch.profiles).ask();
      if (ask.labels.suitsNode(index, slot.labels, slot.node.taints()) && slot.hasRoomFor(ask)) {
        return true;
      }
    }
    return false;
  }
}
