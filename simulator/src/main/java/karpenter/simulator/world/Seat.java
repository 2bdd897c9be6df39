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
  private final List<PodFacts> pods = new ArrayList<>();
  private Resources used = Resources.none();

  Seat(NodeFacts node) {
    this.node = node;
  }

  void add(PodFacts pod) {
    pods.add(pod);
    used = used.plus(pod.spec().requests());
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

  List<Taint> taints() {
    return node.taints().stream().map(NodeTaint::taint).toList();
  }

  boolean hasRoomFor(PodFacts pod) {
    return used.plus(pod.spec().requests()).fits(node.allocatable());
  }

  /// How much of the cpu is taken.
  double load() {
    long all = node.allocatable().get(Resources.CPU);
    return all == 0 ? FULL : (double) used.get(Resources.CPU) / all;
  }
}
