package karpenter.bench.check;

import java.util.Map;
import java.util.Set;

/// Label keys with a meaning of their own.
final class LabelKeys {
  static final String NODE_POOL = "karpenter.sh/nodepool";
  static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  static final String REGISTERED = "karpenter.sh/registered";
  static final String INITIALIZED = "karpenter.sh/initialized";
  static final String HOSTNAME = "kubernetes.io/hostname";
  static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  static final String ZONE = "topology.kubernetes.io/zone";
  static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";

  /// Not a label: node affinity may also match this field, and we treat it alike.
  static final String NODE_NAME_FIELD = "metadata.name";

  static final Set<String> WELL_KNOWN =
      Set.of(
          NODE_POOL,
          ZONE,
          "topology.kubernetes.io/region",
          INSTANCE_TYPE,
          "kubernetes.io/arch",
          "kubernetes.io/os",
          CAPACITY_TYPE,
          "node.kubernetes.io/windows-build");

  private static final Map<String, String> ALIASES =
      Map.of(
          "failure-domain.beta.kubernetes.io/zone", ZONE,
          "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
          "beta.kubernetes.io/arch", "kubernetes.io/arch",
          "beta.kubernetes.io/os", "kubernetes.io/os",
          "beta.kubernetes.io/instance-type", INSTANCE_TYPE);

  private LabelKeys() {}

  /// Old names mean the same labels; Karpenter reads them as the current ones.
  static String canonical(String key) {
    return ALIASES.getOrDefault(key, key);
  }
}
