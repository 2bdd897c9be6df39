package karpenter.core.testkit.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.SchedulingProblem;

/// A generated cluster that things happen to.
public final class ChangingCluster {
  private final Dice dice;
  private final SchedulingProblem start;
  private final List<ExistingNode> nodes;
  private final List<BoundPod> bound;
  private final List<Pod> pending;
  private final Set<String> immovable = new TreeSet<>();
  private Set<String> closed;
  private int born;

  public ChangingCluster(long seed) {
    this.dice = new Dice(seed + 77);
    ClusterCase drawn = ClusterCase.generate(seed);
    this.start = drawn.problem();
    this.nodes = new ArrayList<>(start.nodes());
    this.bound = new ArrayList<>(start.bound());
    this.pending = new ArrayList<>(start.pending());
    this.closed = drawn.closed();
    for (BoundPod one : bound) {
      if (!drawn.movable().getOrDefault(one.node(), List.of()).contains(one.pod())) {
        immovable.add(one.pod().uid());
      }
    }
  }

  public ClusterCase now() {
    Map<String, List<Pod>> movable = new TreeMap<>();
    for (BoundPod one : bound) {
      if (!immovable.contains(one.pod().uid())) {
        movable.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one.pod());
      }
    }
    var problem =
        new SchedulingProblem(
            start.pools(),
            nodes,
            pending,
            bound,
            start.daemons(),
            start.namespaces(),
            start.options());
    return new ClusterCase(problem, movable, Set.copyOf(closed));
  }

  /// Something happens; says what.
  public String happen() {
    return switch (dice.between(0, 9)) {
      case 0, 1, 2 -> bound.isEmpty() ? "nothing" : end(dice.pick(bound));
      case 3, 4 -> bound.isEmpty() || nodes.isEmpty() ? "nothing" : begin();
      case 5 -> pending.isEmpty() || nodes.isEmpty() ? "nothing" : bind();
      case 6 -> bound.isEmpty() ? "nothing" : arrive();
      case 7 -> nodes.size() < 3 ? "nothing" : leave(dice.pick(nodes));
      case 8 -> hold();
      default -> close();
    };
  }

  private String end(BoundPod one) {
    bound.remove(one);
    change(one.node(), one.pod(), false);
    return one.pod().name() + " ends on " + one.node();
  }

  private String begin() {
    Pod like = dice.pick(bound).pod();
    return run(new Pod("uid-new-" + born, "new-" + born++, like.created(), like.spec()));
  }

  private String bind() {
    return run(pending.remove(dice.between(0, pending.size() - 1)));
  }

  private String run(Pod pod) {
    String node = dice.pick(nodes).name();
    bound.add(new BoundPod(pod, node));
    change(node, pod, true);
    return pod.name() + " runs on " + node;
  }

  private String arrive() {
    Pod like = dice.pick(bound).pod();
    pending.add(new Pod("uid-new-" + born, "new-" + born++, like.created(), like.spec()));
    return "one more like " + like.name() + " waits";
  }

  private String leave(ExistingNode node) {
    nodes.remove(node);
    bound.removeIf(one -> one.node().equals(node.name()));
    return node.name() + " is gone";
  }

  private String hold() {
    if (bound.isEmpty()) return "nothing";
    String uid = dice.pick(bound).pod().uid();
    if (!immovable.remove(uid)) immovable.add(uid);
    return uid + " may move or no longer";
  }

  private String close() {
    Set<String> names = new TreeSet<>();
    for (ExistingNode node : nodes) if (dice.chance(0.2)) names.add(node.name());
    closed = names;
    return "closed are " + names;
  }

  private void change(String name, Pod pod, boolean comes) {
    for (int i = 0; i < nodes.size(); i++) {
      ExistingNode node = nodes.get(i);
      if (!node.name().equals(name)) continue;
      Resources asked = pod.spec().requests();
      List<HostPort> ports = new ArrayList<>(node.hostPorts());
      if (comes) ports.addAll(pod.spec().hostPorts());
      else pod.spec().hostPorts().forEach(ports::remove);
      var volumes = new TreeSet<>(node.volumes());
      if (comes) volumes.addAll(pod.spec().volumes());
      nodes.set(
          i,
          new ExistingNode(
              node.name(),
              node.hostname(),
              node.labels(),
              node.taints(),
              node.capacity(),
              node.allocatable(),
              comes ? node.podRequests().plus(asked) : node.podRequests().minus(asked),
              node.daemonRequests(),
              node.pool(),
              node.initialized(),
              ports,
              volumes,
              node.volumeLimits()));
    }
  }
}
