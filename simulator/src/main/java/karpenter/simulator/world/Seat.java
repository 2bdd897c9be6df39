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
  private Resources free;
  private boolean hasPorts;

  /// Those of one owner in one namespace.
  record Kin(String namespace, String owner) {}

  Seat(NodeFacts node) {
    this.node = node;
    this.taints = node.taints().stream().map(NodeTaint::taint).toList();
    this.free = node.allocatable();
  }

  void add(PodFacts pod) {
    pods.add(pod);
    if (!pod.spec().antiAffinity().isEmpty()) {
      avoiding.add(pod);
    }
    if (hasWishes(pod)) {
      wishing.add(pod);
    }
    hasPorts |= !pod.spec().hostPorts().isEmpty();
    free = free.minus(pod.spec().requests());
    count(pod, 1);
  }

  private void count(PodFacts pod, int by) {
    for (var resource : SCORED) {
      if (pod.spec().requests().get(resource) == 0) {
        silent.merge(resource, by, Integer::sum);
      }
    }
    if (!pod.isTerminating()) {
      pod.owners().stream()
          .map(Owner::uid)
          .distinct()
          .forEach(uid -> kin.merge(new Kin(pod.namespace(), uid), by, Integer::sum));
    }
  }

  private static boolean hasWishes(PodFacts pod) {
    return !pod.spec().affinity().isEmpty()
        || pod.spec().preferences().stream().anyMatch(p -> !(p instanceof Preference.OfNode));
  }

  void remove(PodFacts pod) {
    if (pods.remove(pod)) {
      avoiding.remove(pod);
      wishing.remove(pod);
      free = free.plus(pod.spec().requests());
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
    return silent.getOrDefault(resource, 0);
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

  long used(String resource) {
    return node.allocatable().get(resource) - free.get(resource);
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
