package karpenter.simulator.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.Owner;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Preference;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/// A node and the pods on it, while pods are being placed.
final class Seat {
  private static final List<String> SCORED = List.of(Resources.CPU, Resources.MEMORY);

  private final NodeFacts node;
  private final List<Taint> taints;
  private final List<PodFacts> pods = new ArrayList<>();
  private final List<PodFacts> avoiding = new ArrayList<>();
  private final List<PodFacts> nominated = new ArrayList<>();

  // Sums over the pods, because whoever scores nodes asks for them of every node.
  private final List<PodFacts> wishing = new ArrayList<>();
  private final Map<Kin, Integer> kin = new HashMap<>();
  private final Map<String, Integer> silent = new HashMap<>();
  private final Crowd crowd;
  private Resources free;
  private boolean hasPorts;

  // Asked of every node for every pod.
  private final long allCpu;
  private final long allMemory;
  private long freeCpu;
  private long freeMemory;
  private int leastPriority = Integer.MAX_VALUE;

  /// Those of one owner in one namespace.
  record Kin(String namespace, String owner) {}

  /// How many pods on all nodes have wishes about others. Mostly there is none, and then no node
  /// need be asked.
  static final class Crowd {
    private int avoiding;
    private int wishing;

    boolean avoids() {
      return avoiding > 0;
    }

    boolean wishes() {
      return wishing > 0;
    }
  }

  Seat(NodeFacts node, Crowd crowd) {
    this.node = node;
    this.crowd = crowd;
    this.taints = node.taints().stream().map(NodeTaint::taint).toList();
    this.allCpu = node.allocatable().get(Resources.CPU);
    this.allMemory = node.allocatable().get(Resources.MEMORY);
    free(node.allocatable());
  }

  private void free(Resources left) {
    free = left;
    freeCpu = left.get(Resources.CPU);
    freeMemory = left.get(Resources.MEMORY);
  }

  /// It counts no more.
  void leaveCrowd() {
    crowd.avoiding -= avoiding.size();
    crowd.wishing -= wishing.size();
  }

  void add(PodFacts pod) {
    pods.add(pod);
    if (!pod.spec().antiAffinity().isEmpty()) {
      avoiding.add(pod);
      crowd.avoiding++;
    }
    if (hasWishes(pod)) {
      wishing.add(pod);
      crowd.wishing++;
    }
    hasPorts |= !pod.spec().hostPorts().isEmpty();
    leastPriority = Math.min(leastPriority, pod.spec().priority());
    free(free.minus(pod.spec().requests()));
    count(pod, 1);
  }

  private void count(PodFacts pod, int by) {
    for (var resource : SCORED) {
      if (pod.spec().requests().get(resource) == 0) {
        silent.merge(resource, by, Integer::sum);
      }
    }
    if (!pod.isTerminating() && !pod.owners().isEmpty()) {
      pod.owners().stream()
          .map(Owner::uid)
          .distinct()
          .forEach(uid -> kin.merge(new Kin(pod.namespace(), uid), by, Integer::sum));
    }
  }

  private static boolean hasWishes(PodFacts pod) {
    return !pod.spec().affinity().isEmpty()
        || (!pod.spec().preferences().isEmpty()
            && pod.spec().preferences().stream().anyMatch(p -> !(p instanceof Preference.OfNode)));
  }

  void remove(PodFacts pod) {
    if (pods.remove(pod)) {
      crowd.avoiding -= avoiding.remove(pod) ? 1 : 0;
      crowd.wishing -= wishing.remove(pod) ? 1 : 0;
      free(free.plus(pod.spec().requests()));
      count(pod, -1);
    }
  }

  /// Somebody was made to go for this pod, which is to come here.
  void nominate(PodFacts pod) {
    nominated.add(pod);
  }

  void forget(PodFacts pod) {
    nominated.remove(pod);
  }

  NodeFacts node() {
    return node;
  }

  String name() {
    return node.name();
  }

  List<PodFacts> pods() {
    return pods;
  }

  /// Those that do not want certain others near them.
  List<PodFacts> avoiding() {
    return avoiding;
  }

  /// Those that want others near them, or would like them to be near or not to be.
  List<PodFacts> wishing() {
    return wishing;
  }

  /// How many of them are here and stay.
  int count(Kin which) {
    return kin.getOrDefault(which, 0);
  }

  /// How many pods here ask for none of it; cpu and memory alone are counted.
  int silent(String resource) {
    return silent.isEmpty() ? 0 : silent.getOrDefault(resource, 0);
  }

  /// Those that are to come, in no order.
  List<PodFacts> nominated() {
    return nominated;
  }

  /// Whether a port of the machine itself is, or was, taken.
  boolean hasPorts() {
    return hasPorts;
  }

  List<Taint> taints() {
    return taints;
  }

  long freeCpu() {
    return freeCpu;
  }

  /// Nobody here matters less than this; those who left may have.
  int leastPriority() {
    return leastPriority;
  }

  long all(String resource) {
    return switch (resource) {
      case Resources.CPU -> allCpu;
      case Resources.MEMORY -> allMemory;
      default -> node.allocatable().get(resource);
    };
  }

  long used(String resource) {
    return switch (resource) {
      case Resources.CPU -> allCpu - freeCpu;
      case Resources.MEMORY -> allMemory - freeMemory;
      default -> node.allocatable().get(resource) - free.get(resource);
    };
  }

  /// The domain it is in.
  @Nullable String domain(String key) {
    return node.meta().labels().get(key);
  }

  /// Those who were promised room and matter as much count as if they were there.
  boolean hasRoomFor(PodFacts pod) {
    var asked = pod.spec().requests();
    for (var other : nominated) {
      if (other.spec().priority() >= pod.spec().priority() && !other.uid().equals(pod.uid())) {
        asked = asked.plus(other.spec().requests());
      }
    }
    return asked.fits(free);
  }
}
