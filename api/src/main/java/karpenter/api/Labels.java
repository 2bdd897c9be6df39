package karpenter.api;

/// Label keys of the Karpenter API.
public final class Labels {
  public static final String NODE_POOL = "karpenter.sh/nodepool";

  private Labels() {}
}
