package karpenter.core.testkit.cases;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.Namespace;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.SchedulingProblem;

/// A problem taken apart so that a test can change a part of it.
final class ProblemEdit {
  List<NodePool> pools;
  List<ExistingNode> nodes;
  List<Pod> pending;
  List<BoundPod> bound;
  List<Daemon> daemons;
  List<Namespace> namespaces;
  Options options;

  private ProblemEdit(SchedulingProblem problem) {
    pools = problem.pools();
    nodes = problem.nodes();
    pending = problem.pending();
    bound = problem.bound();
    daemons = problem.daemons();
    namespaces = problem.namespaces();
    options = problem.options();
  }

  static SchedulingProblem of(SchedulingProblem problem, Consumer<ProblemEdit> change) {
    var edit = new ProblemEdit(problem);
    change.accept(edit);
    return new SchedulingProblem(
        edit.pools,
        edit.nodes,
        edit.pending,
        edit.bound,
        edit.daemons,
        edit.namespaces,
        edit.options);
  }

  void pending(Consumer<SpecEdit> change) {
    pending = pending.stream().map(pod -> edited(pod, change)).toList();
  }

  void bound(Consumer<SpecEdit> change) {
    bound = bound.stream().map(one -> new BoundPod(edited(one.pod(), change), one.node())).toList();
  }

  void daemons(Consumer<SpecEdit> change) {
    daemons =
        daemons.stream()
            .map(daemon -> new Daemon(daemon.name(), SpecEdit.of(daemon.spec(), change)))
            .toList();
  }

  private static Pod edited(Pod pod, Consumer<SpecEdit> change) {
    return new Pod(pod.uid(), pod.name(), pod.created(), SpecEdit.of(pod.spec(), change));
  }

  void pools(UnaryOperator<NodePool> change) {
    pools = pools.stream().map(change).toList();
  }

  void types(UnaryOperator<InstanceType> change) {
    pools(pool -> withTypes(pool, pool.types().stream().map(change).toList()));
  }

  void offerings(UnaryOperator<Offering> change) {
    types(type -> withOfferings(type, type.offerings().stream().map(change).toList()));
  }

  void nodes(UnaryOperator<ExistingNode> change) {
    nodes = nodes.stream().map(change).toList();
  }

  void taints(UnaryOperator<List<Taint>> change) {
    pools(pool -> withTaints(pool, change.apply(pool.taints())));
    nodes(
        node ->
            withTaintsPortsAndLimits(
                node, change.apply(node.taints()), node.hostPorts(), node.volumeLimits()));
  }

  static NodePool withTypes(NodePool pool, List<InstanceType> types) {
    return new NodePool(
        pool.name(),
        pool.weight(),
        pool.requirements(),
        pool.taints(),
        pool.startupTaints(),
        pool.limits(),
        types);
  }

  static NodePool withTaints(NodePool pool, List<Taint> taints) {
    return new NodePool(
        pool.name(),
        pool.weight(),
        pool.requirements(),
        taints,
        pool.startupTaints(),
        pool.limits(),
        pool.types());
  }

  static NodePool withWeight(NodePool pool, int weight) {
    return new NodePool(
        pool.name(),
        weight,
        pool.requirements(),
        pool.taints(),
        pool.startupTaints(),
        pool.limits(),
        pool.types());
  }

  static NodePool withLimits(NodePool pool, Optional<Resources> limits) {
    return new NodePool(
        pool.name(),
        pool.weight(),
        pool.requirements(),
        pool.taints(),
        pool.startupTaints(),
        limits,
        pool.types());
  }

  static NodePool withRequirements(NodePool pool, Requirements requirements) {
    return new NodePool(
        pool.name(),
        pool.weight(),
        requirements,
        pool.taints(),
        pool.startupTaints(),
        pool.limits(),
        pool.types());
  }

  static InstanceType withOfferings(InstanceType type, List<Offering> offerings) {
    return new InstanceType(
        type.name(), type.requirements(), offerings, type.capacity(), type.overhead());
  }

  static ExistingNode withTaintsPortsAndLimits(
      ExistingNode node,
      List<Taint> taints,
      List<HostPort> ports,
      Map<String, Integer> volumeLimits) {
    return new ExistingNode(
        node.name(),
        node.hostname(),
        node.labels(),
        taints,
        node.capacity(),
        node.allocatable(),
        node.podRequests(),
        node.daemonRequests(),
        node.pool(),
        node.initialized(),
        ports,
        node.volumes(),
        volumeLimits);
  }

  static ExistingNode initialized(ExistingNode node) {
    return new ExistingNode(
        node.name(),
        node.hostname(),
        node.labels(),
        node.taints(),
        node.capacity(),
        node.allocatable(),
        node.podRequests(),
        node.daemonRequests(),
        node.pool(),
        true,
        node.hostPorts(),
        node.volumes(),
        node.volumeLimits());
  }
}
