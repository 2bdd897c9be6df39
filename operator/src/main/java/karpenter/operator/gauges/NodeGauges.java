package karpenter.operator.gauges;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.resource.Resources;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Scrape;
import karpenter.operator.state.ClusterSnapshot;

/// What nodes offer and what is asked of them.
final class NodeGauges {
  static final List<Metric> METRICS =
      List.of(
          Metric.NODES_ALLOCATABLE,
          Metric.NODES_TOTAL_POD_REQUESTS,
          Metric.NODES_TOTAL_POD_LIMITS,
          Metric.NODES_TOTAL_DAEMON_REQUESTS,
          Metric.NODES_TOTAL_DAEMON_LIMITS,
          Metric.NODES_SYSTEM_OVERHEAD,
          Metric.NODES_CURRENT_LIFETIME_SECONDS,
          Metric.CLUSTER_UTILIZATION_PERCENT);

  private static final double PERCENT = 100;

  private final NodeLabels labels;
  private final Map<Metric, Family> families = new EnumMap<>(Metric.class);

  NodeGauges(NodeLabels labels) {
    this.labels = labels;
    METRICS.forEach(metric -> families.put(metric, Family.of(metric, labels.names())));
  }

  List<Family> families() {
    return List.copyOf(families.values());
  }

  void scrape(ClusterSnapshot snapshot, Instant now, Scrape.Points into) {
    var offered = Resources.none();
    var asked = Resources.none();
    for (var node : snapshot.nodes()) {
      var use = Use.of(snapshot.podsOn(node.name()));
      node(node, use, now, into);
      offered = offered.plus(node.allocatable());
      asked = asked.plus(use.requests());
    }
    for (var name : offered.names()) {
      if (offered.get(name) > 0) {
        double percent = PERCENT * asked.get(name) / offered.get(name);
        put(into, Metric.CLUSTER_UTILIZATION_PERCENT, List.of(), Amounts.type(name), percent);
      }
    }
  }

  private void node(NodeFacts node, Use use, Instant now, Scrape.Points into) {
    var of = labels.of(node);
    all(into, Metric.NODES_ALLOCATABLE, of, node.allocatable());
    all(into, Metric.NODES_TOTAL_POD_REQUESTS, of, use.requests());
    all(into, Metric.NODES_TOTAL_POD_LIMITS, of, use.limits());
    all(into, Metric.NODES_TOTAL_DAEMON_REQUESTS, of, use.daemonRequests());
    all(into, Metric.NODES_TOTAL_DAEMON_LIMITS, of, use.daemonLimits());
    all(into, Metric.NODES_SYSTEM_OVERHEAD, of, node.capacity().minus(node.allocatable()));
    into.put(
        family(Metric.NODES_CURRENT_LIFETIME_SECONDS),
        Duration.between(node.meta().created(), now).toSeconds(),
        of.toArray(String[]::new));
  }

  private void all(Scrape.Points into, Metric metric, List<String> of, Resources resources) {
    Amounts.each(resources, (type, value) -> put(into, metric, of, type, value));
  }

  private void put(Scrape.Points into, Metric metric, List<String> of, String type, double value) {
    var values = new ArrayList<>(of);
    values.add(type);
    into.put(family(metric), value, values.toArray(String[]::new));
  }

  private Family family(Metric metric) {
    return java.util.Objects.requireNonNull(families.get(metric));
  }

  /// What a node's pods ask for; those of DaemonSets are counted in both.
  private record Use(
      Resources requests, Resources limits, Resources daemonRequests, Resources daemonLimits) {

    static Use of(List<PodFacts> pods) {
      var requests = Resources.none();
      var limits = Resources.none();
      var daemonRequests = Resources.none();
      var daemonLimits = Resources.none();
      for (var pod : pods) {
        if (pod.isTerminal()) {
          continue;
        }
        requests = requests.plus(pod.spec().requests());
        limits = limits.plus(pod.limits());
        if (pod.isOwnedByDaemonSet()) {
          daemonRequests = daemonRequests.plus(pod.spec().requests());
          daemonLimits = daemonLimits.plus(pod.limits());
        }
      }
      return new Use(requests, limits, daemonRequests, daemonLimits);
    }
  }
}
