package karpenter.api;

/// Annotation keys of the Karpenter API.
public final class Annotations {
  public static final String DO_NOT_DISRUPT = Labels.GROUP + "/do-not-disrupt";
  public static final String NODE_POOL_HASH = Labels.GROUP + "/nodepool-hash";
  public static final String NODE_POOL_HASH_VERSION = Labels.GROUP + "/nodepool-hash-version";
  public static final String TERMINATION_TIMESTAMP =
      Labels.GROUP + "/nodeclaim-termination-timestamp";
  public static final String MIN_VALUES_RELAXED = Labels.GROUP + "/nodeclaim-min-values-relaxed";
  public static final String REQUESTED_DRA_DRIVERS = Labels.GROUP + "/requested-dra-drivers";
  public static final String PRICE_OVERLAY_APPLIED = Labels.GROUP + "/price-overlay-applied";
  public static final String CAPACITY_OVERLAY_APPLIED = Labels.GROUP + "/capacity-overlay-applied";
  public static final String PROVIDER_COMPATIBILITY = "compatibility.karpenter.sh/provider";

  /// On the in-memory pods that stand for a capacity buffer; never on a real one.
  public static final String BUFFER_FAKE_POD = Labels.GROUP + "/capacity-buffer-fake-pod";

  public static final String BUFFER_NAME = Labels.GROUP + "/capacity-buffer-name";
  public static final String BUFFER_NAMESPACE = Labels.GROUP + "/capacity-buffer-namespace";

  /// Annotation and label of nodes that KWOK keeps alive; its value is `fake`.
  public static final String KWOK_NODE = "kwok.x-k8s.io/node";

  private Annotations() {}
}
