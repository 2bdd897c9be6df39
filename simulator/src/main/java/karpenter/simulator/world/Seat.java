package karpenter.simulator.world;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/// A node and the pods on it, while pods are being placed.
final class Seat {
  private final NodeFacts node;
  private final List<Taint> taints;
  private final List<PodFacts> pods = new ArrayList<>();
  private final List<PodFacts> avoiding = new ArrayList<>();
  private final List<PodFacts> nominated = new ArrayList<>();
  private Resources free;
  private boolean hasPorts;

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
    hasPorts |= !pod.spec().hostPorts().isEmpty();
    free = free.minus(pod.spec().requests());
  }

  void remove(PodFacts pod) {
    if (pods.remove(pod)) {
      avoiding.remove(pod);
      free = free.plus(pod.spec().requests());
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
