package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Free room on nodes with devices (extended resources such as `nvidia.com/gpu`). kube-scheduler
/// prefers emptier nodes, so pods that ask for no device end up there when they are evicted. They
/// have to move again once the work the node was bought for is done, and keep it from being empty
/// until then. One thread uses it.
public final class DeviceRooms {
  /// So many nodes are looked at, those with the most free cpu: kube-scheduler prefers them, and
  /// the pods of one command that count ([Churn#MOST_PODS] of a node) rarely need more.
  static final int MAX_ROOMS = 64;

  /// No node has devices.
  public static final DeviceRooms NONE = new DeviceRooms(List.of());

  private static final Set<String> ORDINARY =
      Set.of(
          Resources.CPU,
          Resources.MEMORY,
          Resources.PODS,
          Resources.EPHEMERAL_STORAGE,
          Resources.NODES);
  private static final String VOLUMES_PREFIX = "attachable-volumes-";

  private final List<Room> rooms;
  private final Map<String, Spillover> known = new HashMap<>();

  private record Room(
      String node,
      Optional<String> pool,
      SortedSet<String> devices,
      Requirements labels,
      List<Taint> taints,
      Resources free) {
    /// Whether a pod that asks for none of the devices may run here. What other pods have to do
    /// with it (spread, affinity) is not looked at: this is about what may happen.
    boolean accepts(PodSpec pod) {
      return devices.stream().noneMatch(pod.requests()::has)
          && Toleration.firstUntolerated(pod.tolerations(), taints, SoftTaints.IGNORED).isEmpty()
          && pod.nodeAlternatives().stream().anyMatch(wanted -> labels.satisfies(wanted, Set.of()));
    }
  }

  /// Pods of a node that could end up on nodes with devices.
  ///
  /// @param pods how many, at most [Churn#MOST_PODS]
  /// @param pools of the nodes they could end up on
  record Spillover(int pods, SortedSet<String> pools) {
    static final Spillover NONE = new Spillover(0, new TreeSet<>());
  }

  private DeviceRooms(List<Room> rooms) {
    this.rooms = rooms;
  }

  /// @param podsOn by node name
  public static DeviceRooms of(List<StateNode> nodes, Function<String, List<PodFacts>> podsOn) {
    var rooms = new ArrayList<Room>();
    for (var node : nodes) {
      var devices = isThereToStay(node) ? devices(node.allocatable()) : new TreeSet<String>();
      if (devices.isEmpty()) {
        continue;
      }
      var free = node.allocatable();
      for (var pod : podsOn.apply(node.name())) {
        if (pod.isActive()) {
          free = free.minus(pod.spec().requests());
        }
      }
      rooms.add(
          new Room(
              node.name(),
              node.pool(),
              devices,
              Requirements.ofLabels(node.labels()),
              node.taints(),
              free));
    }
    rooms.sort(
        Comparator.comparingLong((Room room) -> room.free().get(Resources.CPU))
            .reversed()
            .thenComparing(Room::node));
    return new DeviceRooms(List.copyOf(rooms.subList(0, Math.min(MAX_ROOMS, rooms.size()))));
  }

  private static boolean isThereToStay(StateNode node) {
    return node.isInitialized()
        && !node.isLeaving()
        && node.node().filter(facts -> !facts.meta().isDeleting()).isPresent();
  }

  private static SortedSet<String> devices(Resources allocatable) {
    var names = new TreeSet<String>();
    for (var name : allocatable.names()) {
      boolean isOrdinary =
          ORDINARY.contains(name)
              || name.startsWith(Resources.HUGE_PAGES_PREFIX)
              || name.startsWith(VOLUMES_PREFIX);
      if (!isOrdinary && allocatable.get(name) > 0) {
        names.add(name);
      }
    }
    return names;
  }

  /// What of the node could end up on nodes with devices; nothing where it has devices itself: then
  /// that is where they are.
  ///
  /// @param leaving all nodes that go with the move
  Spillover spillover(Candidate candidate, List<Candidate> leaving) {
    if (rooms.isEmpty() || !devices(candidate.state().allocatable()).isEmpty()) {
      return Spillover.NONE;
    }
    var closed = new HashSet<String>();
    leaving.forEach(node -> closed.add(node.nodeName()));
    var open = rooms.stream().filter(room -> !closed.contains(room.node())).toList();
    return open.size() == rooms.size()
        ? known.computeIfAbsent(candidate.name(), _ -> look(candidate, open))
        : look(candidate, open);
  }

  private static Spillover look(Candidate candidate, List<Room> rooms) {
    var free = new ArrayList<>(rooms.stream().map(Room::free).toList());
    var pools = new TreeSet<String>();
    int pods = 0;
    for (var pod : candidate.reschedulable()) {
      if (pods == Churn.MOST_PODS) {
        break;
      }
      var spec = pod.spec();
      for (int i = 0; i < rooms.size(); i++) {
        if (spec.requests().fits(free.get(i)) && rooms.get(i).accepts(spec)) {
          free.set(i, free.get(i).minus(spec.requests()));
          rooms.get(i).pool().ifPresent(pools::add);
          pods++;
          break;
        }
      }
    }
    return new Spillover(pods, pools);
  }
}
