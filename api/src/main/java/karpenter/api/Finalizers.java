package karpenter.api;

/// Finalizers of the Karpenter API.
public final class Finalizers {
  /// On NodeClaims and Nodes, until the instance is gone.
  public static final String TERMINATION = Labels.GROUP + "/termination";

  private Finalizers() {}
}
