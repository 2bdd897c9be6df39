package karpenter.app.cluster;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import karpenter.kube.ApiServerKube;
import karpenter.kube.Connection;
import karpenter.kube.RequestListener;
import karpenter.operator.kube.Kube;

/// Clusters that a kubeconfig leads to, or that we are in.
public final class LiveClusters implements Clusters {
  private static final int PER_SECOND = 50;
  private static final int BURST = 100;

  private final Map<String, String> environment;

  public LiveClusters(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Cluster connect(String kubeconfig) throws NoCluster {
    try {
      var named = kubeconfig.isEmpty() ? Optional.<Path>empty() : Optional.of(Path.of(kubeconfig));
      return new Connected(
          new ApiServerKube(
              Connection.find(named, environment),
              new ApiServerKube.Options("karpenter", PER_SECOND, BURST, RequestListener.NONE)));
    } catch (Connection.Unusable e) {
      throw new NoCluster(String.valueOf(e.getMessage()));
    }
  }

  private record Connected(ApiServerKube server) implements Cluster {
    @Override
    public Kube kube() {
      return server;
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
