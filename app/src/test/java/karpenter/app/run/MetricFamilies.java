package karpenter.app.run;

import java.time.InstantSource;
import java.util.List;
import karpenter.operator.Operator;
import karpenter.operator.World;
import karpenter.operator.gauges.Gauges;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Registry;
import karpenter.operator.runtime.LoopListener;
import karpenter.operator.runtime.ThreadedRuntime;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.kube.InMemoryKube;

/// Every family a controller registers.
public final class MetricFamilies {
  private MetricFamilies() {}

  public static List<Family> all() {
    var registry = new Registry();
    var gauges = new Gauges(registry, Settings.DEFAULT, LoopGauges.METRICS);
    var clock = InstantSource.system();
    try (var runtime = new ThreadedRuntime(clock, LoopListener.NONE)) {
      var kube = new InMemoryKube(1, clock, () -> Runnable::run);
      var operator =
          Operator.in(
              new World(
                  runtime,
                  kube,
                  KwokProvider.plan(KwokCatalogue.standard()),
                  gauges,
                  _ -> {},
                  Settings.DEFAULT));
      gauges.watch(operator);
      LoopGauges.register(registry, runtime);
      ProcessGauges.register(registry);
      return registry.families();
    }
  }
}
