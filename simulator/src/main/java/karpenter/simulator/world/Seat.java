package karpenter.simulator.world;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;

/// A node and the pods on it, while pods are being placed.
final class Seat {
  private static final double FULL = 1.0;

  private final NodeFacts node;
  private final List<Taint> taints;
  private final List<PodFacts> pods = new ArrayList<>();
  private final List<PodFacts> avoiding = new ArrayList<>();
  private Resources free;
  private long usedCpu;
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
    usedCpu += pod.spec().requests().get(Resources.CPU);
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

  /// Whether a port of the machine itself is taken.
  boolean hasPorts() {
    return hasPorts;
  }

  List<Taint> taints() {
    return taints;
  }

  boolean hasRoomFor(PodFacts pod) {
    return pod.spec().requests().fits(free);
  }

  /// How much of the cpu is taken.
  double load() {
    long all = node.allocatable().get(Resources.CPU);
    return all == 0 ? FULL : (double) usedCpu / all;
  }
}
