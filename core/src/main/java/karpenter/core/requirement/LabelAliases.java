package karpenter.core.requirement;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Old names of labels and the names they stand for (spec 01 §2.5).
///
/// Requirements are built on canonical names only, so that an old and a new spelling meet. Topology
/// keys of spread and affinity terms are deliberately not translated: Kubernetes compares those
/// literally. An alias stands for a canonical name directly; aliases of aliases are not followed.
public record LabelAliases(SortedMap<String, String> canonicalByAlias) {
  public static final LabelAliases STANDARD =
      new LabelAliases(
          new TreeMap<>(
              Map.of(
                  "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
                  "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
                  "beta.kubernetes.io/arch", "kubernetes.io/arch",
                  "beta.kubernetes.io/os", "kubernetes.io/os",
                  "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type")));

  public LabelAliases {
    canonicalByAlias = Collections.unmodifiableSortedMap(new TreeMap<>(canonicalByAlias));
  }

  /// A provider's own aliases, such as the topology keys of its storage driver.
  public LabelAliases with(String alias, String canonical) {
    var more = new TreeMap<>(canonicalByAlias);
    more.put(alias, canonical);
    return new LabelAliases(more);
  }

  public String canonical(String key) {
    return canonicalByAlias.getOrDefault(key, key);
  }
}
