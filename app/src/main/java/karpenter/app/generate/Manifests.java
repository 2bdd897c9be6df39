package karpenter.app.generate;

import java.util.ArrayList;
import java.util.List;

/// Writes the manifests of some profiles in one cloud.
final class Manifests {
  static final String CLASS = "default";
  static final String REGULATED_CLASS = "pci-baseline";

  private Manifests() {}

  static String of(List<Profile> profiles, Cloud cloud, String cluster) {
    List<String> documents = new ArrayList<>();
    if (profiles.stream().anyMatch(profile -> !profile.isRegulated())) {
      documents.add(cloud.nodeClass(CLASS, cluster, false));
    }
    if (profiles.contains(Profile.PCI)) {
      documents.add(cloud.nodeClass(REGULATED_CLASS, cluster, true));
    }
    for (var profile : profiles) {
      var nodeClass = profile.isRegulated() ? REGULATED_CLASS : CLASS;
      profile.pools().forEach(pool -> documents.add(pool(pool, cloud, nodeClass)));
    }
    return String.join("---\n", documents);
  }

  private static String pool(PoolPlan plan, Cloud cloud, String nodeClass) {
    var out = new StringBuilder();
    out.append("# ").append(plan.purpose()).append('\n');
    out.append("apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: ");
    out.append(plan.name()).append("\nspec:\n");
    out.append("  weight: ").append(plan.weight()).append('\n');
    out.append("  limits: {cpu: ").append(plan.cpuLimit()).append("}\n");
    out.append("  disruption:\n    consolidationPolicy: ").append(plan.consolidation().policy());
    out.append("\n    consolidateAfter: ").append(plan.consolidation().after());
    out.append("\n    budgets:\n");
    plan.budgets().forEach(budget -> out.append("      - ").append(budget).append('\n'));
    out.append("  template:\n    metadata:\n      labels:\n");
    out.append("        workload-type: ").append(plan.name()).append('\n');
    plan.scope().forEach(label -> out.append("        ").append(label).append('\n'));
    out.append("    spec:\n      expireAfter: ").append(plan.expireAfter()).append('\n');
    if (!plan.taint().isEmpty()) {
      out.append("      taints:\n        - {key: ").append(plan.taint());
      out.append(", effect: NoSchedule}\n");
    }
    out.append("      nodeClassRef: ").append(cloud.reference(nodeClass)).append('\n');
    out.append("      requirements:\n");
    out.append(Cloud.line("kubernetes.io/os", "In", "linux", 0));
    out.append(Cloud.line("kubernetes.io/arch", "In", "amd64", 0));
    out.append("        - {key: karpenter.sh/capacity-type, operator: In, values: ");
    out.append(plan.spot().values).append("}\n");
    return out.append(cloud.requirements(plan.shape())).toString();
  }
}
