package karpenter.operator.gauges;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import karpenter.api.Labels;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Scrape;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;

/// Where every pod is, and how long those that wait have waited.
final class PodGauges {
  static final List<Metric> METRICS =
      List.of(
          Metric.PODS_STATE,
          Metric.PODS_UNSTARTED_TIME_SECONDS,
          Metric.PODS_UNBOUND_TIME_SECONDS,
          Metric.PODS_PROVISIONING_UNBOUND_TIME_SECONDS,
          Metric.PODS_PROVISIONING_UNSTARTED_TIME_SECONDS,
          Metric.PODS_PROVISIONING_SCHEDULING_UNDECIDED_TIME_SECONDS);

  private static final Family STATE = family(Metric.PODS_STATE);
  private static final Family UNSTARTED = family(Metric.PODS_UNSTARTED_TIME_SECONDS);
  private static final Family UNBOUND = family(Metric.PODS_UNBOUND_TIME_SECONDS);
  private static final Family PLACED_UNBOUND =
      family(Metric.PODS_PROVISIONING_UNBOUND_TIME_SECONDS);
  private static final Family PLACED_UNSTARTED =
      family(Metric.PODS_PROVISIONING_UNSTARTED_TIME_SECONDS);
  private static final Family UNDECIDED =
      family(Metric.PODS_PROVISIONING_SCHEDULING_UNDECIDED_TIME_SECONDS);

  private final PodTimes times;

  PodGauges(PodTimes times) {
    this.times = times;
  }

  static List<Family> families() {
    return List.of(STATE, UNSTARTED, UNBOUND, PLACED_UNBOUND, PLACED_UNSTARTED, UNDECIDED);
  }

  void scrape(ClusterSnapshot snapshot, Instant now, Scrape.Points into) {
    Map<String, NodeFacts> nodes = new HashMap<>();
    snapshot.nodes().forEach(node -> nodes.put(node.name(), node));
    for (var pod : snapshot.all(Kind.PODS)) {
      state(pod, nodes, into);
      if (!pod.isTerminal() && pod.readySince().isEmpty()) {
        waits(pod, now, into);
      }
    }
  }

  private static void state(PodFacts pod, Map<String, NodeFacts> nodes, Scrape.Points into) {
    var node = pod.node().map(nodes::get);
    into.put(
        STATE,
        1,
        pod.name(),
        pod.namespace(),
        owner(pod),
        pod.node().orElse(""),
        String.valueOf(pod.node().isPresent()),
        label(node, Labels.NODE_POOL),
        label(node, Labels.ZONE),
        label(node, Labels.ARCH),
        label(node, Labels.CAPACITY_TYPE),
        label(node, Labels.INSTANCE_TYPE),
        phase(pod),
        String.valueOf(pod.readySince().isPresent()),
        String.valueOf(!label(node, Labels.NODE_POOL).isEmpty()));
  }

  private void waits(PodFacts pod, Instant now, Scrape.Points into) {
    var placed = times.placed(pod.uid());
    put(into, UNSTARTED, pod, pod.created(), now);
    placed.ifPresent(at -> put(into, PLACED_UNSTARTED, pod, at, now));
    if (pod.node().isEmpty()) {
      put(into, UNBOUND, pod, pod.created(), now);
      placed.ifPresent(at -> put(into, PLACED_UNBOUND, pod, at, now));
      times.undecided(pod.uid()).ifPresent(at -> put(into, UNDECIDED, pod, at, now));
    }
  }

  private static void put(
      Scrape.Points into, Family family, PodFacts pod, Instant since, Instant now) {
    into.put(family, Duration.between(since, now).toMillis() / 1e3, pod.name(), pod.namespace());
  }

  /// The path of the first owner, near enough to find it by.
  private static String owner(PodFacts pod) {
    if (pod.owners().isEmpty()) {
      return "";
    }
    var owner = pod.owners().getFirst();
    var kind = owner.kind().toLowerCase(Locale.ROOT);
    // Not formatted: that costs more than all else about a pod.
    return "/apis/"
        + owner.apiVersion()
        + "/namespaces/"
        + pod.namespace()
        + "/"
        + kind
        + "s/"
        + owner.name();
  }

  private static String phase(PodFacts pod) {
    return switch (pod.phase()) {
      case PENDING -> "Pending";
      case RUNNING -> "Running";
      case SUCCEEDED -> "Succeeded";
      case FAILED -> "Failed";
      case UNKNOWN -> "Unknown";
    };
  }

  private static String label(java.util.Optional<NodeFacts> node, String key) {
    return node.map(found -> found.meta().label(key)).orElse("");
  }

  private static Family family(Metric metric) {
    return Family.of(metric, List.of());
  }
}
