package karpenter.operator.metrics;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Metrics for Prometheus. Every family exists from the start, its series when they are first told.
/// Safe for use by many threads.
public final class PrometheusMetrics implements Metrics {
  private final Registry registry;
  private final Map<Metric, Series> series = new EnumMap<>(Metric.class);

  /// @param scraped those that somebody else registers with the registry, or nobody
  public PrometheusMetrics(Registry registry, Set<Metric> scraped) {
    this.registry = registry;
    for (var metric : Metric.values()) {
      if (!scraped.contains(metric)) {
        series.put(metric, registry.register(Family.of(metric, List.of())));
      }
    }
    // A dashboard that divides by these must find a zero, not nothing.
    for (var type : List.of("multi", "single")) {
      add(Metric.VOLUNTARY_DISRUPTION_CONSOLIDATION_TIMEOUTS_TOTAL, 0, type);
    }
  }

  public Registry registry() {
    return registry;
  }

  @Override
  public void add(Metric metric, double amount, String... labels) {
    of(metric).add(amount, labels);
  }

  @Override
  public void set(Metric metric, double value, String... labels) {
    of(metric).set(value, labels);
  }

  @Override
  public void observe(Metric metric, double value, String... labels) {
    of(metric).observe(value, labels);
  }

  @Override
  public void remove(Metric metric, String... labels) {
    of(metric).remove(labels);
  }

  @Override
  public void replace(Metric metric, Map<List<String>, Double> values) {
    of(metric).replace(values);
  }

  private Series of(Metric metric) {
    var found = series.get(metric);
    if (found == null) {
      throw new IllegalStateException(
          metric + " is worked out when scraped; nobody else may write it");
    }
    return found;
  }
}
