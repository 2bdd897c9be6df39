package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import org.jspecify.annotations.Nullable;

/// An existing node during a run: what is still free on it, and which pods came. Mutable, owned by
/// one solve.
final class NodeSlot {
  ExistingNode node;
  final Requirements labels;
  private long[] roomAtStart;
  private long[] room;
  private List<HostPort> ports = new ArrayList<>();
  private Set<VolumeUse> volumes = new HashSet<>();
  List<Pod> pods = new ArrayList<>();

  /// @param before the same node as it was compiled before, if it was
  NodeSlot(
      ExistingNode node, List<Daemon> daemons, ResourceIndex index, @Nullable NodeSlot before) {
    this.node = node;
    this.labels =
        before != null && saysTheSame(before.node, node) ? before.labels : node.requirements();
    this.roomAtStart = roomOf(node, labels, daemons, index);
    this.room = roomAtStart.clone();
    reset();
  }

  private static boolean saysTheSame(ExistingNode before, ExistingNode now) {
    return before.labels().equals(now.labels()) && before.undecided().equals(now.undecided());
  }

  private @Nullable Mark mark;

  /// What it was before pods came.
  record Mark(long[] room, List<HostPort> ports, Set<VolumeUse> volumes, int pods) {}

  /// Before a pod comes that [#restore] is to take away again; tells whether it is the first.
  boolean mark(Ask ask) {
    boolean isFirst = mark == null;
    if (mark == null) mark = new Mark(room.clone(), ports, volumes, pods.size());
    if (!ask.ports.isEmpty() && mark.ports == ports) ports = new ArrayList<>(ports);
    if (!ask.volumes.isEmpty() && mark.volumes == volumes) volumes = new HashSet<>(volumes);
    return isFirst;
  }

  boolean isMarked() {
    return mark != null;
  }

  /// Gives the mark away: what came so far stays until it is brought back.
  Mark unmark() {
    if (mark == null) throw new IllegalStateException("not marked");
    Mark taken = mark;
    mark = null;
    return taken;
  }

  void restore() {
    if (mark != null) restore(unmark());
  }

  void restore(Mark before) {
    room = before.room;
    ports = before.ports;
    volumes = before.volumes;
    pods.subList(before.pods, pods.size()).clear();
  }

  /// The same node with other pods on it; none must have come in this run.
  ///
  /// @return whether it may have more to offer than before
  boolean become(ExistingNode changed, List<Daemon> daemons, ResourceIndex index) {
    long[] before = roomAtStart;
    ExistingNode was = node;
    node = changed;
    roomAtStart = roomOf(changed, labels, daemons, index);
    reset();
    boolean gained =
        !changed.volumeLimits().equals(was.volumeLimits())
            || !changed.hostPorts().containsAll(was.hostPorts())
            || !changed.volumes().containsAll(was.volumes());
    for (int r = 0; r < before.length; r++) gained |= roomAtStart[r] > before[r];
    return gained;
  }

  private static long[] roomOf(
      ExistingNode node, Requirements labels, List<Daemon> daemons, ResourceIndex index) {
    var toCome =
        DaemonGroup.of(node, labels, daemons).overhead().minus(node.daemonRequests()).floorAtZero();
    return index.vector(node.allocatable().minus(node.podRequests()).minus(toCome));
  }

  void reset() {
    room = roomAtStart.clone();
    ports = new ArrayList<>(node.hostPorts());
    volumes = new HashSet<>(node.volumes());
    pods = new ArrayList<>();
  }

  boolean hasRoomFor(Ask ask) {
    for (int r = 0; r < room.length; r++)
      if (ask.requests[r] > room[r] || room[r] < 0) return false;
    return portsAreFree(ask.ports) && volumesAttach(ask.volumes);
  }

  /// What is left of a resource; below zero when more is taken than there is.
  long room(int resource) {
    return room[resource];
  }

  /// Of all resources, in the order of their numbers.
  long[] roomLeft() {
    return room.clone();
  }

  List<HostPort> ports() {
    return ports;
  }

  Set<VolumeUse> volumes() {
    return volumes;
  }

  void add(Pod pod, Ask ask) {
    for (int r = 0; r < room.length; r++) room[r] -= ask.requests[r];
    ports.addAll(ask.ports);
    volumes.addAll(ask.volumes);
    pods.add(pod);
  }

  private boolean portsAreFree(List<HostPort> wanted) {
    for (HostPort port : wanted) {
      for (HostPort taken : ports) if (port.conflictsWith(taken)) return false;
    }
    return true;
  }

  private boolean volumesAttach(SortedSet<VolumeUse> wanted) {
    if (wanted.isEmpty() || node.volumeLimits().isEmpty()) return true;
    Map<String, Integer> perDriver = new TreeMap<>();
    for (VolumeUse use : volumes) perDriver.merge(use.driver(), 1, Integer::sum);
    for (VolumeUse use : wanted) {
      if (!volumes.contains(use)) perDriver.merge(use.driver(), 1, Integer::sum);
    }
    // Only drivers this pod adds to can refuse it; a node already over a limit keeps what it has.
    for (VolumeUse use : wanted) {
      Integer limit = node.volumeLimits().get(use.driver());
      if (limit != null && perDriver.getOrDefault(use.driver(), 0) > limit) return false;
    }
    return true;
  }
}
