package karpenter.api;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Label keys of the Karpenter API and of Kubernetes, with the values that have a meaning.
public final class Labels {
  public static final String GROUP = "karpenter.sh";

  public static final String NODE_POOL = GROUP + "/nodepool";
  public static final String CAPACITY_TYPE = GROUP + "/capacity-type";
  public static final String REGISTERED = GROUP + "/registered";
  public static final String INITIALIZED = GROUP + "/initialized";

  /// Set by a provider: registration must not merge the claim's taints into the node.
  public static final String DO_NOT_SYNC_TAINTS = GROUP + "/do-not-sync-taints";

  public static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  public static final String ZONE = "topology.kubernetes.io/zone";
  public static final String REGION = "topology.kubernetes.io/region";
  public static final String ARCH = "kubernetes.io/arch";
  public static final String OS = "kubernetes.io/os";
  public static final String WINDOWS_BUILD = "node.kubernetes.io/windows-build";
  public static final String HOSTNAME = "kubernetes.io/hostname";

  public static final String SPOT = "spot";
  public static final String ON_DEMAND = "on-demand";
  public static final String RESERVED = "reserved";

  public static final String AMD64 = "amd64";
  public static final String ARM64 = "arm64";

  /// Keys that instance types describe; providers add their own ([RestrictedLabels#with]).
  public static final List<String> WELL_KNOWN =
      List.of(NODE_POOL, ZONE, REGION, INSTANCE_TYPE, ARCH, OS, CAPACITY_TYPE, WINDOWS_BUILD);

  /// Keys that differ between the offerings of one instance type.
  public static final List<String> WELL_KNOWN_FOR_OFFERINGS = List.of(ZONE, CAPACITY_TYPE);

  /// Keys whose values form a closed list.
  public static final Map<String, List<String>> KNOWN_VALUES =
      Map.of(CAPACITY_TYPE, List.of(ON_DEMAND, SPOT, RESERVED));

  /// Resources every instance type has, which an overlay therefore may not add.
  public static final List<String> WELL_KNOWN_RESOURCES =
      List.of("cpu", "memory", "ephemeral-storage", "pods");

  private static final Map<String, String> ALIASES =
      Map.of(
          "failure-domain.beta.kubernetes.io/zone", ZONE,
          "failure-domain.beta.kubernetes.io/region", REGION,
          "beta.kubernetes.io/arch", ARCH,
          "beta.kubernetes.io/os", OS,
          "beta.kubernetes.io/instance-type", INSTANCE_TYPE);

  private Labels() {}

  /// The key that scheduling uses for `key`. Topology keys of spread and affinity terms are *not*
  /// normalised.
  public static String normalized(String key) {
    return ALIASES.getOrDefault(key, key);
  }

  /// Old key to new key, for providers that extend the list.
  public static Map<String, String> aliases() {
    return ALIASES;
  }

  /// The text before the first slash; empty when there is none.
  public static String domain(String key) {
    int slash = key.indexOf('/');
    return slash < 0 ? "" : key.substring(0, slash);
  }

  /// The label that names a node's class and thereby marks the node as managed by that class's
  /// provider.
  public static String nodeClass(String group, String kind) {
    return group + "/" + kind.toLowerCase(Locale.ROOT);
  }
}
