package karpenter.operator.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Summary;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// All families of this process, and their text for Prometheus.
public final class Registry {
  private static final long SUMMARY_WINDOW_SECONDS = 600;
  private static final double SUMMARY_ERROR = .01;
  private static final List<Double> QUANTILES = List.of(0.0, .5, .9, .99, 1.0);

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final List<Family> families = new CopyOnWriteArrayList<>();
  private final List<Scrape> scrapes = new CopyOnWriteArrayList<>();

  /// A family whose series are told as things happen.
  public Series register(Family family) {
    families.add(family);
    var labels = family.labels().toArray(String[]::new);
    return switch (family.type()) {
      case COUNTER ->
          new Series.Counts(
              Counter.builder()
                  .name(family.name())
                  .help(family.help())
                  .labelNames(labels)
                  .register(registry));
      case GAUGE -> {
        var gauge = new GaugeSeries(family);
        registry.register(gauge);
        yield new Series.Gauges(gauge);
      }
      case HISTOGRAM ->
          new Series.Buckets(
              Histogram.builder()
                  .name(family.name())
                  .help(family.help())
                  .labelNames(labels)
                  .classicOnly()
                  .classicUpperBounds(
                      family.buckets().stream().mapToDouble(Double::doubleValue).toArray())
                  .register(registry));
      case SUMMARY -> {
        var summary =
            Summary.builder()
                .name(family.name())
                .help(family.help())
                .labelNames(labels)
                .maxAgeSeconds(SUMMARY_WINDOW_SECONDS);
        QUANTILES.forEach(quantile -> summary.quantile(quantile, SUMMARY_ERROR));
        yield new Series.Quantiles(summary.register(registry));
      }
    };
  }

  /// Families whose series are worked out when somebody scrapes.
  public void register(List<Family> scraped, Scrape.Source source) {
    families.addAll(scraped);
    scrapes.add(new Scrape(scraped, source));
  }

  public List<Family> families() {
    return List.copyOf(families);
  }

  /// Prometheus' text format: what was told, then what is worked out now.
  public void write(OutputStream out) throws IOException {
    PrometheusTextFormatWriter.create().write(out, registry.scrape());
    for (var scrape : scrapes) {
      scrape.write(out);
    }
  }
}
