package karpenter.e2e.story;

import java.util.SplittableRandom;
import java.util.TreeMap;

/// Changes to a small cluster, one after the other, drawn from a seed: workloads come, grow, shrink
/// and go, and pools change what they buy.
///
/// Two pools: `steady` takes small pods and lets go of empty nodes only; `tidy` takes pods that
/// fill half a node or more, is consolidated, and replaces what drifted one at a time. So which of
/// several nodes the scheduler chooses for a pod does not decide what is bought.
final class GeneratedChange {
  private static final String[] SMALL = {"200m", "300m", "400m"};
  private static final String[] LARGE = {"1800m", "2500m", "3200m"};
  private static final int MOST_WORKLOADS = 6;

  private final SplittableRandom random;
  private final TreeMap<String, Workload> workloads = new TreeMap<>();
  private int made;
  private int labels;

  private record Workload(String pool, String cpu, int replicas) {}

  GeneratedChange(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /// What is there before the first change.
  String beginning() {
    return """
    apiVersion: karpenter.kwok.sh/v1alpha1
    kind: KWOKNodeClass
    metadata: {name: default}
    ---
    """
        + steady("0")
        + tidy("0");
  }

  private static String steady(String label) {
    return pool("steady", "WhenEmpty", "{nodes: '100%'}", label);
  }

  private static String tidy(String label) {
    var budgets =
        "{nodes: '100%', reasons: [Empty, Underutilized]}, {nodes: '1', reasons: [Drifted]}";
    return pool("tidy", "WhenEmptyOrUnderutilized", budgets, label);
  }

  private static String pool(String name, String policy, String budgets, String label) {
    return """
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata: {name: %s}
    spec:
      disruption:
        consolidationPolicy: %s
        consolidateAfter: 0s
        budgets: [%s]
      template:
        metadata: {labels: {generation: "%s"}}
        spec:
          expireAfter: Never
          nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
          taints: [{key: pool, value: %s, effect: NoSchedule}]
          requirements:
          - {key: kubernetes.io/os, operator: In, values: [linux]}
          - {key: kubernetes.io/arch, operator: In, values: [amd64]}
          - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
          - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: ["2", "4"]}
    ---
    """
        .formatted(name, policy, budgets, label, name);
  }

  /// A manifest to apply.
  String next() {
    int dice = random.nextInt(10);
    if (workloads.isEmpty() || (dice < 4 && workloads.size() < MOST_WORKLOADS)) {
      return added();
    }
    if (dice == 9) {
      labels++;
      return random.nextBoolean()
          ? steady(Integer.toString(labels))
          : tidy(Integer.toString(labels));
    }
    var names = workloads.keySet().toArray(String[]::new);
    var name = names[random.nextInt(names.length)];
    var before = workloads.get(name);
    if (before == null) {
      throw new IllegalStateException(name);
    }
    int replicas = dice == 8 ? 0 : 1 + random.nextInt(8);
    return put(name, new Workload(before.pool(), before.cpu(), replicas));
  }

  private String added() {
    made++;
    boolean isSmall = random.nextBoolean();
    var sizes = isSmall ? SMALL : LARGE;
    return put(
        "app-" + made,
        new Workload(
            isSmall ? "steady" : "tidy",
            sizes[random.nextInt(sizes.length)],
            1 + random.nextInt(8)));
  }

  private String put(String name, Workload workload) {
    if (workload.replicas() == 0) {
      workloads.remove(name);
    } else {
      workloads.put(name, workload);
    }
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: %1$s, namespace: default}
    spec:
      replicas: %2$d
      selector: {matchLabels: {app: %1$s}}
      template:
        metadata: {labels: {app: %1$s}}
        spec:
          nodeSelector: {karpenter.sh/nodepool: %3$s}
          tolerations: [{key: pool, operator: Exists}]
          terminationGracePeriodSeconds: 0
          containers:
          - name: main
            image: registry.example/%1$s
            resources: {requests: {cpu: %4$s, memory: 64Mi}}
    ---
    """
        .formatted(name, workload.replicas(), workload.pool(), workload.cpu());
  }
}
