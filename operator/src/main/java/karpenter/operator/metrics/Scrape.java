package karpenter.operator.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Gauges and counters that are worked out when somebody looks, and kept by nobody: ten thousand
/// pods cost nothing between two scrapes.
public final class Scrape implements MultiCollector {
  private static final String TOTAL = "_total";

  private final List<Family> families;
  private final Source source;

  /// Where the figures come from.
  public interface Source {
    void scrape(Points into);
  }

  /// Takes one series at a time. One series must not be told twice.
  public interface Points {
    void put(Family family, double value, String... labels);
  }

  Scrape(List<Family> families, Source source) {
    this.families = List.copyOf(families);
    this.source = source;
  }

  @Override
  public MetricSnapshots collect() {
    Map<Family, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
    Map<Family, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
    for (var family : families) {
      if (family.type() == Metric.Type.COUNTER) {
        counters.put(family, CounterSnapshot.builder().name(baseName(family)).help(family.help()));
      } else {
        gauges.put(family, GaugeSnapshot.builder().name(family.name()).help(family.help()));
      }
    }
    source.scrape(
        (family, value, labels) -> {
          var gauge = gauges.get(family);
          if (gauge != null) {
            gauge.dataPoint(GaugeSeries.point(family, List.of(labels), value));
            return;
          }
          var counter = counters.get(family);
          if (counter == null) {
            throw new IllegalStateException("never announced: " + family.name());
          }
          counter.dataPoint(
              CounterSnapshot.CounterDataPointSnapshot.builder()
                  .value(value)
                  .labels(Labels.of(family.labels(), List.of(labels)))
                  .build());
        });
    List<MetricSnapshot> all = new ArrayList<>();
    gauges.values().forEach(builder -> all.add(builder.build()));
    counters.values().forEach(builder -> all.add(builder.build()));
    return new MetricSnapshots(all);
  }

  /// The library wants counters without the suffix it adds.
  private static String baseName(Family family) {
    return family.type() == Metric.Type.COUNTER && family.name().endsWith(TOTAL)
        ? family.name().substring(0, family.name().length() - TOTAL.length())
        : family.name();
  }
}
