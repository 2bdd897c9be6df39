package karpenter.operator.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The series of one gauge, all of which can be replaced at once. The library's own gauge cannot
/// say which series it has, so it cannot forget those that are no longer set.
public final class GaugeSeries implements Collector {
  private final Family family;
  private volatile Map<List<String>, Double> values = new ConcurrentHashMap<>();

  GaugeSeries(Family family) {
    this.family = family;
  }

  void set(List<String> labels, double value) {
    values.put(labels, value);
  }

  void add(List<String> labels, double amount) {
    values.merge(labels, amount, Double::sum);
  }

  void remove(List<String> labels) {
    values.remove(labels);
  }

  void replace(Map<List<String>, Double> series) {
    values = new ConcurrentHashMap<>(series);
  }

  @Override
  public GaugeSnapshot collect() {
    var snapshot = GaugeSnapshot.builder().name(family.name()).help(family.help());
    values.forEach((labels, value) -> snapshot.dataPoint(point(family, labels, value)));
    return snapshot.build();
  }

  static GaugeDataPointSnapshot point(Family family, List<String> labels, double value) {
    return new GaugeDataPointSnapshot(value, Labels.of(family.labels(), labels), null);
  }
}
