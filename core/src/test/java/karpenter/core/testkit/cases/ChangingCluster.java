package karpenter.core.testkit.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.SchedulingProblem;

/// A generated cluster that things happen to.
public final class ChangingCluster {
  private static final Taint TAINT = new Taint("closing", "", Taint.Effect.NO_SCHEDULE);

  private final Dice dice;
  private final SchedulingProblem start;
  private List<NodePool> pools;
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
    this.pools = start.pools();
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
            pools, nodes, pending, bound, start.daemons(), start.namespaces(), start.options());
    return new ClusterCase(problem, movable, Set.copyOf(closed));
  }

  /// Something happens; says what.
  public String happen() {
    return switch (dice.between(0, 12)) {
      case 0, 1, 2 -> bound.isEmpty() ? "nothing" : end(dice.pick(bound));
      case 3, 4 -> bound.isEmpty() || nodes.isEmpty() ? "nothing" : begin();
      case 5 -> pending.isEmpty() || nodes.isEmpty() ? "nothing" : bind();
      case 6 -> bound.isEmpty() ? "nothing" : arrive();
      case 7 -> nodes.size() < 3 ? "nothing" : leave(dice.pick(nodes));
      case 8 -> hold();
      case 9 -> close();
      case 10 -> nodes.isEmpty() ? "nothing" : join(dice.pick(nodes));
      case 11 -> nodes.isEmpty() ? "nothing" : mark(dice.pick(nodes));
      default -> dice.chance(0.5) ? reprice() : limit();
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

  /// A node like another, with nobody on it.
  private String join(ExistingNode like) {
    String name = "j" + born++;
    var labels = new TreeMap<>(like.labels());
    labels.put(Keys.HOSTNAME, name);
    nodes.add(
        new ExistingNode(
            name,
            name,
            labels,
            like.taints(),
            like.capacity(),
            like.allocatable(),
            Resources.none(),
            Resources.none(),
            like.pool(),
            like.initialized(),
            List.of(),
            new TreeSet<>(),
            like.volumeLimits()));
    return name + " joins, like " + like.name();
  }

  /// Gets a taint or loses it, or has another zone.
  private String mark(ExistingNode node) {
    var labels = new TreeMap<>(node.labels());
    List<Taint> taints = new ArrayList<>(node.taints());
    if (dice.chance(0.5)) {
      if (!taints.remove(TAINT)) taints.add(TAINT);
    } else {
      labels.put(Keys.ZONE, dice.pick(nodes).labels().getOrDefault(Keys.ZONE, "elsewhere"));
    }
    nodes.set(
        nodes.indexOf(node),
        new ExistingNode(
            node.name(),
            node.hostname(),
            labels,
            taints,
            node.capacity(),
            node.allocatable(),
            node.podRequests(),
            node.daemonRequests(),
            node.pool(),
            node.initialized(),
            node.hostPorts(),
            node.volumes(),
            node.volumeLimits()));
    return "%s has %s in %s".formatted(node.name(), taints, labels.get(Keys.ZONE));
  }

  /// A type costs more or less, wherever it is sold.
  private String reprice() {
    var sold = dice.pick(pools).types();
    if (sold.isEmpty()) return "nothing";
    String name = dice.pick(sold).name();
    double factor = 0.4 + dice.between(0, 12) * 0.1;
    pools =
        pools.stream()
            .map(
                pool ->
                    with(
                        pool,
                        pool.limits(),
                        pool.types().stream()
                            .map(type -> type.name().equals(name) ? at(type, factor) : type)
                            .toList()))
            .toList();
    return "%s costs %.1f of what it did".formatted(name, factor);
  }

  private static InstanceType at(InstanceType type, double factor) {
    return new InstanceType(
        type.name(),
        type.requirements(),
        type.offerings().stream().map(one -> one.withPrice(one.price() * factor)).toList(),
        type.capacity(),
        type.overhead());
  }

  /// A pool may buy more, less, or as much as it likes.
  private String limit() {
    NodePool chosen = dice.pick(pools);
    Map<String, Long> limits = new TreeMap<>();
    chosen.limits().ifPresent(now -> now.names().forEach(n -> limits.put(n, now.get(n))));
    double factor = dice.pick(0.5, 1.5, 3.0);
    if (limits.isEmpty()) limits.put(Resources.NODES, (long) nodes.size());
    else limits.replaceAll((_, amount) -> (long) (amount * factor));
    Optional<Resources> changed =
        dice.chance(0.2) ? Optional.empty() : Optional.of(Resources.of(limits));
    pools =
        pools.stream()
            .map(pool -> pool.equals(chosen) ? with(pool, changed, pool.types()) : pool)
            .toList();
    return "%s may buy %s".formatted(chosen.name(), changed);
  }

  private static NodePool with(
      NodePool pool, Optional<Resources> limits, List<InstanceType> types) {
    return new NodePool(
        pool.name(),
        pool.weight(),
        pool.requirements(),
        pool.taints(),
        pool.startupTaints(),
        limits,
        types);
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
