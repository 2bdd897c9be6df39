package karpenter.operator.gauges;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.operator.Operator;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.metrics.PrometheusMetrics;
import karpenter.operator.metrics.Registry;
import karpenter.operator.metrics.Scrape;
import karpenter.operator.provider.Managed;
import karpenter.operator.settings.Settings;

/// The metrics of an operator: those loops write, and those about the cluster as it is.
///
/// Figures about single objects are told by the leader alone: a standby knows them too, and a sum
/// over replicas would count everything twice.
public final class Gauges implements Metrics {
  private final Registry registry;
  private final PrometheusMetrics written;
  private final PodTimes podTimes;
  private final boolean isFull;

  /// Before there is an operator: it is built with these.
  public Gauges(Registry registry, Settings settings, Set<Metric> scrapedElsewhere) {
    this.registry = registry;
    this.isFull = !settings.disableClusterStateObservability();
    var scraped = EnumSet.noneOf(Metric.class);
    scraped.addAll(scrapedElsewhere);
    List.of(NodeGauges.METRICS, PoolGauges.METRICS, PodGauges.METRICS, StateGauges.METRICS)
        .forEach(scraped::addAll);
    this.written = new PrometheusMetrics(registry, scraped);
    this.podTimes = new PodTimes(written);
  }

  /// Once there is an operator.
  public void watch(Operator operator) {
    registry.register(
        StateGauges.families(),
        into ->
            StateGauges.scrape(
                operator.context().state().snapshot(), operator, now(operator), into));
    if (!isFull) {
      return;
    }
    var context = operator.context();
    var nodes = new NodeGauges(new NodeLabels(context.provider().labels().wellKnown()));
    var pools =
        new PoolGauges(Managed.by(context.provider()), new Prices(operator.types()), written);
    var pods = new PodGauges(podTimes);
    var status =
        new StatusMetrics(
            StatusKind.all(context.provider().nodeClassKinds()),
            registry,
            context.events(),
            context.clock());
    registry.register(nodes.families(), whenLeading(operator, nodes::scrape));
    registry.register(
        PoolGauges.families(),
        whenLeading(operator, (snapshot, _, into) -> pools.scrape(snapshot, into)));
    registry.register(PodGauges.families(), whenLeading(operator, pods::scrape));
    registry.register(status.families(), whenLeading(operator, status::scrape));
    operator.listen(podTimes);
    operator.listen(status);
  }

  private interface ClusterSource {
    void scrape(karpenter.operator.state.ClusterSnapshot snapshot, Instant now, Scrape.Points into);
  }

  private static Scrape.Source whenLeading(Operator operator, ClusterSource source) {
    return into -> {
      if (operator.isRunning()) {
        source.scrape(operator.context().state().snapshot(), now(operator), into);
      }
    };
  }

  private static Instant now(Operator operator) {
    return operator.context().clock().instant();
  }

  @Override
  public void add(Metric metric, double amount, String... labels) {
    written.add(metric, amount, labels);
  }

  @Override
  public void set(Metric metric, double value, String... labels) {
    written.set(metric, value, labels);
  }

  @Override
  public void observe(Metric metric, double value, String... labels) {
    written.observe(metric, value, labels);
  }

  @Override
  public void remove(Metric metric, String... labels) {
    written.remove(metric, labels);
  }

  @Override
  public void replace(Metric metric, Map<List<String>, Double> series) {
    written.replace(metric, series);
  }

  @Override
  public void planned(String podUid, Verdict verdict, Instant at) {
    podTimes.planned(podUid, verdict, at);
  }
}
