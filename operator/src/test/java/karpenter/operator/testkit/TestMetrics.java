package karpenter.operator.testkit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics;

/// Figures to look at. Observed values are counted.
public final class TestMetrics implements Metrics {
  private final Map<String, Double> series = new TreeMap<>();

  /// What was counted, observed so often, or set.
  public double value(Metric metric, String... labels) {
    return series.getOrDefault(key(metric, labels), 0.0);
  }

  @Override
  public void add(Metric metric, double amount, String... labels) {
    series.merge(key(metric, labels), amount, Double::sum);
  }

  @Override
  public void set(Metric metric, double value, String... labels) {
    series.put(key(metric, labels), value);
  }

  @Override
  public void observe(Metric metric, double value, String... labels) {
    add(metric, 1, labels);
  }

  @Override
  public void remove(Metric metric, String... labels) {
    series.remove(key(metric, labels));
  }

  @Override
  public void replace(Metric metric, Map<List<String>, Double> all) {
    series.keySet().removeIf(key -> key.startsWith(metric.name() + "["));
    all.forEach((labels, value) -> set(metric, value, labels.toArray(String[]::new)));
  }

  private static String key(Metric metric, String... labels) {
    return metric.name() + List.of(labels);
  }
}
