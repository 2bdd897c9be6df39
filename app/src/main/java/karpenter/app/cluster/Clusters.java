package karpenter.app.cluster;

import karpenter.operator.kube.Kube;

/// Finds the cluster. A connection is made when the first call needs it, so a cluster that is down
/// shows only there.
public interface Clusters {
  /// @param kubeconfig the file; empty: the pod's own cluster
  Cluster connect(String kubeconfig) throws NoCluster;

  /// A cluster to speak to, until closed.
  interface Cluster extends AutoCloseable {
    Kube kube();

    @Override
    void close();
  }
}
