package karpenter.operator.gauges;

import java.util.List;
import java.util.Optional;
import karpenter.core.resource.Resources;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.metrics.Scrape;
import karpenter.operator.provider.Managed;
import karpenter.operator.state.ClusterSnapshot;

/// What pools may have, have, and cost.
final class PoolGauges {
  static final List<Metric> METRICS =
      List.of(Metric.NODEPOOLS_LIMIT, Metric.NODEPOOLS_USAGE, Metric.NODEPOOLS_COST_TOTAL);

  private static final Family LIMIT = family(Metric.NODEPOOLS_LIMIT);
  private static final Family USAGE = family(Metric.NODEPOOLS_USAGE);
  private static final Family COST = family(Metric.NODEPOOLS_COST_TOTAL);

  private final Managed managed;
  private final Prices prices;
  private final Metrics metrics;

  PoolGauges(Managed managed, Prices prices, Metrics metrics) {
    this.managed = managed;
    this.prices = prices;
    this.metrics = metrics;
  }

  static List<Family> families() {
    return List.of(LIMIT, USAGE, COST);
  }

  void scrape(ClusterSnapshot snapshot, Scrape.Points into) {
    for (var pool : snapshot.pools()) {
      if (!managed.is(pool.facts())) {
        continue;
      }
      var name = pool.name();
      var limits = pool.facts().limits();
      each(limits, (type, value) -> into.put(LIMIT, value, type, name));
      each(Optional.of(pool.facts().usage()), (t, value) -> into.put(USAGE, value, t, name));
      prices
          .perHour(pool, snapshot)
          .ifPresentOrElse(
              cost -> into.put(COST, cost, name),
              () -> metrics.count(Metric.NODEPOOLS_COST_TRACKER_ERRORS_TOTAL, name));
    }
  }

  private static void each(Optional<Resources> resources, Amounts.Taker taker) {
    resources.ifPresent(some -> Amounts.each(some, taker));
  }

  private static Family family(Metric metric) {
    return Family.of(metric, List.of());
  }
}
