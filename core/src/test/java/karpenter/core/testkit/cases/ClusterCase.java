package karpenter.core.testkit.cases;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;

/// A cluster as it would run had the pods of a generated case been placed: every kind of constraint
/// on bound pods, nodes of several pools, some pods still waiting.
///
/// @param movable per node the pods that would have to move
/// @param closed nodes that take no pods of others
public record ClusterCase(
    SchedulingProblem problem, Map<String, List<Pod>> movable, Set<String> closed) {

  public static ClusterCase generate(long seed) {
    var dice = new Dice(seed * 31 + 7);
    SchedulingProblem drawn = CaseGenerator.generate(seed);
    Set<Pod> pods = new HashSet<>(drawn.pending());
    for (BoundPod bound : drawn.bound()) pods.remove(bound.pod());
    List<Pod> toPlace = drawn.pending().stream().filter(pods::contains).toList();
    int waiting = dice.chance(0.5) ? 0 : dice.between(1, 5);
    List<Pod> first = toPlace.subList(0, toPlace.size() - waiting);
    Placement placement = Scheduler.solve(with(drawn, drawn.nodes(), first, drawn.bound()));
    List<ExistingNode> nodes = new ArrayList<>();
    List<BoundPod> bound = new ArrayList<>(drawn.bound());
    Map<String, List<Pod>> added = new HashMap<>();
    placement.existing().forEach(use -> added.put(use.node(), use.pods()));
    for (ExistingNode node : drawn.nodes()) {
      List<Pod> here = added.getOrDefault(node.name(), List.of());
      here.forEach(pod -> bound.add(new BoundPod(pod, node.name())));
      nodes.add(filled(node, here));
    }
    int number = 0;
    for (NewNode bought : placement.newNodes()) {
      String name = "m%02d".formatted(number++);
      nodes.add(filled(launched(name, bought, drawn, dice), bought.pods()));
      bought.pods().forEach(pod -> bound.add(new BoundPod(pod, name)));
    }
    Map<String, List<Pod>> movable = new TreeMap<>();
    for (BoundPod one : bound) {
      if (dice.chance(0.9)) {
        movable.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one.pod());
      }
    }
    Set<String> closed = new TreeSet<>();
    if (dice.chance(0.4)) nodes.forEach(node -> addIf(dice.chance(0.25), closed, node.name()));
    return new ClusterCase(
        with(drawn, nodes, toPlace.subList(first.size(), toPlace.size()), bound), movable, closed);
  }

  private static void addIf(boolean condition, Set<String> names, String name) {
    if (condition) names.add(name);
  }

  private static SchedulingProblem with(
      SchedulingProblem problem,
      List<ExistingNode> nodes,
      List<Pod> pending,
      List<BoundPod> bound) {
    return new SchedulingProblem(
        problem.pools(),
        nodes,
        pending,
        bound,
        problem.daemons(),
        problem.namespaces(),
        problem.options());
  }

  private static ExistingNode launched(
      String name, NewNode bought, SchedulingProblem problem, Dice dice) {
    NodePool pool =
        problem.pools().stream()
            .filter(p -> p.name().equals(bought.pool()))
            .findFirst()
            .orElseThrow();
    var choice = dice.pick(bought.types());
    var type =
        pool.types().stream().filter(t -> t.name().equals(choice.type())).findFirst().orElseThrow();
    var offering =
        type.offerings().stream()
            .filter(
                one ->
                    bought
                        .requirements()
                        .satisfies(one.requirements(), problem.options().wellKnownLabels()))
            .findFirst()
            .orElseThrow();
    Requirements all = bought.requirements().and(type.requirements()).and(offering.requirements());
    TreeMap<String, String> labels = new TreeMap<>();
    for (String key : all.keys()) {
      all.get(key)
          .finiteValues()
          .filter(values -> !values.isEmpty())
          .ifPresent(values -> labels.put(key, values.first()));
    }
    labels.put(Keys.HOSTNAME, name);
    labels.put(Keys.REGISTERED, "true");
    labels.put(Keys.INITIALIZED, "true");
    return new ExistingNode(
        name,
        name,
        labels,
        pool.taints(),
        type.capacity(offering),
        type.allocatable(offering),
        Resources.none(),
        Resources.none(),
        Optional.of(pool.name()),
        dice.chance(0.9),
        List.of(),
        new TreeSet<>(),
        Map.of());
  }

  private static ExistingNode filled(ExistingNode node, List<Pod> pods) {
    Resources requests = node.podRequests();
    List<HostPort> ports = new ArrayList<>(node.hostPorts());
    var volumes = new TreeSet<>(node.volumes());
    for (Pod pod : pods) {
      requests = requests.plus(pod.spec().requests());
      ports.addAll(pod.spec().hostPorts());
      volumes.addAll(pod.spec().volumes());
    }
    return new ExistingNode(
        node.name(),
        node.hostname(),
        node.labels(),
        node.taints(),
        node.capacity(),
        node.allocatable(),
        requests,
        node.daemonRequests(),
        node.pool(),
        node.initialized(),
        ports,
        volumes,
        node.volumeLimits());
  }
}
