package karpenter.e2e.story;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.kube.ApiServerKube;
import karpenter.kube.Connection;
import karpenter.kube.RequestListener;
import karpenter.operator.Operator;
import karpenter.operator.World;
import karpenter.operator.journal.RingJournal;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.runtime.LoopListener;
import karpenter.operator.runtime.ThreadedRuntime;
import karpenter.operator.settings.SettingsReader;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;

/// All loops of the controller on a test's cluster, in this process.
public final class RunningOperator implements AutoCloseable {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "FEATURE_GATES",
          "NodeRepair=true,CapacityBuffer=true,StaticCapacity=true,NodeOverlay=true");

  private final ApiServerKube kube;
  private final Operator operator;

  private RunningOperator(ApiServerKube kube, Operator operator) {
    this.kube = kube;
    this.operator = operator;
  }

  public static RunningOperator start(Path kubeconfig) {
    var kube =
        new ApiServerKube(
            connection(kubeconfig),
            new ApiServerKube.Options("karpenter/test", 200, 300, RequestListener.NONE));
    var operator =
        Operator.in(
            new World(
                new ThreadedRuntime(InstantSource.system(), LoopListener.NONE),
                kube,
                KwokProvider.plan(KwokCatalogue.standard()),
                Metrics.NONE,
                new RingJournal(),
                SettingsReader.read(List.of(), SETTINGS).settings()));
    operator.watch();
    operator.lead();
    return new RunningOperator(kube, operator);
  }

  public static Connection connection(Path kubeconfig) {
    try {
      return Connection.find(Optional.of(kubeconfig), Map.of());
    } catch (Connection.Unusable e) {
      throw new IllegalStateException(e);
    }
  }

  /// From one moment to the next nothing reaches the cluster any more, whatever was under way.
  public void crash() {
    kube.close();
    operator.close();
  }

  /// What was begun is finished.
  @Override
  public void close() {
    operator.close();
    kube.close();
  }
}
