package karpenter.api.convert;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Where a field of a later version stood in an earlier one.
final class Paths {
  private static final Map<String, String> PROVISIONER =
      Map.ofEntries(
          Map.entry("spec.template.spec.requirements", "spec.requirements"),
          Map.entry("spec.template.spec.taints", "spec.taints"),
          Map.entry("spec.template.spec.startupTaints", "spec.startupTaints"),
          Map.entry("spec.template.metadata.labels", "spec.labels"),
          Map.entry("spec.template.metadata.annotations", "spec.annotations"),
          Map.entry("spec.template.spec.nodeClassRef", "spec.providerRef"),
          Map.entry("spec.template.spec.kubelet", "spec.kubeletConfiguration"),
          Map.entry("spec.template.spec.expireAfter", "spec.ttlSecondsUntilExpired"),
          Map.entry("spec.disruption.expireAfter", "spec.ttlSecondsUntilExpired"),
          Map.entry("spec.disruption.consolidationPolicy", "spec.consolidation"),
          Map.entry("spec.disruption.consolidateAfter", "spec.consolidation"),
          Map.entry("spec.limits", "spec.limits.resources"));

  private static final Map<String, String> NODE_TEMPLATE =
      Map.of(
          "spec.subnetSelectorTerms", "spec.subnetSelector",
          "spec.securityGroupSelectorTerms", "spec.securityGroupSelector",
          "spec.amiSelectorTerms", "spec.amiSelector");

  private static final Map<String, String> BETA_POOL =
      Map.of("spec.template.spec.expireAfter", "spec.disruption.expireAfter");

  private Paths() {}

  static Report ofProvisioner(Report report) {
    return report.translating(path -> translated(path, PROVISIONER));
  }

  static Report ofNodeTemplate(Report report) {
    return report.translating(path -> translated(path, NODE_TEMPLATE));
  }

  static Report ofBetaPool(Report report) {
    return report.translating(path -> translated(path, BETA_POOL));
  }

  private static String translated(String path, Map<String, String> table) {
    List<String> prefixes =
        table.keySet().stream()
            .filter(
                prefix ->
                    path.equals(prefix)
                        || path.startsWith(prefix + ".")
                        || path.startsWith(prefix + "["))
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    if (prefixes.isEmpty()) {
      return path;
    }
    var prefix = prefixes.getFirst();
    return table.get(prefix) + path.substring(prefix.length());
  }
}
