package karpenter.app.cluster;

/// It cannot be told where the cluster is: the kubeconfig is missing or broken, or there is none.
public final class NoCluster extends Exception {
  private static final long serialVersionUID = 1L;

  public NoCluster(String message) {
    super(message);
  }
}
