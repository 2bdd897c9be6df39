package karpenter.operator.gauges;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import karpenter.api.CutText;
import karpenter.operator.Operator;
import karpenter.operator.Operator.Phase;
import karpenter.operator.Operator.WatchStatus;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Scrape;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.ClusterState.Quarantined;

/// How well we know the cluster.
final class StateGauges {
  static final List<Metric> METRICS =
      List.of(
          Metric.CLUSTER_STATE_NODE_COUNT,
          Metric.CLUSTER_STATE_SYNCED,
          Metric.CLUSTER_STATE_UNSYNCED_TIME_SECONDS,
          Metric.QUARANTINED_OBJECTS);

  private static final Family NODES = family(Metric.CLUSTER_STATE_NODE_COUNT);
  private static final Family SYNCED = family(Metric.CLUSTER_STATE_SYNCED);
  private static final Family UNSYNCED = family(Metric.CLUSTER_STATE_UNSYNCED_TIME_SECONDS);
  private static final Family QUARANTINED = family(Metric.QUARANTINED_OBJECTS);

  private static final int MAX_PLACE = 80;

  private StateGauges() {}

  static List<Family> families() {
    return List.of(NODES, SYNCED, UNSYNCED, QUARANTINED);
  }

  static void scrape(ClusterSnapshot snapshot, Operator operator, Instant now, Scrape.Points into) {
    long claimsWithoutNode =
        snapshot.claims().stream()
            .filter(
                claim ->
                    claim
                        .providerId()
                        .map(snapshot::nodesWithProviderId)
                        .orElse(List.of())
                        .isEmpty())
            .count();
    into.put(NODES, snapshot.nodes().size() + claimsWithoutNode);
    var since =
        operator.watches().stream()
            .filter(watch -> watch.phase() != Phase.SYNCED)
            .map(WatchStatus::since)
            .min(Instant::compareTo);
    into.put(SYNCED, since.isEmpty() ? 1 : 0);
    into.put(UNSYNCED, since.map(at -> Duration.between(at, now).toMillis() / 1e3).orElse(0.0));
    quarantine(operator.context().state().quarantine(), into);
  }

  private static void quarantine(List<Quarantined> quarantine, Scrape.Points into) {
    var counts = new TreeMap<String, TreeMap<String, Integer>>();
    for (var one : quarantine) {
      counts
          .computeIfAbsent(one.resource().kind(), _ -> new TreeMap<>())
          .merge(place(one.reason()), 1, Integer::sum);
    }
    counts.forEach(
        (kind, reasons) ->
            reasons.forEach((reason, count) -> into.put(QUARANTINED, count, kind, reason)));
  }

  /// Of the sentence only the field it is about: what was found there differs from object to
  /// object, and a label must not.
  private static String place(String reason) {
    int colon = reason.indexOf(':');
    var place = colon > 0 ? reason.substring(0, colon) : reason;
    return CutText.at(place, MAX_PLACE);
  }

  private static Family family(Metric metric) {
    return Family.of(metric, List.of());
  }
}
