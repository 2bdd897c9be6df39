package karpenter.core.testkit.twin;

/// The keys whose meaning the rules know.
final class Labels {
  static final String HOSTNAME = "kubernetes.io/hostname";
  static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  static final String RESERVED = "reserved";
  static final String REGISTERED = "karpenter.sh/registered";
  static final String INITIALIZED = "karpenter.sh/initialized";

  private Labels() {}
}
